/** Runs the steps of a decision to their end, without a pause. */
export function resultOfSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
