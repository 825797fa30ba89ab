import { createHash } from 'node:crypto';
import {
  type Asking,
  answerTo,
  type LlmEngineParts,
  meantBy,
  notRead,
} from '#server/ingest/extract/llm/asking.ts';
import { applyChecks, asLeft, isDenied, toReadAgain } from '#server/ingest/extract/llm/editing/corrected.ts';
import { checkPromptOf, namesToResolveIn, readChecks } from '#server/ingest/extract/llm/editing/question.ts';
import {
  isInDoubt,
  readObjections,
  type Signed,
  signed,
  signingPromptOf,
} from '#server/ingest/extract/llm/editing/signing.ts';
import { NO_IDEAS, type Objection } from '#server/ingest/extract/llm/ledger.ts';
import type { Held } from '#server/ingest/extract/llm/proof/proof.ts';

/** How often an idea is read again, as long as each reading corrects something. */
const MOST_READ_AGAIN = 2;
/** Number of the one reading after the signing, so that its key differs from those before. */
const AFTER_SIGNING = MOST_READ_AGAIN + 1;

/**
 * The ideas after the second reading and the signing. Whoever signs sees them as they would be printed and only signs or objects.
 * What is objected to is corrected once more, and what changed is shown once again. An idea with open
 * objections is not served, unless they concern only the wording of its line: wishes for that have no end.
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
 * The ideas after the second reading. What it corrected or left open is read again, as if by another editor, until a reading signs
 * it as it stands or three have read it. What is open then is weak. `readAgain`: number of readings so far.
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
 * Ideas by what the signing made of them: signed as shown or not to be served; signed without a part that was removed; open only in
 * the wording of the line; open otherwise.
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
    if (objections.size === 0) return notRead(null);
    const result = signingsOf(signed(held, objections));
    const refused = result.asShown.filter(({ idea }) => idea.claimed.weak);
    const withheld = refused.length + (round === 'sign' ? 0 : result.open.length);
    const told = [...objections].flatMap(([number, its]) =>
      its.map(({ part }) => objectionTo(held[number - 1]!, `signing: the ${part} is objected to.`)),
    );
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

/** Whether a weak idea is withheld: the signing may still admit one that is in doubt. */
function isWithheld(held: Held): boolean {
  return held.idea.claimed.weak && !isInDoubt(held);
}

function objectionTo({ idea: { subject, found } }: Held, fault: string): Objection {
  return { subject: subject.id, line: found.line, fault };
}

/** What the ledger counts for ideas that are withheld. It counted them as kept when they were proven. */
function withholding(count: number, faults: readonly Objection[]) {
  return { ...NO_IDEAS, outcome: 'answered', ideasKept: -count, ideasDropped: count, faults } as const;
}

/** A card that the editor defends unchanged is shown once again: its second signing needs a key of its own. */
type Round = 'sign' | 'sign again';

/** A key of the prompt and of the number of the reading: another proof may leave other ideas, and two readings may ask the same. */
function about(asking: Asking, what: `check ${number}` | Round, prompt: string): Asking {
  const asked = createHash('sha256').update(prompt).digest('hex').slice(0, 16);
  return { ...asking, windowKey: `${asking.windowKey}:${what}:${asked}` };
}

/** The ideas that one reading leaves: done, or open to another reading. `readAgain`: number of readings before it. */
function checked(
  parts: LlmEngineParts,
  asking: Asking,
  held: readonly Held[],
  readAgain: number,
): Promise<Readonly<Record<'done' | 'open', readonly Held[]>>> {
  const prompt = checkPromptOf(asking.talk, held);
  const key = about(asking, `check ${readAgain}`, prompt);
  return answerTo(parts, key, { prompt, form: 'checks' }, async (text) => {
    const { checks, faults: ofForm } = readChecks(text, held.length);
    if (checks.size === 0) return notRead(ofForm[0] ?? null);
    const names = await meantBy(parts.name, namesToResolveIn(checks), asking.input.publishedAt);
    const left = applyChecks(held, checks, names, readAgain > 0);
    const open = readAgain >= MOST_READ_AGAIN ? [] : toReadAgain(held, left);
    const done = left.filter((one) => !open.includes(one)).map(asLeft);
    const faults = [
      ...held
        .filter((one, i) => isDenied(one, checks.get(i + 1), readAgain > 0))
        .map((one) => objectionTo(one, 'second reading: the lines do not carry it.')),
      ...done.filter(isWithheld).map((one) => objectionTo(one, 'second reading: it was left open.')),
    ];
    const faultsBeside = ofForm.map((fault) => ({ subject: null, line: null, fault }));
    return { result: { done, open }, tally: { ...withholding(faults.length, faults), faultsBeside } };
  });
}
