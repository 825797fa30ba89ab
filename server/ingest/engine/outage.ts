/** Thrown where extraction must wait until a moment, through no fault of the episode; nothing is lost. */
export class ExtractionPaused extends Error {
  readonly until: Date;
  constructor(reason: string, until: Date) {
    super(reason);
    this.until = until;
  }
}

/** Thrown where the language model gave no answer after all attempts. `retryAt` is what its server asked for, a day ahead at most. */
export class LlmUnavailable extends Error {
  readonly retryAt: Date | null;
  constructor(reason: string, retryAt: Date | null = null) {
    super(reason);
    this.retryAt = retryAt;
  }
}

/** Thrown where the language model answered, and twice what cannot be read. The episode waits as for one that did not answer. */
export class AnswerUnreadable extends LlmUnavailable {}
