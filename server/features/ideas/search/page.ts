import { z } from 'zod';
import { planOf } from '#server/api/access.ts';
import { readOnce } from '#server/api/context.ts';
import { type CursorQuery, openCursor, pageOf, sealCursor } from '#server/api/cursor.ts';
import type { CallContext } from '#server/api/trpc.ts';
import type { Plan } from '#server/domain.ts';
import { airWindow } from '#server/features/ideas/rules.ts';
import type { IdeaFilter } from '#server/features/ideas/search/matches/store.ts';
import { isForMatter, readQuery } from '#server/features/ideas/search/query/rules.ts';
import {
  type DepthPosition,
  type PagePart,
  type SearchAsked,
  type StanceAsked,
  searchSubject,
} from '#server/features/ideas/search/rules.ts';
import { countIdeas, type FoundIdea, newestIdeas, searchIdeas } from '#server/features/ideas/search/store.ts';
import { meaningOf, nearest } from '#server/features/meaning/find.ts';
import { LEAST_OF_MATTER, ofMatter } from '#server/features/meaning/rules.ts';
import { findShow } from '#server/features/shows/store.ts';
import { NOT_TOLD } from '#server/features/theses/schema.ts';
import { otherClassesOf } from '#server/features/tickers/classes.ts';
import { findSymbol, nameSymbols } from '#server/features/tickers/store.ts';
import { asTyped, inAmerican } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';
import { canonicalSymbol } from '#server/linking/canonical-symbol.ts';
import { findThemes } from '#server/linking/themes/rules.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';

export type SearchPage = {
  /** In the order asked for; none when a filter names nothing that there is. */
  readonly rows: readonly FoundIdea[];
  /** How a sentence names what was searched for. */
  readonly subject: string;
  readonly part: PagePart;
  readonly nextCursor: string | null;
};

const positionSchema = z
  .tuple([z.int(), z.number(), z.uuid()])
  .transform(([depth, at, id]): DepthPosition => ({ depth, publishedAt: new Date(at), id }));

/**
 * One page of a search, the same for agents and for the search page, so that a reader can verify what an agent was
 * given. The full argument is searched on Premium (docs/contract.md, Ideas). Throws for a cursor of another search.
 */
