import { openService } from '#e2e/service.ts';

/** One service for all files of the contract's tests, ended after the last. */
export default openService;
