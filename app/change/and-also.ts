import { fail, type Result } from "~/failures/failure";

type CheckResult = Result<unknown> | Promise<Result<unknown>>;

/**
 * Adds to a refused form everything else that is wrong with it, although the first failure kept that from being
 * checked. Reads nothing more for a form that passed.
 */
export async function withOtherFailures<T>(done: Result<T>, ...others: (() => CheckResult)[]): Promise<Result<T>> {
  if (done.ok || done.failure.name !== "invalid") return done;
  const judged = await Promise.all(others.map((other) => other()));
  const more = judged.flatMap((each) => (!each.ok && each.failure.name === "invalid" ? [each.failure.fields] : []));
  return fail({ ...done.failure, fields: Object.assign({}, ...more, done.failure.fields) });
}

/** Returns the settings that a form or a program sent, whatever else of it is invalid. */
export const settingsRecord = (settings: unknown): Record<string, unknown> =>
  typeof settings === "object" && settings !== null ? (settings as Record<string, unknown>) : {};
