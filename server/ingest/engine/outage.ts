/** Extraction that cannot go on before a moment, through no fault of the episode: it waits, and nothing is lost. */
export class ExtractionPaused extends Error {
  readonly until: Date;
  constructor(reason: string, until: Date) {
    super(reason);
    this.until = until;
  }
}

/** The model gave no answer, however often it was asked. `retryAt` is what its server asked for. */
export class LlmUnavailable extends Error {
  readonly retryAt: Date | null;
  constructor(reason: string, retryAt: Date | null = null) {
    super(reason);
    this.retryAt = retryAt;
  }
}
