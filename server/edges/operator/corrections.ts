import { z } from 'zod';
import { mostCharacters } from '#server/api/limits.ts';
import { noSymbol } from '#server/edges/operator/told.ts';
import { decide, decided, knownTickers, ofSameTalk } from '#server/features/corrections/review.ts';
import {
  type Change,
  namedStances,
  sentencesGiven,
  speakerNamed,
  stanceNamed,
} from '#server/features/corrections/rules.ts';
import { type Closed, findReport } from '#server/features/corrections/store.ts';
import type { Services } from '#server/platform/services.ts';

/** An optional field of a form; a blank one counts as absent. */
const filled = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(
    (given) => (typeof given === 'string' && given.trim() === '' ? undefined : given),
    value.optional(),
  );

/** An operator's decision on a report, as the page's form sends it. New wording needs the command line. */
export const correctionOrder = z.object({
  do: z.literal('correction'),
  report: z.uuid(),
  outcome: z.enum(['accepted', 'declined']),
  note: z.string().trim().min(1).max(mostCharacters.correctionNote),
  stance: filled(z.enum(namedStances)),
  tickers: filled(z.string().max(mostCharacters.correctedNames)),
  speaker: filled(z.string().max(mostCharacters.correctedNames)),
  unknownSpeaker: filled(z.literal('on')),
  risks: filled(z.string().max(mostCharacters.correctedSentences)),
  signals: filled(z.string().max(mostCharacters.correctedSentences)),
  dropQuote: filled(z.literal('on')),
  hide: filled(z.literal('on')),
  keepWords: filled(z.literal('on')),
});
type CorrectionOrder = z.infer<typeof correctionOrder>;

/** The outcome of an order, in a sentence for the page. `field` names the field to put right. */
export type Outcome = { readonly ok: boolean; readonly message: string; readonly field?: string };

/** Closes a report as the operator decided, or says why the change cannot be made. Null for an unknown report. */
export async function carryOutCorrection(
  services: Services,
  asked: CorrectionOrder,
): Promise<Outcome | null> {
  const { outcome, note } = asked;
  const report = await findReport(services.db, asked.report);
  if (!report) return null;
  const change = await changeOf(services, asked);
  if ('unknown' in change) return { ok: false, message: noSymbol(change.unknown) };
  const amendment = outcome === 'accepted' ? { ideaId: report.ideaId, change } : null;
  const done = await decide(services, report, { outcome, note, amendment });
  if (done.kind === 'reviewed') return { ok: false, message: 'This report was reviewed already.' };
  if (done.kind === 'refused') return { ok: false, message: done.reason };
  return { ok: true, message: [decided(report, outcome, done), ...others(services, done)].join(' ') };
}

/** Ideas of other episodes that published the same talk, in a sentence; nothing where there are none. */
function others({ env }: Services, done: Closed): string[] {
  if (done.others.length === 0) return [];
  const listed = done.others.map(({ id, show }) => `${env.webUrl}/ideas/${id} (${show})`);
  return [`${ofSameTalk(done)} They are ${listed.join(', ')}.`];
}

async function changeOf(
  { db }: Services,
  { stance, tickers, speaker, unknownSpeaker, risks, signals, dropQuote, hide, keepWords }: CorrectionOrder,
): Promise<Change | { readonly unknown: string }> {
  const known = tickers === undefined ? { tickers: undefined } : await knownTickers(db, tickers);
  if ('unknown' in known) return known;
  const name = unknownSpeaker ? null : speakerNamed(speaker);
  return {
    ...{ stance: stanceNamed(stance), tickers: known.tickers },
    speaker: name === undefined ? undefined : { name, title: null, role: 'unclear' },
    ...{
      riskFlags: sentencesGiven(risks?.split('\n')),
      validationSignals: sentencesGiven(signals?.split('\n')),
    },
    ...{ dropQuote: dropQuote === 'on', hide: hide === 'on', keepWords: keepWords === 'on' },
  };
}
