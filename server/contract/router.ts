import { createCallerFactory, router } from '#server/api/trpc.ts';
import { accountsRouter } from '#server/features/accounts/router.ts';
import { settingsRouter } from '#server/features/accounts/settings/router.ts';
import { alertsRouter } from '#server/features/alerts/router.ts';
import { askRouter } from '#server/features/ask/router.ts';
import { correctionsRouter } from '#server/features/corrections/router.ts';
import { digestRouter } from '#server/features/digest/router.ts';
import { embedsRouter } from '#server/features/embeds/router.ts';
import { followsRouter } from '#server/features/follows/router.ts';
import { ideasRouter } from '#server/features/ideas/router.ts';
import { keysRouter } from '#server/features/keys/router.ts';
import { ownersRouter } from '#server/features/owners/router.ts';
import { pagesRouter } from '#server/features/pages/router.ts';
import { savesRouter } from '#server/features/saves/router.ts';
import { searchesRouter } from '#server/features/searches/router.ts';
import { showsRouter } from '#server/features/shows/router.ts';
import { thesesRouter } from '#server/features/theses/router.ts';
import { tickersRouter } from '#server/features/tickers/router.ts';

/** The whole domain. REST, OpenAPI, MCP and the pages all come from here. */
export const appRouter = router({
  accounts: accountsRouter,
  alerts: alertsRouter,
  ask: askRouter,
  corrections: correctionsRouter,
  digest: digestRouter,
  embeds: embedsRouter,
  follows: followsRouter,
  ideas: ideasRouter,
  keys: keysRouter,
  owners: ownersRouter,
  pages: pagesRouter,
  saves: savesRouter,
  searches: searchesRouter,
  settings: settingsRouter,
  shows: showsRouter,
  tickers: tickersRouter,
  theses: thesesRouter,
});

export const createCaller = createCallerFactory(appRouter);
