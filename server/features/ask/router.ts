import { z } from 'zod';
import type { AccountPrincipal } from '#server/api/access.ts';
import { readAsOf } from '#server/api/context.ts';
import { Refusal, switchedOff } from '#server/api/errors.ts';
import { freeText } from '#server/api/inputs.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { ASK_BUDGET_MS } from '#server/api/meta.ts';
import {
  accountProcedure,
  type CallContext,
  procedure,
  router,
  signedInProcedure,
} from '#server/api/trpc.ts';
import { findIdeaCandidate } from '#server/features/ask/find/store.ts';
import { MOST_CONVERSATIONS } from '#server/features/ask/kept/rules.ts';
import { findConversation } from '#server/features/ask/kept/store.ts';
import {
  type AskedQuestion,
  answerQuestion,
  asSpelled,
  offerQuestions,
  purposeOf,
  refuseAdvice,
} from '#server/features/ask/pipeline.ts';
import { type AnswerBody, askLimit, LEASE_MS, toAnswer } from '#server/features/ask/rules.ts';
import {
  type AskAnswer,
  askAnswerSchema,
  conversationListSchema,
  conversationSchema,
  erasedHistorySchema,
} from '#server/features/ask/schema.ts';
import {
  type Exchange,
  eraseHistory,
  listConversations,
  questionsOf,
  refundSlot,
  storeExchange,
  takeSlot,
} from '#server/features/ask/store.ts';
import { exampleQuestions } from '#server/features/ask/suggestions.ts';
import type { TellTools } from '#server/features/ask/tell/tell.ts';
import { limitOf } from '#server/features/plans/rules.ts';
import { beforeAbort } from '#server/platform/abort.ts';
import { logError } from '#server/platform/failure/failed.ts';

type Call = CallContext & { readonly account: AccountPrincipal };
type AskInput = {
  question: string;
  conversationId?: string | null | undefined;
  ideaId?: string | null | undefined;
};

/** How many earlier questions of a conversation a question is read against. */
const REMEMBERED = 6;

export const askRouter = router({
  /**
   * docs/contract.md, Ask 1 to 6. A trade-decision question is refused with a reframe, whatever is left of the allowance. It
   * spends nothing, and neither does a text that asks nothing. A research question takes one of the day's, refunded on 502.
   */
  askService: accountProcedure({
    access: { kind: 'scope', scope: 'ask:write' },
    route: {
      method: 'POST',
      path: '/v1/agent/ask',
      operationId: 'askService',
      summary: 'Answer a research question from the corpus, with numbered citations',
      description:
        'Answers what named shows said, each sentence with a marker into `citations`. A question that asks whether to trade a security answers 200 with `refused: true` and spends nothing. `coverage: low` means thin coverage and must be said when relayed.',
      tag: 'Ask',
      errors: ['ask_limit', 'not_found', 'ask_failed', 'ask_disabled'],
    },
    tool: {
      name: 'service_ask',
      title: 'Ask what podcasts said',
      description:
        'Answers a research question from attributed podcast statements, each sentence with a numbered citation. Use it for what was argued, by whom, how views differ or changed; use the search and ticker tools for lists. It never says whether to trade: such a question comes back refused with questions to ask instead, at no cost. Spends one of the 3 questions a day of the free plan. Say so when coverage is low. Send conversationId to follow up.',
      readOnly: false,
      idempotent: false,
    },
    askBucket: true,
    budgetMs: ASK_BUDGET_MS,
  })
    .input(
      z.strictObject({
        question: freeText(mostCharacters.question, 1)
          .refine((text) => text.trim() !== '', { error: 'it asks nothing' })
          .describe('A research question in plain words, about what was said on shows.'),
        // Null leaves either out, because answers use null for absent.
        conversationId: z.uuid().nullish().describe('Continues the conversation of an earlier answer.'),
        ideaId: z.uuid().nullish().describe('Scopes the question to one idea.'),
      }),
    )
    .output(askAnswerSchema)
    .mutation(({ ctx, input }) => ask(ctx, input)),

  /** Erases every conversation and message, whichever surface asked (docs/contract.md, Ask 7 to 9). */
  deleteAskHistory: accountProcedure({
    access: { kind: 'scope', scope: 'ask:write' },
    route: {
      method: 'DELETE',
      path: '/v1/agent/ask/history',
      operationId: 'deleteAskHistory',
      summary: 'Erase every conversation and message of the account',
      tag: 'Ask',
    },
  })
    .output(erasedHistorySchema)
    .mutation(async ({ ctx }) => ({ deleted: await eraseHistory(ctx.db, ctx.account.accountId) })),

  /** Questions that the corpus answers well, for the Ask page to offer to any reader. */
  exampleQuestions: procedure({ access: { kind: 'public' } }).query(({ ctx }) => exampleQuestions(ctx)),

  /** The account's conversations, the most recent one first. */
  listConversations: signedInProcedure.output(conversationListSchema).query(async ({ ctx }) => {
    const rows = await listConversations(ctx.db, ctx.account.accountId, MOST_CONVERSATIONS);
    return {
      conversations: rows.map((row) => ({
        id: row.id,
        title: row.title,
        questions: row.questions,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      })),
    };
  }),

  /** One conversation with its messages in order. 404 when it is unknown or another account's. */
  getConversation: signedInProcedure
    .input(z.strictObject({ conversationId: z.uuid() }))
    .output(conversationSchema)
    .query(async ({ ctx, input }) => {
      const found = await findConversation(ctx.db, ctx.account.accountId, input.conversationId);
      if (!found) throw new Refusal('not_found', { message: 'There is no such conversation.' });
      return {
        id: found.id,
        title: found.title,
        createdAt: found.createdAt.toISOString(),
        updatedAt: found.updatedAt.toISOString(),
        messages: found.messages.map((message) => ({
          ...message,
          createdAt: message.createdAt.toISOString(),
        })),
      };
    }),
});

