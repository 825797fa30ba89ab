import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { freeText } from '#server/api/inputs.ts';
import { type CallContext, router, signedInProcedure } from '#server/api/trpc.ts';
import { findAccountById } from '#server/features/accounts/store.ts';
import { type CountedForm, countsOfShow } from '#server/features/embeds/counts/store.ts';
import {
  checkFeedNow,
  claimByFeed,
  claimByMail,
  confirmMailedOwnership,
  mailedOwnershipFor,
  tellRemoved,
} from '#server/features/owners/ownership.ts';
import { auditOf, setRightsById } from '#server/features/owners/rights/store.ts';
import {
  accountActor,
  isBacked,
  maskedAddress,
  mayRemove,
  proofElement,
  quoteLengthAllowed,
  whatChanged,
  whoActed,
} from '#server/features/owners/rules.ts';
import {
  type AuditLine,
  auditChangeSchema,
  QUOTE_CHARS,
  type Rights,
  type ShownOwner,
} from '#server/features/owners/schema.ts';
import { findOwnable, type OwnableShow } from '#server/features/owners/shows/store.ts';
import {
  endOwnership,
  type ListedOwnership,
  ownershipsOfAccount,
  ownersOf,
} from '#server/features/owners/store.ts';
import { unknownShow } from '#server/features/shows/rules.ts';
import { openFetch } from '#server/feeds/fetch.ts';
import { DAY_MS } from '#server/platform/clock.ts';

const AUDIT_LINES = 50;
const WIDGET_DAYS = 30;

const bySlug = z.object({ slug: freeText(200, 1) });
const mailed = z.object({ token: freeText(128, 1) });

export type OwnedShow = {
  readonly slug: string;
  readonly name: string;
  readonly state: 'owner' | 'waiting';
};

/** The page of one show for an account: a way to claim it, or its rights. */
export type OwnerPage = { readonly slug: string; readonly name: string } & (
  | {
      readonly state: 'stranger';
      readonly sample: boolean;
      /** What to put into the feed, once asked for. */
      readonly feed: { readonly element: string; readonly expiresAt: Date } | null;
      readonly feedUrl: string | null;
      /** The owner address that the feed names, masked; null when it names none. */
      readonly address: string | null;
      /** Until when a mailed link waits to be used. */
      readonly mailedUntil: Date | null;
    }
  | {
      readonly state: 'owner';
      readonly rights: Rights;
      readonly quoteBounds: { readonly min: number; readonly max: number };
      readonly owners: readonly ShownOwner[];
      readonly trail: readonly AuditLine[];
      /** Views and clicks of its widgets in the last `WIDGET_DAYS` days, by form. */
      readonly widgets: readonly {
        readonly form: CountedForm;
        readonly views: number;
        readonly clicks: number;
      }[];
    }
);

