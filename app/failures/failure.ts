import type { Refusal } from "./refusal";

/**
 * All failures of a use case (spec §8). The names are the last segment of the problem's `type`; `code` is a finer name
 * for programs that distinguish cases. Only http/problem.ts maps them to a status.
 */
export type Failure =
  | { name: "invalid"; fields: Record<string, Refusal>; code?: string; detail?: Refusal }
  | { name: "unauthenticated"; code?: string }
  | { name: "forbidden"; code?: string; detail?: Refusal }
  | { name: "missing" }
  | { name: "gone" }
  | { name: "misdirected" }
  | { name: "conflict"; code?: string; detail?: Refusal; current?: unknown }
  /** A body that cannot be read: English when only programs send it, else a key. */
  | { name: "malformed"; code: string; detail: string }
  | { name: "too_large"; limit: number }
  | { name: "unsupported"; code: string; accepted: string[] }
  | { name: "method"; allow: string[] }
  | { name: "limited"; retryAfter: number }
  | { name: "overloaded"; retryAfter: number; code?: string };

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const fail = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure });

/** Failures that say nothing besides their names. */
export const missingFailure = fail({ name: "missing" });
export const goneFailure = fail({ name: "gone" });
export const unauthenticatedFailure = fail({ name: "unauthenticated" });

/**
 * Returns the errors of several fields as one failure, or null if there are none. A failure other than `invalid` is
 * returned alone.
 */
export function combinedFailure(...judged: (Result<unknown> | null)[]): Result<never> | null {
  const failures = judged.flatMap((each) => (each && !each.ok ? [each.failure] : []));
  const other = failures.find(({ name }) => name !== "invalid");
  const [first, ...more] = failures.flatMap((each) => (each.name === "invalid" ? [each] : []));
  if (other || !first) return other ? fail(other) : null;
  return fail({ ...first, fields: Object.assign({}, ...more.map(({ fields }) => fields), first.fields) });
}

/** Returns the failure of a field that does not match its schema. */
export const invalidFieldFailure = (field: string, message: Refusal, code?: string) =>
  fail({ name: "invalid", fields: { [field]: message }, ...(code ? { code } : {}) });
