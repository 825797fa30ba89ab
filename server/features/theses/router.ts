import { router } from '#server/api/trpc.ts';
import { getThesisHistory } from '#server/features/theses/history/router.ts';
import { getTickerStanceTimeline } from '#server/features/theses/timeline/router.ts';

/** The two open corpus tools (docs/contract.md, Open corpus tools). */
export const thesesRouter = router({ getThesisHistory, getTickerStanceTimeline });
