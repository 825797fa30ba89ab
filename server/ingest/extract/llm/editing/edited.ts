import { createHash } from 'node:crypto';
import {
  type Asking,
  answerTo,
  type LlmEngineParts,
  meantBy,
  NO_IDEAS,
} from '#server/ingest/extract/llm/asking.ts';
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

/** How often an idea is read again while each reading puts something right. */
const MOST_READ_AGAIN = 2;
/** What who signs left open is read once, as another reading than any before. */
const AFTER_SIGNING = MOST_READ_AGAIN + 1;

/**
 * The ideas as they are signed. Those that an editor leaves are shown, as they would be printed, to one who only signs or
 * objects; what is objected to is put right once more, and what changed is shown once again. What is open then is weak, unless
 * it is only how the line reads: what is wanted of that has no end.
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
 * The ideas as an editor leaves them. What was put right or left open is read again, as if by another, until a reading signs it as it
 * stands, or three have read it (`readAgain`: how often again so far); what is open then is weak.
 */
async function putRight(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  readAgain: number,
): Promise<readonly Held[]> {
  if (held.length === 0) return held;
  const { done, open } = await checked(parts, asking, held, readAgain);
  return [...done, ...(await putRight(parts, asking, open, readAgain + 1))];
}

/**
 * Ideas that are signed as they were shown, or not to be served; those that lost something; those of which only the line reads
 * unclearly; and those with more that is open.
 */
type Signings = Readonly<Record<'asShown' | 'changed' | 'unclear' | 'open', readonly Held[]>>;

async function signing(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  round: Round,
): Promise<Signings> {
  const weak = held.filter(isWithheld);
  const shown = held.filter((one) => !weak.includes(one));
  if (shown.length === 0) return { asShown: weak, changed: [], unclear: [], open: [] };
  const left = await objectedTo(parts, asking, shown, round);
  return { ...left, asShown: [...weak, ...left.asShown] };
}

function objectedTo(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  round: Round,
): Promise<Signings> {
  const prompt = signingPromptOf(asking.talk, held);
  return answerTo(parts, about(asking, round, prompt), { prompt, form: 'cards' }, async (text) => {
    const objections = readObjections(text, held.length);
    if (objections.size === 0) return 'unreadable';
    const result = signingsOf(signed(held, objections));
    const refused = result.asShown.filter(({ idea }) => idea.claimed.weak);
    const withheld = refused.length + (round === 'sign' ? 0 : result.open.length);
    const told = [...objections.values()].flat().map(({ part }) => `signing: the ${part} is objected to.`);
    return { result, tally: { ...withholding(withheld, []), faultsBeside: told } };
  });
}

function signingsOf(left: readonly Signed[]): Signings {
  const among = (isWanted: (one: Signed) => boolean) => left.filter(isWanted).map((one) => one.held);
  const isClosed = ({ open }: Signed) => open.length === 0;
  const isUnclear = ({ open }: Signed) => open.every(({ part }) => part === 'line');
  return {
    asShown: among((one) => isClosed(one) && one.isAsShown),
    changed: among((one) => isClosed(one) && !one.isAsShown),
    unclear: among((one) => !isClosed(one) && isUnclear(one)),
    open: among((one) => !isUnclear(one)),
  };
}

/** Not served, and shown to nobody who might sign it. */
function isWithheld(held: Held): boolean {
  return held.idea.claimed.weak && !isInDoubt(held);
}

/** What is counted where so many ideas are withheld, which were counted as kept when they were proven. */
function withholding(count: number, faults: readonly string[]) {
  return { ...NO_IDEAS, outcome: 'answered', ideasKept: -count, ideasDropped: count, faults } as const;
}

/** A card that is defended as it stands is shown to another: its key is not that of the first time. */
type Round = 'sign' | 'sign again';

/** The key covers what is asked about, since another proof may leave other ideas, and how often: a reading that told nothing is not read again for the next. */
function about(asking: Asking, what: `check ${number}` | Round, prompt: string): Asking {
  const asked = createHash('sha256').update(prompt).digest('hex').slice(0, 16);
  return { ...asking, windowKey: `${asking.windowKey}:${what}:${asked}` };
}

/** The ideas that one reading of them leaves: done, or open to another reading. `readAgain`: how many were before it. */
function checked(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  readAgain: number,
): Promise<Readonly<Record<'done' | 'open', readonly Held[]>>> {
  const prompt = checkPromptOf(asking.talk, held);
  const key = about(asking, `check ${readAgain}`, prompt);
  return answerTo(parts, key, { prompt, form: 'checks' }, async (text) => {
    const checks = readChecks(text, held.length);
    if (checks.size === 0) return 'unreadable';
    const names = await meantBy(parts.name, namesToResolveIn(checks), asking.input.publishedAt);
    const left = applyChecks(held, checks, names, readAgain > 0);
    const open = readAgain >= MOST_READ_AGAIN ? [] : toReadAgain(held, left);
    const done = left.filter((one) => !open.includes(one)).map(asLeft);
    const faults = [
      ...Array.from(
        { length: held.length - left.length },
        () => 'second reading: the lines do not carry it.',
      ),
      ...done.filter(isWithheld).map(() => 'second reading: it was left open.'),
    ];
    return { result: { done, open }, tally: withholding(faults.length, faults) };
  });
}
