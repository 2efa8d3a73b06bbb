import { fail, type Result } from "~/failures/failure";

type Judged = Result<unknown> | Promise<Result<unknown>>;

/**
 * A form that is refused is told everything that is wrong with it: what else of it fails, though the rest kept it from being
 * looked at, is said beside it. Nothing more is read for what went through.
 */
export async function andAlso<T>(done: Result<T>, ...others: (() => Judged)[]): Promise<Result<T>> {
  if (done.ok || done.failure.name !== "invalid") return done;
  const judged = await Promise.all(others.map((other) => other()));
  const more = judged.flatMap((each) => (!each.ok && each.failure.name === "invalid" ? [each.failure.fields] : []));
  return fail({ ...done.failure, fields: Object.assign({}, ...more, done.failure.fields) });
}

/** Settings as a form or a program sent them, whatever else of it cannot be used. */
export const settingsGiven = (settings: unknown): Record<string, unknown> =>
  typeof settings === "object" && settings !== null ? (settings as Record<string, unknown>) : {};
