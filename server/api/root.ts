import { createCallerFactory, router } from '#server/api/trpc.ts';
import { accountsRouter } from '#server/features/accounts/router.ts';
import { keysRouter } from '#server/features/keys/router.ts';

/** The whole domain. REST, OpenAPI, MCP and the pages all come from here. */
export const appRouter = router({
  accounts: accountsRouter,
  keys: keysRouter,
});
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
