import { createHash } from 'node:crypto';
import { type Asking, answerTo, type LlmEngineParts, meantBy } from '#server/ingest/extract/llm/asking.ts';
import { applyChecks, asLeft, toReadAgain } from '#server/ingest/extract/llm/editing/corrected.ts';
import { checkPromptOf, namesToResolveIn, readChecks } from '#server/ingest/extract/llm/editing/question.ts';
import type { Held } from '#server/ingest/extract/llm/proof/proof.ts';

/** How often an idea is read again while each reading puts something right. */
const MOST_READ_AGAIN = 2;

/**
 * The ideas as an editor leaves them. What was put right or left open is read again, as if by another, until a reading signs it as it
 * stands, or three have read it; what is open then is weak.
 */
export async function edited(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  readAgain = 0,
): Promise<readonly Held[]> {
  if (held.length === 0) return held;
  const left = await checked(parts, asking, held, readAgain > 0);
  const changed = toReadAgain(held, left);
  if (changed.length === 0 || readAgain === MOST_READ_AGAIN) return left.map(asLeft);
  return [
    ...left.filter((one) => !changed.includes(one)),
    ...(await edited(parts, asking, changed, readAgain + 1)),
  ];
}

/** The ideas as one reading of them leaves them. `readBefore`: it is not the first of them. */
function checked(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  readBefore: boolean,
): Promise<readonly Held[]> {
  const prompt = checkPromptOf(asking.talk, held);
  // The key covers what is checked: another proof may leave other ideas to check.
  const asked = createHash('sha256').update(prompt).digest('hex').slice(0, 16);
  const checking = { ...asking, windowKey: `${asking.windowKey}:check:${asked}` };
  return answerTo(parts, checking, { prompt, form: 'checks' }, async (text) => {
    const checks = readChecks(text);
    const names = await meantBy(parts.name, namesToResolveIn(checks), asking.input.publishedAt);
    const result = applyChecks(held, checks, names, readBefore);
    const refused = held.length - result.length;
    return {
      result,
      tally: {
        outcome: 'answered',
        // They were counted as kept when they were proven.
        ideasKept: -refused,
        ideasDropped: refused,
        faults: Array.from({ length: refused }, () => 'second reading: the lines do not carry it.'),
        faultsBeside: [],
      },
    };
  });
}