export const ownersRouter = router({
  /** Shows that the account owns or waits to own. */
  mine: signedInProcedure.query(async ({ ctx }): Promise<OwnedShow[]> => {
    const ownerships = await ownershipsOfAccount(ctx.db, ctx.account.accountId, ctx.now);
    const shows = new Map<string, OwnedShow>();
    for (const { slug, showName: name, verifiedAt } of ownerships) {
      const state = verifiedAt || shows.get(slug)?.state === 'owner' ? 'owner' : 'waiting';
      shows.set(slug, { slug, name, state });
    }
    return [...shows.values()];
  }),

  /** One show as the account may see it. 404 for an unknown or hidden one. */
  show: signedInProcedure.input(bySlug).query(async ({ ctx, input }): Promise<OwnerPage> => {
    const show = await mustFind(ctx, input.slug);
    const held = await ownersOf(ctx.db, show.id);
    if (held.some((ownership) => ownership.accountId === ctx.account.accountId))
      return ownerPage(ctx, show, held, ctx.account.accountId);
    return strangerPage(ctx, show, ctx.account.accountId);
  }),

  /** Asks for ownership by the feed; the element to place is on the show's page afterwards. */
  claimByFeed: signedInProcedure.input(bySlug).mutation(async ({ ctx, input }) => {
    const show = await mustBeOwnable(ctx, input.slug, ctx.account.accountId);
    await claimByFeed(ctx.services, show, ctx.account.accountId, ctx.now);
    return { started: true as const };
  }),

  /** Reads the feed now; says whether the account owns the show after that. */
  checkFeed: signedInProcedure.input(bySlug).mutation(async ({ ctx, input }) => {
    const { accountId } = ctx.account;
    const show = await mustFind(ctx, input.slug);
    if (!(await owns(ctx, show.id, accountId)))
      await checkFeedNow(ctx.services, openFetch(ctx.services), show, accountId, ctx.signal);
    return { owner: await owns(ctx, show.id, accountId) };
  }),

  /** Mails a link to the owner address that the feed names. */
  claimByMail: signedInProcedure.input(bySlug).mutation(async ({ ctx, input }) => {
    const { accountId } = ctx.account;
    const show = await mustBeOwnable(ctx, input.slug, accountId);
    const account = await findAccountById(ctx.db, accountId, ctx.now);
    if (!account) throw new Refusal('unauthorized');
    await claimByMail(ctx.services, show, { accountId, email: account.email }, ctx.now);
    return { sentTo: maskedAddress(show.ownerEmail!) };
  }),

  /** What a mailed link would confirm; null for a link that this account may not use. Changes nothing. */
  mailedClaim: signedInProcedure.input(mailed).query(async ({ ctx, input }) => {
    const ownership = await mailedOwnershipFor(ctx.services, input.token, ctx.account.accountId, ctx.now);
    return ownership ? { slug: ownership.slug, name: ownership.showName } : null;
  }),

  /** Uses a mailed link. */
  confirmMail: signedInProcedure.input(mailed).mutation(async ({ ctx, input }) => ({
    slug: await confirmMailedOwnership(ctx.services, input.token, ctx.account.accountId, ctx.now),
  })),

  /** Sets what the show allows. 404 for a show that the account does not own, 422 for a quote length out of bounds. */
  setRights: signedInProcedure
    .input(
      bySlug.extend({
        embedEnabled: z.boolean(),
        mediaEnabled: z.boolean(),
        quoteChars: z.int().max(10_000),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { accountId } = ctx.account;
      const { slug, ...wanted } = input;
      const show = await mustOwn(ctx, slug, accountId);
      if (!quoteLengthAllowed(wanted.quoteChars, show.quoteChars)) {
        throw new Refusal('invalid_request', {
          field: 'quoteChars',
          message: `The longest quote may have ${QUOTE_CHARS.min} to ${QUOTE_CHARS.max} characters.`,
        });
      }
      return { rights: await setRightsById(ctx.db, show.id, wanted, accountActor(accountId), ctx.now) };
    }),

  /** Ends an ownership: the account's own, or one that the feed no longer backs while it backs the account's. */
  endClaim: signedInProcedure
    .input(bySlug.extend({ ownershipId: z.uuid() }))
    .mutation(async ({ ctx, input }) => {
      const { accountId } = ctx.account;
      const show = await mustOwn(ctx, input.slug, accountId);
      const held = await ownersOf(ctx.db, show.id);
      const wanted = shownOwners(held, accountId).find((owner) => owner.ownershipId === input.ownershipId);
      const ownership = held.find(({ id }) => id === input.ownershipId);
      if (!wanted?.removable || !ownership) {
        throw new Refusal('not_found', { message: 'You cannot end that claim: the feed still backs it.' });
      }
      await endOwnership(ctx.db, show.id, ownership.accountId, accountActor(accountId), ctx.now);
      if (!wanted.you) await tellRemoved(ctx.services, ownership.email, show);
      return { left: wanted.you };
    }),
});

async function mustFind(ctx: CallContext, slug: string): Promise<OwnableShow> {
  const show = await findOwnable(ctx.db, slug);
  if (!show) throw unknownShow();
  return show;
}

async function owns(ctx: CallContext, showId: string, accountId: string): Promise<boolean> {
  return (await ownersOf(ctx.db, showId)).some((ownership) => ownership.accountId === accountId);
}

async function mustOwn(ctx: CallContext, slug: string, accountId: string): Promise<OwnableShow> {
  const show = await mustFind(ctx, slug);
  if (!(await owns(ctx, show.id, accountId)))
    throw new Refusal('not_found', { message: 'You do not manage this show.' });
  return show;
}

async function mustBeOwnable(ctx: CallContext, slug: string, accountId: string): Promise<OwnableShow> {
  const show = await mustFind(ctx, slug);
  if (show.sample) throw new Refusal('invalid_request', { message: 'A fictional sample show has no owner.' });
  if (await owns(ctx, show.id, accountId))
    throw new Refusal('invalid_request', { message: 'You manage this show already.' });
  return show;
}

async function strangerPage(ctx: CallContext, show: OwnableShow, accountId: string): Promise<OwnerPage> {
  const waiting = (await ownershipsOfAccount(ctx.db, accountId, ctx.now)).filter(
    (ownership) => ownership.showId === show.id,
  );
  const feed = waiting.find((ownership) => ownership.method === 'feed');
  const mail = waiting.find((ownership) => ownership.method === 'mail');
  return {
    state: 'stranger',
    slug: show.slug,
    name: show.name,
    sample: show.sample,
    feed: feed ? { element: proofElement(feed.token), expiresAt: feed.expiresAt } : null,
    feedUrl: show.feedUrl,
    address: show.ownerEmail === null ? null : maskedAddress(show.ownerEmail),
    mailedUntil: mail?.expiresAt ?? null,
  };
}

async function ownerPage(
  ctx: CallContext,
  show: OwnableShow,
  held: readonly ListedOwnership[],
  reader: string,
): Promise<OwnerPage> {
  const { embedEnabled, mediaEnabled, quoteChars } = show;
  const ids = held.map((ownership) => ownership.accountId);
  const trail = (await auditOf(ctx.db, show.id, AUDIT_LINES)).flatMap((entry) => {
    const change = auditChangeSchema.safeParse(entry.change);
    if (!change.success) return [];
    const nameOf = (actor: string) => whoActed(actor, reader, ids);
    return [{ at: entry.at, who: nameOf(entry.actor), what: whatChanged(change.data, nameOf) }];
  });
  return {
    state: 'owner',
    slug: show.slug,
    name: show.name,
    rights: { embedEnabled, mediaEnabled, quoteChars },
    quoteBounds: {
      min: Math.min(QUOTE_CHARS.min, quoteChars),
      max: Math.max(QUOTE_CHARS.max, quoteChars),
    },
    owners: shownOwners(held, reader),
    trail,
    widgets: await countsOfShow(ctx.db, show.id, new Date(ctx.now.getTime() - (WIDGET_DAYS - 1) * DAY_MS)),
  };
}

function shownOwners(held: readonly ListedOwnership[], reader: string): ShownOwner[] {
  const own = held.find((ownership) => ownership.accountId === reader);
  return held.map((ownership) => {
    const you = ownership.accountId === reader;
    const backed = isBacked(ownership, ownership);
    return {
      ownershipId: ownership.id,
      you,
      method: ownership.method,
      since: ownership.verifiedAt!,
      backed,
      removable: you || (own !== undefined && mayRemove({ backed: isBacked(own, own) }, { backed })),
    };
  });
}
