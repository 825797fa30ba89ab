import { type Principal, sessionPrincipal } from '#server/api/access.ts';
import { closeContext, openContext } from '#server/api/context.ts';
import { Refusal, type RenderedError, refusalOf, renderRefusal } from '#server/api/errors.ts';
import { invalidForm } from '#server/api/invalid-form.ts';
import { ASK_BUDGET_MS, READ_BUDGET_MS } from '#server/api/meta.ts';
import type { CallContext } from '#server/api/trpc.ts';
import { sampledCalls } from '#server/contract/kits/samples.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { createCaller } from '#server/contract/router.ts';
import { procedures } from '#server/contract/routes.ts';
import { drawnFor } from '#server/edges/embed/drawn.ts';
import { enterAsk } from '#server/edges/entry.ts';
import { consentRequest } from '#server/edges/oauth/consent.ts';
import { operate, operatorDesk } from '#server/edges/operator/desk.ts';
import { changelog } from '#server/edges/pages/changelog.ts';
import {
  answerMissing,
  onceAnswered,
  pageAsked,
  readerAddress,
  readerIsHere,
} from '#server/edges/pages/request.ts';
import { logFailure } from '#server/edges/refusal.ts';
import { signInAdapter } from '#server/features/accounts/signin/adapter.ts';
import { requestSignInLink, sendSignInLink } from '#server/features/accounts/signin/link.ts';
import { LINK_MINUTES, SESSION_DAYS, safePath } from '#server/features/accounts/signin/rules.ts';
import { deleteAllSessions, deleteSession } from '#server/features/accounts/signin/store.ts';
import type { AccountRecord } from '#server/features/accounts/store.ts';
import { findAccountById } from '#server/features/accounts/store.ts';
import { openPortal, type Period, startCheckout } from '#server/features/plans/billing/billing.ts';
import { type KeptMail, listOutbox } from '#server/platform/mail.ts';
import { idOfRequest } from '#server/platform/observe/doing.ts';
import { services } from '#server/platform/services.ts';

/** Who looks at a page: a signed-in account holder, or null for a reader without an account. */
export type Viewer = AccountRecord | null;
export type PageCaller = ReturnType<typeof createCaller>;

/** The account of a session as of now; null when the account was deleted. */
export async function findViewer(accountId: string): Promise<Viewer> {
  const { db, clock } = await services();
  return findAccountById(db, accountId, clock());
}

/** Calls procedures for a page, all within `budgetMs` milliseconds. `ip` is the reader's address as the front door saw it. */
export async function pageCaller(
  viewer: Viewer,
  ip: string,
  budgetMs = READ_BUDGET_MS,
  heard: Pick<CallContext, 'onAnswer'> = {},
): Promise<PageCaller> {
  const context = openContext(await services(), {
    principal: principalOf(viewer),
    requestId: idOfRequest(),
    ip,
    gone: null,
    budgetMs,
    idempotencyKey: null,
    ifNoneMatch: null,
    headersOnly: false,
    via: 'page',
    ...heard,
  });
  onceAnswered(() => closeContext(context));
  return createCaller(context);
}

/**
 * Asks a question as a signed-in reader, from the bucket that REST and MCP share. `onAnswer` is told the answer as a model
 * writes it; an answer composed from the record comes at once.
 */
export async function askAs(
  viewer: NonNullable<Viewer>,
  ip: string,
  asked: { question: string; conversationId?: string; ideaId?: string },
  onAnswer?: (soFar: string) => void,
) {
  await enterAsk(await services(), principalOf(viewer));
  const caller = await pageCaller(viewer, ip, ASK_BUDGET_MS, onAnswer ? { onAnswer } : {});
  return caller.ask.askService(asked);
}

/** Whether a model writes answers here, so that pages may show them growing. */
export async function answersGrow(): Promise<boolean> {
  return (await services()).env.EARMARK_MODEL_PROVIDER !== undefined;
}

/** The machine-readable description of the API, as served at /v1/agent/openapi.json. */
export async function apiDescription(): Promise<ReturnType<typeof openApiDocument>> {
  const { env } = await services();
  return openApiDocument(env.webUrl);
}

export { changelog };

let samples: ReturnType<typeof sampledCalls> | undefined;

/** Sample calls and answers of each operation of this deployment, by operation id; made once. */
export async function apiSamples(): Promise<ReturnType<typeof sampledCalls>> {
  const { env } = await services();
  samples ??= sampledCalls(openApiDocument(env.webUrl), env.webUrl);
  return samples;
}

