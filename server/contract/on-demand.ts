import { permits } from '#server/api/access.ts';
import { emptyBucket } from '#server/api/buckets/take.ts';
import { bodyTooLarge, expiredKey, notSentAsJson, Refusal, switchedOff } from '#server/api/errors.ts';
import { MAX_BODY_BYTES } from '#server/api/inputs.ts';
import type { Access, ProcedureMeta } from '#server/api/meta.ts';
import {
  askedBy,
  type Demanded,
  demanded,
  isAnswer,
  statusOf,
  TEST_HEADER,
  TEST_RETRY_SECONDS,
  type TestCall,
} from '#server/api/test-keys/rules.ts';
import type { CallContext } from '#server/api/trpc.ts';
import { createCaller } from '#server/contract/router.ts';
import { stanceChangesNeedPremium } from '#server/features/alerts/rules.ts';
import { askLimit } from '#server/features/ask/rules.ts';
import { followLimit } from '#server/features/follows/rules.ts';
import { mediaNeedsPremium, readLimit } from '#server/features/ideas/rules.ts';
import { tooManyActive, tooManyIssued } from '#server/features/keys/rules.ts';
import { limitOf } from '#server/features/plans/rules.ts';
import { saveLimit } from '#server/features/saves/rules.ts';
import { bucketPolicies } from '#server/platform/buckets/policies.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * Throws the refusal that a test key's call asks for, by its header or by one of its values (docs/contract.md, Added: Test
 * keys 5 and 6); returns when it asks for none. 422 or 400 for a header that asks for an answer which the procedure never gives.
 */
export async function refuseOnDemand(
  context: CallContext,
  test: TestCall,
  meta: ProcedureMeta,
  input: unknown,
): Promise<void> {
  const given = (input ?? {}) as Input;
  const byValue = askedBy(given);
  const asked = test.asked ?? byValue;
  if (asked === null) return;
  const answer = demanded(asked.toLowerCase(), meta, context.via);
  if (answer) throw await demandedRefusal(context, test, meta.access, { ...answer, given });
  if (test.asked !== null)
    throw new Refusal('invalid_request', {
      status: statusOf('invalid_request', meta.access),
      field: TEST_HEADER,
      message: isAnswer(asked)
        ? `This route never answers ${asked.slice(0, 40)}, which ${TEST_HEADER} asks for.`
        : `${TEST_HEADER} takes the status of an error, its code, or expired; ${asked.slice(0, 40)} is none of them.`,
    });
}

/**
 * Throws the refusal of a whole MCP request that a test key's header asks for: one that comes before any message is read (401,
 * 429, 503 and `origin_not_allowed`).
 */
export function refuseWhole(test: TestCall): void {
  if (test.asked?.toLowerCase() === 'origin_not_allowed') throw new Refusal('origin_not_allowed');
  const answer =
    test.asked === null ? null : demanded(test.asked.toLowerCase(), { access: { kind: 'open' } }, 'mcp');
  const refusal = answer && callerRefusal(answer);
  if (refusal) throw refusal;
}

/** The refusal of a code that any call may meet; null for other codes. */
function callerRefusal({ code, reason }: Demanded): Refusal | null {
  if (reason === 'expired') return expiredKey();
  if (code === 'unauthorized') return new Refusal(code, { message: 'This key is not valid.' });
  if (code === 'rate_limited') return tooMany();
  if (code === 'agent_api_disabled') return switchedOff(code, TEST_RETRY_SECONDS);
  return null;
}

type Wanted = Demanded & { readonly given: Input };

/** The refusal as the procedure itself would word it, wherever it has words of its own. */
async function demandedRefusal(
  context: CallContext,
  { now }: TestCall,
  access: Access,
  wanted: Wanted,
): Promise<Refusal> {
  const ofAny = callerRefusal(wanted);
  if (ofAny) return ofAny;
  const { code, status, given } = wanted;
  const { env } = context.services;
  const limit = (metric: Parameters<typeof limitOf>[0]) => limitOf(metric, 'free')!;
  switch (code) {
    case 'forbidden_scope':
      return scopeless(context, access);
    case 'invalid_request':
      if (status === 413) return bodyTooLarge(MAX_BODY_BYTES);
      if (status === 415) return notSentAsJson();
      return new Refusal(code, {
        status,
        field: Object.keys(given)[0] ?? TEST_HEADER,
        message: 'A parameter is not valid, as the call asked for.',
      });
    case 'idea_read_limit': {
      const { ideas } = await createCaller(context).ideas.searchIdeas({ limit: 1 });
      return readLimit(ideas[0]!, { used: limit('ideaReads'), now, webUrl: env.webUrl });
    }
    case 'premium_required':
      return 'webhookId' in given ? stanceChangesNeedPremium(env) : mediaNeedsPremium(env);
    case 'ask_limit':
      return askLimit(limit('asks'), limit('asks'), now);
    case 'save_limit':
      return saveLimit(limit('savedIdeas'), limit('savedIdeas'));
    case 'follow_limit': {
      const ofTickers = 'symbol' in given || given.type === 'ticker';
      const most = limit(ofTickers ? 'followedTickers' : 'followedShows');
      return followLimit(ofTickers ? 'ticker' : 'show', most, most);
    }
    case 'key_limit':
      return status === 429 ? tooManyIssued(TEST_RETRY_SECONDS) : tooManyActive();
    case 'ask_disabled':
      return switchedOff(code, TEST_RETRY_SECONDS);
    default:
      return new Refusal(code);
  }
}

/** The refusal that a key without scopes gets. */
function scopeless({ principal }: CallContext, access: Access): Refusal {
  if (principal.kind !== 'connector') return new Refusal('forbidden_scope');
  const verdict = permits({ ...principal, key: { ...principal.key, scopes: [] } }, access);
  return verdict === true ? new Refusal('forbidden_scope') : verdict;
}

function tooMany(): Refusal {
  return emptyBucket({
    policy: 'key',
    allowed: false,
    ...bucketPolicies.key,
    remaining: 0,
    resetSeconds: TEST_RETRY_SECONDS,
  });
}
