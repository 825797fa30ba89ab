import { openService } from '#e2e/service.ts';

/** Vitest's global setup: one service for all files, ended after the last. */
export default openService;