export type ListedTool = {
  readonly name: string;
  readonly scope: string | null;
  readonly description: string;
};

/** Every MCP tool with the scope it needs; null for the open ones. */
export function mcpTools(): ListedTool[] {
  return procedures().flatMap(({ meta }) =>
    meta.tool
      ? [
          {
            name: meta.tool.name,
            scope: meta.access.kind === 'scope' ? meta.access.scope : null,
            description: meta.tool.description,
          },
        ]
      : [],
  );
}

/** The address of the payment provider's page for a checkout or an existing subscription. */
export async function billingPage(accountId: string, which: Period | 'portal'): Promise<string> {
  const shared = await services();
  return which === 'portal' ? openPortal(shared, accountId) : startCheckout(shared, accountId, which);
}

/** What Premium costs here, and whether it can be paid for on this deployment. */
export async function priceList() {
  const { env } = await services();
  return {
    currency: env.EARMARK_PRICE_CURRENCY,
    monthly: env.EARMARK_PRICE_MONTHLY,
    yearly: env.EARMARK_PRICE_YEARLY,
    payable: env.STRIPE_SECRET_KEY !== undefined,
  };
}

/** Who runs this service, as the settings say. */
export async function operator() {
  const { env } = await services();
  return {
    name: env.EARMARK_OPERATOR_NAME ?? null,
    address: env.EARMARK_OPERATOR_ADDRESS ?? null,
    email: env.EARMARK_CONTACT_EMAIL ?? null,
    /** Where a person asks to be taken out of the record. */
    removal: env.EARMARK_REMOVAL_EMAIL ?? env.EARMARK_CONTACT_EMAIL ?? null,
  };
}

function principalOf(viewer: Viewer): Principal {
  return viewer ? sessionPrincipal(viewer.id, viewer.plan) : { kind: 'anonymous' };
}

/** What a page may show of a failed call: the refusal in words for a person. Any other error is logged and null. */
export async function pageRefusal(error: unknown, requestId?: string): Promise<RenderedError | null> {
  const { env, log } = await services();
  const refusal = refusalOf(error) ?? invalidForm(error);
  if (refusal) {
    const { body, ...rendered } = renderRefusal(refusal, env.webUrl);
    return { ...rendered, body: { ...body, message: refusal.details.spoken ?? refusal.message } };
  }
  logFailure(log, error, requestId ? { requestId } : {}, 'page call failed');
  return null;
}

/** The same for a form, which always has something to say: of any other error the id that the log has it under. */
export async function formRefusal(error: unknown): Promise<RenderedError> {
  const requestId = idOfRequest();
  const refusal = await pageRefusal(error, requestId);
  if (refusal) return refusal;
  const message = `Something went wrong on our side; request id ${requestId} helps us find it.`;
  return renderRefusal(new Refusal('internal_server_error', { message }), (await services()).env.webUrl);
}

/** Sends a sign-in link; see `requestSignInLink`. */
export async function askForSignInLink(asked: { email: string; next: string; ip: string }): Promise<void> {
  await requestSignInLink(await services(), asked);
}

/** Ends one session, or every session of an account. */
export async function endSessions(which: { token: string } | { accountId: string }): Promise<void> {
  const { db } = await services();
  if ('token' in which) await deleteSession(db, which.token);
  else await deleteAllSessions(db, which.accountId);
}

const PREVIEW_HEADERS = {
  'Content-Type': 'image/png',
  'Cache-Control': 'public, max-age=0, must-revalidate',
};

/** The preview image of `key`, which names all that it shows; drawn at most once for all readers. 429 past a reader's drawings. */
export async function previewImage(key: string, draw: () => Promise<ArrayBuffer>): Promise<Response> {
  const shared = await services();
  const image = await drawnFor(shared, readerAddress(), `preview ${key}`, draw);
  if (!(image instanceof Refusal)) return new Response(image, { headers: PREVIEW_HEADERS });
  const { status, headers, body } = renderRefusal(image, shared.env.webUrl);
  return new Response(`${body.message}\n`, {
    status,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

/** The mails of the local outbox; null with an SMTP server, and for a reader who is not at this machine. */
export async function localOutbox(): Promise<KeptMail[] | null> {
  const { env, db } = await services();
  return env.EARMARK_SMTP_URL || !readerIsHere() ? null : listOutbox(db);
}

export {
  answerMissing,
  consentRequest,
  LINK_MINUTES,
  operate,
  operatorDesk,
  pageAsked,
  readerAddress,
  SESSION_DAYS,
  safePath,
  sendSignInLink,
  services,
  signInAdapter,
};
