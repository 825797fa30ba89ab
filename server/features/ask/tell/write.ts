import type { streamText } from 'ai';
import { ASK_BUDGET_MS } from '#server/api/meta.ts';
import type { Evidence } from '#server/features/ask/choose/evidence.ts';
import { INSTRUCTIONS, promptOf } from '#server/features/ask/tell/prompt.ts';
import type { Sentence } from '#server/features/ask/tell/sentence.ts';
import { verified } from '#server/features/ask/tell/verify.ts';
import type { Db } from '#server/platform/db.ts';
import { causesOf } from '#server/platform/failure/causes.ts';
import { languageModel } from '#server/platform/language-model/provider.ts';
import {
  costOf,
  estimatedTokens,
  reserveModelUse,
  settleModelUse,
  type Tokens,
} from '#server/platform/language-model/spend.ts';
import { late } from '#server/platform/process/late.ts';
import type { Services } from '#server/platform/services.ts';

export type WriterTools = {
  readonly db: Db;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Called with each sentence that its evidence proves, in order, as soon as it is written. */
  readonly onSentence?: (sentence: Sentence) => void;
};

/**
 * Writes an answer to a question from evidence. Returns only sentences proven by the evidence they cite: when the model fails,
 * those heard before, possibly none. Throws when the call was aborted, or when what it costs cannot be noted.
 */
type AnswerWriter = (
  question: string,
  evidence: readonly Evidence[],
  tools: WriterTools,
) => Promise<readonly Sentence[]>;

/** The rest of the question's budget is for finding evidence and, if the model fails, composing the answer. */
const MODEL_BUDGET_MS = 0.6 * ASK_BUDGET_MS;
const MOST_OUTPUT_TOKENS = 700;

/** The writer of the configured model; null when none is configured. */
export function createAnswerWriter(services: Services): AnswerWriter | null {
  const { env } = services;
  const model = languageModel(env);
  if (!model) return null;
  return async (question, evidence, tools) => {
    const prompt = promptOf(question, evidence);
    const call = await begin(services, tools, prompt);
    if (call === null) return [];
    const asked = { model, prompt, ...settings(tools.signal) };
    const told: Sentence[] = [];
    const tell = (sentence: Sentence) => {
      told.push(sentence);
      tools.onSentence?.(sentence);
    };
    const heard = { text: '' };
    try {
      const { text, usage } = tools.onSentence
        ? await writtenAloud(asked, evidence, tell, heard)
        : await late.ai().generateText(asked);
      const sentences = verified(text, evidence);
      await call.end(sentences.length > 0 ? 'answered' : 'empty', {
        inputTokens: usage.inputTokens ?? estimatedTokens(INSTRUCTIONS + prompt),
        outputTokens: usage.outputTokens ?? estimatedTokens(text),
      });
      return sentences;
    } catch (error) {
      await call.end(tools.signal.aborted ? 'aborted' : 'failed', billedFor(error, prompt, heard.text));
      tools.signal.throwIfAborted();
      services.log.warn(
        { err: error instanceof Error ? error.message : String(error) },
        'answer model failed',
      );
      // The sentences heard so far stay the answer: each is proven, whatever would have followed.
      return told;
    }
  };
}

/** What is the same for each call of the model. */
function settings(signal: AbortSignal) {
  return {
    system: INSTRUCTIONS,
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    maxRetries: 1,
    temperature: 0,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(MODEL_BUDGET_MS)]),
  };
}

/** The tokens that a failed call may be billed for; `heard` is what it had written. */
function billedFor(error: unknown, prompt: string, heard: string): Tokens {
  if (!wasBilled(error)) return { inputTokens: 0, outputTokens: 0 };
  return { inputTokens: estimatedTokens(INSTRUCTIONS + prompt), outputTokens: estimatedTokens(heard) };
}

/** Whether a failed call may have been billed: not when the server refused it or could not be reached. */
function wasBilled(error: unknown): boolean {
  const { APICallError, RetryError } = late.ai();
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(last) && last.statusCode !== undefined && last.statusCode >= 300) return false;
  return ![...causesOf(last)].some(({ code }) => code === 'ECONNREFUSED');
}

type ModelCall = { readonly end: (outcome: string, tokens: Tokens) => Promise<void> };

/** Reserves the most that a call may cost; null when the day's budget is spent. */
async function begin({ db, env }: Services, { now }: WriterTools, prompt: string): Promise<ModelCall | null> {
  const use = (tokens: Tokens) =>
    ({ purpose: 'ask', model: env.EARMARK_MODEL ?? '', ...tokens, costUsd: costOf(env, tokens) }) as const;
  const most = { inputTokens: estimatedTokens(INSTRUCTIONS + prompt), outputTokens: MOST_OUTPUT_TOKENS };
  // Not on the call's own database handle: an aborted call must be settled too.
  const id = await reserveModelUse(db, use(most), env.EARMARK_MODEL_DAILY_USD, now);
  if (id === null) return null;
  return { end: (outcome, tokens) => settleModelUse(db, id, { ...use(tokens), outcome }) };
}

/**
 * Streams the model's text and returns it whole with its usage. `tell` gets each sentence once no later word can change it;
 * `heard` holds the text so far. Throws when the stream breaks off.
 */
async function writtenAloud(
  asked: Parameters<typeof streamText>[0],
  evidence: readonly Evidence[],
  tell: (sentence: Sentence) => void,
  heard: { text: string },
): Promise<{ text: string; usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } }> {
  // Errors arrive in the stream below; without this the library also writes them to standard error.
  const answer = late.ai().streamText({ ...asked, onError: () => undefined });
  let told = 0;
  for await (const part of answer.fullStream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('The model took too long.');
    if (part.type !== 'text-delta') continue;
    heard.text += part.text;
    const sure = verified(heard.text, evidence, 'open');
    for (const sentence of sure.slice(told)) tell(sentence);
    told = sure.length;
  }
  for (const sentence of verified(heard.text, evidence).slice(told)) tell(sentence);
  return { text: heard.text, usage: await answer.usage };
}
