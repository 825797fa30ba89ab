/** Thrown where extraction must wait until a moment, through no fault of the episode; nothing is lost. */
export class ExtractionPaused extends Error {
  readonly until: Date;
  constructor(reason: string, until: Date) {
    super(reason);
    this.until = until;
  }
}

/** Thrown where the language model gave no answer after all attempts. `retryAt` is what its server asked for. */
export class LlmUnavailable extends Error {
  readonly retryAt: Date | null;
  constructor(reason: string, retryAt: Date | null = null) {
    super(reason);
    this.retryAt = retryAt;
  }
}
