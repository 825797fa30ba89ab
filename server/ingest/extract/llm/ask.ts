import type { APICallError, FinishReason, LanguageModel, SystemModelMessage } from 'ai';
import { LlmUnavailable } from '#server/ingest/engine/outage.ts';
import { answerSchema } from '#server/ingest/extract/llm/answer.ts';
import { checksSchema } from '#server/ingest/extract/llm/editing/question.ts';
import { cardsSchema } from '#server/ingest/extract/llm/editing/signing.ts';
import { INSTRUCTIONS } from '#server/ingest/extract/llm/instructions.ts';
import { type Call, NO_IDEAS } from '#server/ingest/extract/llm/ledger.ts';
import { voicesSchema } from '#server/ingest/extract/llm/who-is-who.ts';
import { type Clock, DAY_MS } from '#server/platform/clock.ts';
import { AnswerTooLarge } from '#server/platform/language-model/capped-fetch.ts';
import { estimatedTokens, type Tokens } from '#server/platform/language-model/spend.ts';
import { late } from '#server/platform/process/late.ts';

/** A language model's answer, right or wrong, the tokens it took, and whether it was cut off at the longest allowed. */
export type Answered = { readonly text: string; readonly tokens: Tokens; readonly isCut: boolean };

/** One question and the form of its answer. */
export type Question = { readonly prompt: string; readonly form: keyof typeof FORMS };
const FORMS = {
  ideas: answerSchema,
  checks: checksSchema,
  cards: cardsSchema,
  voices: voicesSchema,
} as const;

/**
 * Asks a question, with retries, until there is an answer. Begins each attempt with the most tokens that it may take, and ends each
 * without an answer with those that it may have cost; the caller ends the `call` of the answer. Throws `LlmUnavailable` after the
 * last retry, and the signal's reason when aborted.
 */
export type AskLlm = (
  question: Question,
  signal: AbortSignal,
  begin: (most: Tokens) => Promise<Call>,
) => Promise<Answered & { readonly call: Call }>;

export type Patience = {
  /** Timeout of one attempt, in ms. */
  readonly attemptMs: number;
  /** Waits before each retry, in ms. */
  readonly waitsMs: readonly number[];
  /** A Retry-After up to this, in ms, is waited for here. A longer one ends the turn of the episode. */
  readonly longestWaitMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly clock: Clock;
};

const MOST_OUTPUT_TOKENS = 8_000;
/** Longest Retry-After that is believed: a server that asks for more is misconfigured. */
const LONGEST_RETRY_MS = DAY_MS;
/** The same for every window, so marked for caching: some providers cache only what is marked, others the start of any prompt. */
const KEPT_INSTRUCTIONS: SystemModelMessage = {
  role: 'system',
  content: INSTRUCTIONS,
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
};
const NOTHING: Tokens = { inputTokens: 0, outputTokens: 0 };

/** Asks this model, with retries as `patience` says. */
export function createAskLlm(model: LanguageModel, patience: Patience): AskLlm {
  return async (question, signal, begin) => {
    const asked = estimated(question.prompt);
    for (let attempt = 0; ; attempt += 1) {
      const call = await begin({ ...asked, outputTokens: MOST_OUTPUT_TOKENS });
      const outcome = await attemptOnce(model, question, signal, patience.attemptMs).catch(async (error) => {
        await call.end({ ...NO_IDEAS, tokens: asked, outcome: 'aborted', answer: null });
        throw error;
      });
      if (outcome.ok) return { ...outcome.answered, call };
      await call.end({ ...NO_IDEAS, tokens: outcome.tokens, outcome: 'failed', answer: null });
      const wait = waitBefore(attempt, outcome, patience);
      if (wait === null) throw new LlmUnavailable(outcome.reason, retryAt(outcome, patience.clock));
      await patience.sleep(wait, signal);
    }
  };
}

type NoAnswer = {
  readonly ok: false;
  readonly reason: string;
  readonly tokens: Tokens;
  /** Another attempt may help. */
  readonly again: boolean;
  readonly retryAfterMs: number | null;
};
type Attempt = { readonly ok: true; readonly answered: Answered } | NoAnswer;

