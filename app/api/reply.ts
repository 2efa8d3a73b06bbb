import type { Failure, Result } from "~/failures/failure";
import { failureCode, failureHeaders, failureHttpStatus, problemDocumentOf } from "~/http/problem";
import { refusalTexts } from "~/i18n/refusal-text";

/** A failure that a route throws; `names` = the API's names of our fields. */
export class FailureError extends Error {
  constructor(
    readonly failure: Failure,
    readonly names: Record<string, string> = {},
  ) {
    super(failure.name);
  }
}

/** Returns the value, or throws the failure. */
export function valueOrThrow<T>(result: Result<T>, names: Record<string, string> = {}): T {
  if (!result.ok) throw new FailureError(result.failure, names);
  return result.value;
}

/** Adds the present state to a conflict as a GET of the same address shows it, and no more than that. */
export async function withPresentState(
  refused: FailureError,
  get: () => Response | Promise<Response>,
): Promise<FailureError> {
  const { failure, names } = refused;
  if (failure.name !== "conflict" || failure.current === undefined) return refused;
  const response = await get();
  const { current: _row, ...rest } = failure;
  return new FailureError(response.ok ? { ...rest, current: await response.json() } : rest, names);
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Translates a field's name: only the first segment is a name of ours, the rest is an id, unless the whole has a name.
 */
function wireName(field: string, names: Record<string, string>): string {
  if (names[field] !== undefined) return names[field];
  const [head = "", ...rest] = field.split(".");
  return [names[head] ?? snake(head), ...rest].join(".");
}

function inWireNames(failure: Failure, names: Record<string, string>): Failure {
  if (failure.name !== "invalid") return failure;
  const fields = Object.entries(failure.fields).map(([field, message]) => [wireName(field, names), message]);
  return { ...failure, fields: Object.fromEntries(fields) };
}

/** Returns the failure: Statuspage's clients read `error` or `message`; all others the members of RFC 9457. */
export function failureProblemResponse(
  { failure: raw, names }: FailureError,
  requestId: string,
  given: unknown,
): Response {
  const failure = inWireNames(raw, names);
  const problem = problemDocumentOf(failure, requestId);
  const message = problem.detail ?? problem.title;
  const error =
    failure.name === "invalid"
      ? Object.entries(refusalTexts(failure.fields, "en")).map(([field, text]) => (field ? `${field}: ${text}` : text))
      : message;
  const both = failure.name === "conflict" && failure.code === undefined ? { given } : {};
  return new Response(JSON.stringify({ ...problem, ...both, code: failureCode(failure), message, error }), {
    status: failureHttpStatus(failure),
    headers: { "content-type": "application/problem+json", ...failureHeaders(failure) },
  });
}