async function ask(ctx: Call, input: AskInput): Promise<AskAnswer> {
  if (!ctx.services.env.EARMARK_ASK) throw switchedOff('ask_disabled');
  const { services, db, signal, keep, onAnswer } = ctx;
  const tools: TellTools = { services, db, now: readAsOf(ctx), signal, keep, onAnswer };
  const asked = await asSpelled(await resolveAsked(ctx, input), tools);
  const exchange: Exchange = {
    accountId: ctx.account.accountId,
    conversationId: input.conversationId ?? null,
    question: input.question,
    ideaId: input.ideaId ?? null,
    now: ctx.now,
  };
  const purpose = await purposeOf(asked, tools);
  if (purpose === 'research') return answer(ctx, exchange, asked, tools);
  const body = await (purpose === 'trade' ? refuseAdvice(asked, tools) : offerQuestions(asked, tools));
  return tellFree(ctx, exchange, body);
}

/** The conversation that a question continues and its idea. 404 when either is unknown, hidden or another account's. */
async function resolveAsked(ctx: Call, input: AskInput): Promise<AskedQuestion> {
  const { conversationId, ideaId, question } = input;
  const earlier = conversationId
    ? await questionsOf(ctx.db, ctx.account.accountId, conversationId, REMEMBERED)
    : [];
  if (earlier === null) throw new Refusal('not_found', { message: 'There is no such conversation.' });
  const idea = ideaId ? await findIdeaCandidate(ctx.db, ideaId) : null;
  if (ideaId && !idea) throw new Refusal('not_found', { message: 'There is no such idea.' });
  const before = await Promise.all(
    earlier.map(async ({ question, ideaId }) => ({
      question,
      idea: ideaId ? await findIdeaCandidate(ctx.db, ideaId) : null,
    })),
  );
  return { question, before, idea };
}

/** Stores and returns an answer that spends none of the day's questions. */
async function tellFree(ctx: Call, exchange: Exchange, body: AnswerBody): Promise<AskAnswer> {
  const cost = { slotId: null, limit: limitOf('asks', ctx.account.plan) };
  return storeExchange(ctx.db, exchange, cost, toAnswer(body, ctx.services.env));
}

async function answer(
  ctx: Call,
  exchange: Exchange,
  asked: AskedQuestion,
  tools: TellTools,
): Promise<AskAnswer> {
  const limit = limitOf('asks', ctx.account.plan);
  const slot = await takeSlot(ctx.db, {
    accountId: exchange.accountId,
    now: ctx.now,
    leaseEndsAt: new Date(ctx.now.getTime() + LEASE_MS),
    limit,
  });
  if (!slot.taken) throw askLimit(limit ?? 0, slot.used, ctx.now);
  try {
    const body = await beforeAbort(ctx.signal, answerQuestion(asked, ctx.account.plan, tools));
    const cost = { slotId: slot.slotId, remaining: limit === null ? null : Math.max(0, limit - slot.used) };
    const given = toAnswer(body, ctx.services.env);
    // In a transaction: once the call has ended it is rolled back, so an answer that nobody got is not charged.
    return await ctx.db.transaction((tx) => storeExchange(tx, exchange, cost, given));
  } catch (error) {
    const failed = failure(ctx, error);
    await refund(ctx, slot.slotId);
    throw failed;
  }
}

/** Refunds a slot. If that fails, the slot frees itself when its lease ends. */
async function refund({ services, requestId }: Call, slotId: string): Promise<void> {
  try {
    // Not on the call's own database handle, which may be cancelled by now.
    await refundSlot(services.db, slotId);
  } catch (error) {
    logError(services.log, error, { requestId }, 'no refund of a question');
  }
}

/** No answer is 502 over REST (docs/contract.md, States and transitions 18); a tool past its budget answers `timeout`. */
function failure(ctx: Call, error: unknown): Refusal {
  // A caller who hangs up is no fault of ours.
  if (!ctx.signal.aborted) logError(ctx.services.log, error, { requestId: ctx.requestId }, 'no answer');
  return new Refusal(ctx.signal.aborted && ctx.via === 'mcp' ? 'timeout' : 'ask_failed');
}
