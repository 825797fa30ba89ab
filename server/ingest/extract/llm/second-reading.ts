import { z } from 'zod';
import type { EpisodeInput } from '#server/domain.ts';
import { readListed } from '#server/ingest/extract/llm/answer.ts';
import { clockTime, promptHead } from '#server/ingest/extract/llm/prompt.ts';
import { type Held, type ProvenIdea, proveIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Window, WindowLine } from '#server/ingest/extract/llm/windows.ts';

/** Lines shown before and after a passage. */
const AROUND = 4;

const check = z.strictObject({
  number: z.number().describe('number of the statement'),
  holds: z.boolean().describe('false where the lines do not carry the statement as it is written'),
  stance: z
    .enum(['BULLISH', 'BEARISH', 'BALANCED', 'MIXED'])
    .nullable()
    .describe('of the speaker towards the subject, by the lines alone; null where no side can be told'),
  speaker: z
    .enum(['as labelled', 'another', 'cannot tell'])
    .describe('whether the quote is said by whom the label names, by all that the lines show'),
  betterQuote: z
    .string()
    .nullable()
    .describe(
      'null where the quote, read alone, makes the claim; else sentences that do, or "" where none does',
    ),
});
type Check = z.infer<typeof check>;

/** The JSON schema that the answer to a second reading must have. */
export const checksSchema = z.toJSONSchema(z.strictObject({ checks: z.array(check) }));

const TASK = `Do not list ideas this time: check. Each statement below was drawn from these lines by somebody else. Some are wrong: another company, a direction turned round, a number or a hedge changed, a joke, a question, or what the speaker only reports of others told as the speaker's own view. Read the lines first, then the statement, word by word. Answer with one JSON object {"checks": [...]} that holds for each statement:
- number: its number.
- holds: false where the lines do not carry it as it is written; true where they do, though it be put in better words.
- stance: of the speaker towards the subject, by the lines alone: "BULLISH", "BEARISH", "BALANCED", "MIXED", or null where no side can be told or two careful readers would tell it differently. MIXED where the speaker finds it good in one respect and bad in another; BALANCED where both sides are weighed without a lean.
- speaker: "as labelled", "another" where the words show that somebody else than the label says the quote (they are addressed or introduced by another name, they ask what they then answer, the label changes in the middle of a sentence), or "cannot tell" where that is in doubt.
- betterQuote: null where the quote, read with nothing but the name of the subject beside it, makes the claim of the headline. Where it does not (only the set-up, half of an either/or, cut off, an example, garbled), one to three whole sentences that stand next to each other in the lines of the statement, said under the same label, at most 280 characters, that do, copied letter for letter; "" where there are none.`;

/** The question by which ideas are read a second time, by somebody who has not seen how they were found. */
export function checkPromptOf(input: EpisodeInput, window: Window, ideas: readonly ProvenIdea[]): string {
  const shown = window.lines.flatMap((line, i) =>
    ideas.some((idea) => i + 1 >= idea.firstLine - AROUND && i + 1 <= idea.lastLine + AROUND)
      ? [{ line, number: i + 1 }]
      : [],
  );
  return [
    ...promptHead(input, window),
    '',
    TASK,
    '',
    'Transcript:',
    ...shown.flatMap(({ line, number }, i) => [
      ...turnOf(line, shown[i - 1]?.line),
      `${number}| ${line.text}`,
    ]),
    ...ideas.flatMap((idea, i) => statement(idea, i + 1)),
  ].join('\n');
}

function statement({ claimed, subject, firstLine, lastLine, found }: ProvenIdea, number: number): string[] {
  return [
    '',
    `STATEMENT ${number}, on ${subject.subject.name}, by lines ${firstLine} to ${lastLine}`,
    `Headline: ${claimed.headline}`,
    `The speaker ${claimed.verb} that ${claimed.argument}`,
    `Quote: ${found.quote.text}`,
  ];
}

function turnOf(line: WindowLine, before: WindowLine | undefined): string[] {
  const goesOn =
    before !== undefined && before.speaker === line.speaker && line.firstCue <= before.lastCue + 1;
  return goesOn ? [] : [`${line.speaker ?? '(no label)'} [${clockTime(line.start)}]`];
}

/**
 * The ideas that the answer of a second reading leaves. Where the two readings differ on the stance none is told; where the second
 * doubts the speaker none is named; a quote that does not stand alone gives way to a better one that is proven, else the idea is
 * weak. An idea of which it says nothing, and all of them where the answer cannot be read, stay what the proof made of them.
 */
export function applyChecks(held: readonly Held[], answer: string): Held[] {
  const checks = new Map(
    (readListed(answer, 'checks') ?? []).flatMap((raw) => {
      const read = check.safeParse(raw);
      return read.success ? [[read.data.number, read.data] as const] : [];
    }),
  );
  return held.flatMap((one, i) => {
    const its = checks.get(i + 1);
    if (its === undefined) return [one];
    return its.holds ? [{ ...one, idea: withCheck(one, its) }] : [];
  });
}

function withCheck({ source, idea }: Held, { stance, speaker, betterQuote }: Check): ProvenIdea {
  const quoted = betterQuote === null ? idea : quotedBetter({ source, idea }, betterQuote);
  const { claimed } = quoted ?? idea;
  return {
    ...(quoted ?? idea),
    claimed: {
      ...claimed,
      stance: claimed.stance === stance ? stance : null,
      speakerDoubtful: claimed.speakerDoubtful || speaker !== 'as labelled',
      weak: claimed.weak || quoted === null,
    },
  };
}

/** The idea with another quote of the same voice, as it is proven; null where it is not. */
function quotedBetter({ source, idea }: Held, quote: string): ProvenIdea | null {
  const result = proveIdea(source, { ...idea.claimed, quote, quoteLine: idea.found.line });
  if (result.is !== 'proven') return null;
  const labelOf = ({ found }: ProvenIdea) => source.input.cues[found.quote.firstCue]?.speaker;
  return labelOf(result.idea) === labelOf(idea) && isNear(result.idea, idea) ? result.idea : null;
}

/** The passage with its new quote is the old one, or begins or ends in the lines shown around it. */
function isNear(now: ProvenIdea, before: ProvenIdea): boolean {
  return now.firstLine >= before.firstLine - AROUND && now.lastLine <= before.lastLine + AROUND;
}