async function attemptOnce(
  model: LanguageModel,
  { prompt, form }: Question,
  signal: AbortSignal,
  attemptMs: number,
): Promise<Attempt> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = late.ai();
  const deadline = AbortSignal.timeout(attemptMs);
  try {
    const { text, usage, finishReason } = await generateText({
      model,
      instructions: KEPT_INSTRUCTIONS,
      prompt,
      output: Output.object({ schema: jsonSchema(FORMS[form] as object), name: form }),
      maxOutputTokens: MOST_OUTPUT_TOKENS,
      maxRetries: 0,
      temperature: 0,
      abortSignal: AbortSignal.any([signal, deadline]),
    });
    return { ok: true, answered: answeredAs(text, finishReason, tokensOf(usage, prompt, text)) };
  } catch (error) {
    signal.throwIfAborted();
    // An answer of the wrong form is an answer too: its reader decides what to do.
    if (NoObjectGeneratedError.isInstance(error)) {
      const text = error.text ?? '';
      return {
        ok: true,
        answered: answeredAs(text, error.finishReason, tokensOf(error.usage, prompt, text)),
      };
    }
    if (causes(error).some((cause) => cause instanceof AnswerTooLarge)) {
      const tokens = { ...estimated(prompt), outputTokens: MOST_OUTPUT_TOKENS };
      return { ok: true, answered: answeredAs('', 'length', tokens) };
    }
    return failureOf(error, prompt, deadline.aborted ? attemptMs : null);
  }
}

function answeredAs(text: string, finish: FinishReason | undefined, tokens: Tokens): Answered {
  return { text, tokens, isCut: finish === 'length' };
}

function failureOf(error: unknown, prompt: string, timedOutAfterMs: number | null): NoAnswer {
  if (timedOutAfterMs !== null) {
    const reason = `The model did not answer within ${timedOutAfterMs / 1000} seconds.`;
    return { ok: false, reason, tokens: estimated(prompt), again: true, retryAfterMs: null };
  }
  if (late.ai().APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    const reason = `The model's server answered ${error.statusCode}: ${error.message.slice(0, 200)}`;
    return {
      ok: false,
      reason,
      tokens: NOTHING,
      again: error.isRetryable,
      retryAfterMs: retryAfterMs(error),
    };
  }
  const reason = `The model's answer broke off: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`;
  // The prompt may have been billed, unless there was no connection at all.
  const tokens = causes(error).some((cause) => 'code' in cause && cause.code === 'ECONNREFUSED')
    ? NOTHING
    : estimated(prompt);
  return { ok: false, reason, tokens, again: true, retryAfterMs: null };
}

function waitBefore(attempt: number, failed: NoAnswer, patience: Patience): number | null {
  const planned = patience.waitsMs[attempt];
  if (!failed.again || planned === undefined) return null;
  const asked = failed.retryAfterMs ?? 0;
  if (asked > patience.longestWaitMs) return null;
  return Math.max(asked, planned) * (1 + patience.random() / 4);
}

function retryAt(failed: NoAnswer, clock: Clock): Date | null {
  if (failed.retryAfterMs === null) return null;
  return new Date(clock().getTime() + Math.min(failed.retryAfterMs, LONGEST_RETRY_MS));
}

/** The Retry-After of an answer in ms: seconds, or a date relative to the answer's own `Date`. */
function retryAfterMs({ responseHeaders }: APICallError): number | null {
  const header = responseHeaders?.['retry-after'];
  if (!header) return null;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  const wait = Date.parse(header) - Date.parse(responseHeaders.date ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

type Usage =
  | { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined }
  | undefined;

/** The provider's count, or an estimate if it gives none, so that the budget holds anyway. */
function tokensOf(usage: Usage, prompt: string, text: string): Tokens {
  return {
    inputTokens: usage?.inputTokens ?? estimated(prompt).inputTokens,
    outputTokens: usage?.outputTokens ?? estimatedTokens(text),
  };
}

function estimated(prompt: string): Tokens {
  return {
    inputTokens: estimatedTokens(INSTRUCTIONS + prompt),
    outputTokens: 0,
  };
}

function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at);
  return chain;
}