export async function findPage(
  ctx: Pick<CallContext, 'db' | 'services' | 'principal' | 'listsRead'>,
  asked: SearchAsked,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<SearchPage> {
  const { secrets } = ctx.services;
  const query = queryOf(asked);
  const after = openCursor(secrets, query, positionSchema, cursor);
  const most = limit + 1;
  const { found, subject } = await readOnce(ctx, [query, cursor], most, () => find(ctx, asked, after, most));
  const { rows, last } = pageOf(found, limit);
  return {
    rows,
    subject,
    part: after ? 'later' : last ? 'first' : 'whole',
    nextCursor:
      last && sealCursor(secrets[0], query, [last.discussionDepth, last.publishedAt.getTime(), last.id]),
  };
}

async function find(
  ctx: Pick<CallContext, 'db' | 'services' | 'principal'>,
  asked: SearchAsked,
  after: DepthPosition | null,
  most: number,
): Promise<{ readonly found: readonly FoundIdea[]; readonly subject: string }> {
  const resolved = await filterOf(ctx, planOf(ctx.principal), asked);
  if (!resolved) return { found: [], subject: '' };
  const list = asked.order === 'newest' ? newestIdeas : searchIdeas;
  return { found: await list(ctx.db, resolved.filter, after, most), subject: resolved.subject };
}

/** How many ideas the pages of a search hold together, at most `most`. */
export async function countFound(
  ctx: Pick<CallContext, 'db' | 'services' | 'principal'>,
  asked: SearchAsked,
  most: number,
): Promise<number> {
  const resolved = await filterOf(ctx, planOf(ctx.principal), asked);
  return resolved ? countIdeas(ctx.db, resolved.filter, most) : 0;
}

/** What a cursor of this list is bound to: the filters, one form of a symbol for all its spellings. */
function queryOf({
  q,
  ticker,
  showId,
  theme,
  minDepth,
  from,
  to,
  person,
  stance,
  order,
}: SearchAsked): CursorQuery {
  const symbol = ticker === undefined ? null : (canonicalSymbol(ticker) ?? ticker);
  return [
    'searchIdeas',
    q?.trim() ?? null,
    symbol,
    showId ?? null,
    theme ?? null,
    minDepth ?? null,
    from ?? null,
    to ?? null,
    ...[person, stance, order].flatMap((one, at) => (one === undefined ? [] : [at, one])),
  ];
}

/** The filter with its show and symbol looked up, and how a sentence names it; null when one of them is unknown. */
export async function filterOf(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  plan: Plan,
  { theme, minDepth, from, to, person, stance, ...asked }: SearchAsked,
): Promise<{ filter: IdeaFilter; subject: string } | null> {
  const q = asTyped(asked.q ?? '').trim();
  const ticker = asked.ticker === undefined ? undefined : await findSymbol(db, asked.ticker);
  const show = asked.showId === undefined ? undefined : await findShow(db, asked.showId);
  if (ticker === null || show === null) return null;
  const symbols = await symbolsIn(db, q);
  const full = plan === 'premium';
  const isMatter = symbols.length === 0 && isForMatter(q);
  const otherNames = isMatter ? otherNamesOf(q) : [];
  const alike = isMatter ? await meansTheSame(services, q) : [];
  const text = q === '' ? null : { query: q, full, symbols, otherNames, alike };
  return {
    filter: {
      text,
      symbol: ticker?.symbol ?? null,
      showId: show?.id ?? null,
      theme: theme ?? null,
      person: person?.trim() || null,
      stance: stance ? stanceOf[stance] : null,
      minDepth: minDepth ?? 1,
      ...airWindow(from, to),
    },
    subject: searchSubject({
      q: asked.q?.trim(),
      symbol: ticker?.symbol,
      show: show?.name,
      theme,
      minDepth,
      from,
      to,
      person,
      stance,
    }),
  };
}

/** More than anybody writes between ORs. */
const MOST_ALTERNATIVES = 20;

/**
 * The symbols that a search text is, itself or what stands between its ORs, with the other share classes of each. A choice
 * without operators is one of symbols only where each is a listed one: "rise or fall" is words.
 */
async function symbolsIn(db: Db, q: string): Promise<string[]> {
  const { alternatives, hasOperators } = readQuery(q);
  const written = alternatives.flatMap((part) => canonicalSymbol(part) ?? []);
  if (written.length === 0) return [];
  const named = await nameSymbols(db, written.slice(0, MOST_ALTERNATIVES));
  const isOfSymbols = written.length === alternatives.length && named.every(({ listed }) => listed);
  if (alternatives.length > 1 && !hasOperators && !isOfSymbols) return [];
  return [...new Set(named.flatMap(({ symbol }) => [symbol, ...otherClassesOf(symbol)]))];
}

const stanceOf: Readonly<Record<StanceAsked, NonNullable<IdeaFilter['stance']>>> = {
  bullish: 'BULLISH',
  bearish: 'BEARISH',
  balanced: 'BALANCED',
  mixed: 'MIXED',
  [NOT_TOLD]: NOT_TOLD,
};

/** More than anybody reads of what only means the same. */
const MOST_ALIKE = 100;

/** Other names of the theme that a search names; none where it names no theme, several, or says anything more. */
function otherNamesOf(q: string): string[] {
  const found = findThemes(inAmerican(q));
  const said = new Set(found.flatMap(({ surface }) => termsOf(surface)));
  const themes = [...new Map(found.map(({ theme }) => [theme.slug, theme])).values()];
  if (themes.length !== 1 || !termsOf(q).every((term) => said.has(term))) return [];
  return themes.flatMap(({ name, spoken }) => [name, ...spoken]);
}

/** Ideas that say what a search is for in words of their own. */
async function meansTheSame(services: Services, q: string): Promise<string[]> {
  const meaning = await meaningOf(services, q);
  const near = await nearest(services, 'idea', meaning, { least: LEAST_OF_MATTER, most: MOST_ALIKE });
  return ofMatter(near).map(({ id }) => id);
}
