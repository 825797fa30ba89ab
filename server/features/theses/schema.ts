import { z } from 'zod';
import { attributionSchema } from '#server/api/attribution.ts';
import { freeText } from '#server/api/inputs.ts';

const thesisStates = ['first_heard', 'challenged', 'dormant', 'revived'] as const;
export type ThesisState = (typeof thesisStates)[number];
export const relations = [
  'initiates',
  'reiterates',
  'strengthens',
  'weakens',
  'reverses',
  'disputes',
] as const;
export type Relation = (typeof relations)[number];
/** Stance words of the open tools; BALANCED and MIXED count as neutral. */
const stanceWords = ['bullish', 'bearish', 'neutral'] as const;
export type StanceWord = (typeof stanceWords)[number];
/** What stands for the stance of a statement that was assigned none. */
export const NOT_TOLD = 'not told';

const lockSchema = z.object({ message: z.string(), upgradeUrl: z.url() }).meta({ id: 'Lock' });

const statementSchema = z
  .object({
    date: z.iso.datetime(),
    show: z.string(),
    episodeTitle: z.string(),
    timestamp: z.string().describe('mm:ss into the episode, minutes running past 59; empty when unknown.'),
    quote: z
      .string()
      .describe("One sentence the service wrote to carry the show's argument; not a transcript quote."),
    stance: z
      .enum([...stanceWords, NOT_TOLD])
      .describe('`not told`: none was borne out, and the statement counts as no side.'),
    relation: z
      .enum(relations)
      .nullable()
      .describe(
        'To the last statement before it whose stance is told; `initiates` for the first of a thesis, whatever its stance. Null whenever history is locked, and of a later one where its stance, or that of all before it, is not told.',
      ),
    ideaId: z.uuid(),
    url: z.url(),
  })
  .meta({ id: 'ThesisStatement' });

const transitionSchema = z
  .object({
    at: z.iso.datetime(),
    fromState: z.enum(thesisStates),
    toState: z.enum(thesisStates),
    ideaId: z.uuid(),
  })
  .meta({ id: 'ThesisTransition' });

const thesisSchema = z
  .object({
    thesisId: z.uuid(),
    title: z.string(),
    state: z.enum(thesisStates),
    firstHeardAt: z.iso.datetime(),
    lastMentionAt: z.iso.datetime(),
    tickers: z.array(z.string()),
    statements: z.array(statementSchema),
    transitions: z.array(transitionSchema),
    historyLocked: z.boolean(),
  })
  .meta({ id: 'Thesis' });
export type ThesisAnswer = z.infer<typeof thesisSchema>;

/** The theses of a ticker with their statements (docs/contract.md, Thesis history answer). */
export const thesisHistorySchema = z
  .object({
    summary: z.string(),
    theses: z.array(thesisSchema),
    historyLock: lockSchema.nullable(),
    attribution: attributionSchema,
  })
  .meta({ id: 'ThesisHistory' });
export type ThesisHistory = z.infer<typeof thesisHistorySchema>;

const counts = {
  bullish: z.int(),
  bearish: z.int(),
  neutral: z.int(),
  notTold: z.int().describe('Ideas whose stance is not told; they count as none of the three.'),
};
const changeStatementSchema = z.object({
  date: z.iso.datetime(),
  speaker: z.string().nullable().describe('Who argued it; null where nobody is named.'),
  quote: z.string(),
  ideaId: z.uuid(),
  url: z.url(),
});

/** Weekly counts of stances on a ticker (docs/contract.md, Ticker stance timeline answer). */
export const stanceTimelineSchema = z
  .object({
    summary: z.string(),
    ticker: z.string(),
    windowDays: z.int(),
    weeks: z.array(
      z.object({
        weekStart: z.iso.datetime(),
        ...counts,
        byShow: z.array(z.object({ show: z.string(), ...counts })),
      }),
    ),
    stanceChanges: z.array(
      z.object({
        show: z.string(),
        from: z.enum(stanceWords),
        to: z.enum(stanceWords),
        atDate: z.iso.datetime(),
        fromStatement: changeStatementSchema,
        toStatement: changeStatementSchema,
      }),
    ),
    stanceChangesLock: lockSchema.nullable(),
    attribution: attributionSchema,
  })
  .meta({ id: 'StanceTimeline' });
export type StanceTimeline = z.infer<typeof stanceTimelineSchema>;

export type Week = StanceTimeline['weeks'][number];
export type StanceChange = StanceTimeline['stanceChanges'][number];

/** The parameter `ticker` of the open tools on theses and stances; a blank one names nothing and is refused. */
export const askedTicker = freeText(12, 1)
  .refine((text) => text.trim() !== '', { error: 'it is blank' })
  .describe('`BRK.B`, `BRK-B` and `$BRK.B` are one symbol.');
