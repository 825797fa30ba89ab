import { createHash } from 'node:crypto';
import { type Asking, answerTo, type LlmEngineParts, meantBy } from '#server/ingest/extract/llm/asking.ts';
import { applyChecks, asLeft, toReadAgain } from '#server/ingest/extract/llm/editing/corrected.ts';
import { checkPromptOf, namesToResolveIn, readChecks } from '#server/ingest/extract/llm/editing/question.ts';
import {
  isInDoubt,
  readObjections,
  type Signed,
  signed,
  signingPromptOf,
} from '#server/ingest/extract/llm/editing/signing.ts';
import type { Held } from '#server/ingest/extract/llm/proof/proof.ts';

/** Most rereadings of an idea while each corrects something. */
const MOST_READ_AGAIN = 2;
/** What the signer left open is read once more, under a number of its own. */
const AFTER_SIGNING = MOST_READ_AGAIN + 1;

/**
 * The signed ideas. Those that an editor leaves are shown as printed to a reader who only signs or objects; objections
 * are corrected once, and changes shown once more. What is still open is weak, unless it is only how the line reads:
 * such wishes never end.
 */
export async function edited(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
): Promise<readonly Held[]> {
  const first = await signing(parts, asking, await putRight(parts, asking, held, 0), 'sign');
  const open = [...first.unclear, ...first.open];
  const mended = await putRight(parts, asking, open, AFTER_SIGNING);
  const again = await signing(parts, asking, [...first.changed, ...mended], 'sign again');
  const served = [...first.asShown, ...again.asShown, ...again.changed, ...again.unclear];
  return [...served, ...again.open.map(asLeft)];
}

/**
 * The ideas after editing. What was corrected or left open is reread, as if by another, until a reading signs it as it
 * is or three have read it (`readAgain`: rereadings so far); what is then open is weak.
 */
async function putRight(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  readAgain: number,
): Promise<readonly Held[]> {
  if (held.length === 0) return held;
  const left = await checked(parts, asking, held, readAgain);
  const changed = toReadAgain(held, left);
  if (changed.length === 0 || readAgain >= MOST_READ_AGAIN) return left.map(asLeft);
  return [
    ...left.filter((one) => !changed.includes(one)),
    ...(await putRight(parts, asking, changed, readAgain + 1)),
  ];
}

/** Ideas signed as shown or not to be served; changed; only unclear in their line; and open for more. */
type Signings = Readonly<Record<'asShown' | 'changed' | 'unclear' | 'open', readonly Held[]>>;

async function signing(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  round: Round,
): Promise<Signings> {
  const weak = held.filter((one) => one.idea.claimed.weak && !isInDoubt(one));
  const shown = held.filter((one) => !weak.includes(one));
  const left = shown.length === 0 ? [] : await objectedTo(parts, asking, shown, round);
  const among = (isWanted: (one: Signed) => boolean) => left.filter(isWanted).map((one) => one.held);
  const isClosed = ({ open }: Signed) => open.length === 0;
  const isUnclear = ({ open }: Signed) => open.every(({ part }) => part === 'line');
  return {
    asShown: [...weak, ...among((one) => isClosed(one) && one.isAsShown)],
    changed: among((one) => isClosed(one) && !one.isAsShown),
    unclear: among((one) => !isClosed(one) && isUnclear(one)),
    open: among((one) => !isUnclear(one)),
  };
}

function objectedTo(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  round: Round,
): Promise<readonly Signed[]> {
  const prompt = signingPromptOf(asking.talk, held);
  return answerTo(parts, about(asking, round, prompt), { prompt, form: 'cards' }, async (text) => {
    const objections = readObjections(text, held.length);
    const told = [...objections.values()].flat().map(({ part }) => `signing: the ${part} is objected to.`);
    return {
      result: signed(held, objections),
      tally: { outcome: 'answered', ideasKept: 0, ideasDropped: 0, faults: [], faultsBeside: told },
    };
  });
}

/** A defended card is shown to another reader: its key differs from the first. */
type Round = 'sign' | 'sign again';

/** The key covers the subject of the question, since another proof may leave other ideas, and the round: an empty reading is not reused for the next. */
function about(asking: Asking, what: `check ${number}` | Round, prompt: string): Asking {
  const asked = createHash('sha256').update(prompt).digest('hex').slice(0, 16);
  return { ...asking, windowKey: `${asking.windowKey}:${what}:${asked}` };
}

/** The ideas after one reading. `readAgain`: number of readings before it. */
function checked(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  readAgain: number,
): Promise<readonly Held[]> {
  const prompt = checkPromptOf(asking.talk, held);
  return answerTo(
    parts,
    about(asking, `check ${readAgain}`, prompt),
    { prompt, form: 'checks' },
    async (text) => {
      const checks = readChecks(text);
      const names = await meantBy(parts.name, namesToResolveIn(checks), asking.input.publishedAt);
      const result = applyChecks(held, checks, names, readAgain > 0);
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
    },
  );
}
