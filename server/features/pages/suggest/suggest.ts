import { z } from 'zod';
import { freeText } from '#server/api/inputs.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import {
  best,
  fittingOf,
  meant,
  meantAmong,
  type Suggestion,
  suggestionOf,
} from '#server/features/pages/suggest/rules.ts';
import { ideaCounts, namesContaining } from '#server/features/pages/suggest/store.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import type { Db } from '#server/platform/db.ts';

const MOST_OFFERED = 8;
/** Of the universe, those that fit best before their ideas are counted. */
const MOST_FITTING = 60;

export type Suggestions = {
  readonly offered: readonly Suggestion[];
  /** What a misspelt text probably means; null when something is offered or nothing is near. */
  readonly meant: Suggestion | null;
};

/** What a search box offers for what was typed so far: tickers, companies, people, shows and themes. */
export const suggestPage = pageProcedure
  .input(z.object({ q: freeText(mostCharacters.soughtName, 1) }))
  .query(async ({ ctx, input }): Promise<Suggestions> => {
    const typed = input.q.trim().replace(/^\$/, '');
    if (typed === '') return { offered: [], meant: null };
    const [listed, named] = await Promise.all([
      inUniverse(ctx.db, typed),
      namesContaining(ctx.db, typed, MOST_OFFERED),
    ]);
    const offered = best(typed, [...listed, ...named], MOST_OFFERED);
    return { offered, meant: offered.length > 0 ? null : await near(ctx.db, typed) };
  });

/** The instruments and companies that a text fits by symbol, name or another name of theirs. */
async function inUniverse(db: Db, typed: string): Promise<Suggestion[]> {
  const fitting = loadUniverse().entries.flatMap((entry) => {
    const others = entry.aliases.filter((alias) => !alias.misheard).map((alias) => alias.text);
    return fittingOf(typed, entry, others) ?? [];
  });
  return counted(db, best(typed, meantAmong(fitting), MOST_FITTING));
}

/** What a misspelt text is close to among the names of instruments and companies. */
async function near(db: Db, typed: string): Promise<Suggestion | null> {
  const found = meant(
    typed,
    loadUniverse().entries.map((entry) => suggestionOf(entry, entry.name)),
  );
  return found ? (await counted(db, [found]))[0]! : null;
}

async function counted(db: Db, found: readonly Suggestion[]): Promise<Suggestion[]> {
  const keys = (kind: Suggestion['kind']) => found.flatMap((one) => (one.kind === kind ? one.key : []));
  const counts = await ideaCounts(db, keys('ticker'), keys('company'));
  return found.map((one) => ({ ...one, ideas: counts.get(one.key) ?? 0 }));
}
