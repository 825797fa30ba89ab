/** Extraction has to wait until `until`, through no fault of the episode. Nothing is lost. */
export class ExtractionPaused extends Error {
  readonly until: Date;
  /** It waits for the day's model budget, and may go on as soon as there is some. */
  readonly forBudget: boolean = false;
  constructor(reason: string, until: Date) {
    super(reason);
    this.until = until;
  }
}

/** The day's model budget is spent, or calls under way may take what is left of it. */
export class BudgetSpent extends ExtractionPaused {
  override readonly forBudget = true;
}

/** The language model did not answer after all retries. `retryAt`: when its server asked to be called again, a day ahead at most. */
export class LlmUnavailable extends Error {
  readonly retryAt: Date | null;
  constructor(reason: string, retryAt: Date | null = null) {
    super(reason);
    this.retryAt = retryAt;
  }
}

/** The language model answered twice, and neither answer could be read. The episode waits as if there had been no answer. */
export class AnswerUnreadable extends LlmUnavailable {}
