import { fail, type Result } from "~/failures/failure";

type CheckResult = Result<unknown> | Promise<Result<unknown>>;

/**
 * Adds the failures of further checks to those of a refused form, so that everything wrong with it is reported at once.
 * A form that passed causes no further reads.
 */
export async function withOtherFailures<T>(done: Result<T>, ...others: (() => CheckResult)[]): Promise<Result<T>> {
  if (done.ok || done.failure.name !== "invalid") return done;
  const judged = await Promise.all(others.map((other) => other()));
  const more = judged.flatMap((each) => (!each.ok && each.failure.name === "invalid" ? [each.failure.fields] : []));
  return fail({ ...done.failure, fields: Object.assign({}, ...more, done.failure.fields) });
}

/** Returns the settings that a form or a program sent, even if other fields are invalid. */
export const settingsRecord = (settings: unknown): Record<string, unknown> =>
  typeof settings === "object" && settings !== null ? (settings as Record<string, unknown>) : {};
