import type { Failure } from "~/failures/failure";
import { refusalSentences, refusalText } from "~/i18n/refusal-text";
import type { RejectedForm } from "./context";
import { failureCode, failureDetail, failureHeaders, failureHttpStatus } from "./problem";

/** Data that the error page prints; the door adds the request's id and the kept form. */
export interface FailurePageData {
  code: string;
  detail?: string;
  request_id?: string;
  kept?: RejectedForm;
  /** Language in which management addresses the viewer. */
  language?: string;
}

/**
 * Header by which the door recognises that a thrown Response is a failure of ours; removed before the answer is sent.
 */
export const failureHeader = "x-upfront-failure";

/** The part of a failure that a visitor sees; a defect is shown without its detail. */
export interface VisitorFailure {
  name: Failure["name"] | "defect";
  status: number;
  /** Retry time, and other headers that the status requires. */
  headers: Record<string, string>;
}

export const visitorFailureOf = (failure: Failure): VisitorFailure => ({
  name: failure.name,
  status: failureHttpStatus(failure),
  headers: failureHeaders(failure),
});

/** Returns the failure of an answer with the mark; null = it is no failure of ours. */
export function visitorFailureIn({ headers, status }: Response): VisitorFailure | null {
  const name = headers.get(failureHeader) as VisitorFailure["name"] | null;
  const wait = headers.get("retry-after");
  return name === null ? null : { name, status, headers: wait === null ? {} : { "retry-after": wait } };
}

/** Returns the reason for people: only sentences, without the technical names of fields. */
function whyOf(failure: Failure, language = "en"): string | undefined {
  if (failure.name !== "invalid") return "detail" in failure ? failureDetail(failure, language) : undefined;
  return failure.detail
    ? refusalText(failure.detail, language)
    : refusalSentences(failure.fields, language) || undefined;
}

/** The code that throws does not know the viewer's language; the door does, and prints the failure. */
const thrown = new WeakMap<Response, Failure>();

export const failureOfResponse = (response: Response): Failure | undefined => thrown.get(response);

export function failureResponse(failure: Failure, more: Partial<FailurePageData> = {}): Response {
  const detail = whyOf(failure, more.language);
  const data: FailurePageData = { code: failureCode(failure), ...(detail === undefined ? {} : { detail }), ...more };
  const headers = { ...failureHeaders(failure), [failureHeader]: failure.name };
  const response = Response.json(data, { status: failureHttpStatus(failure), headers });
  thrown.set(response, failure);
  return response;
}

/** Ends a loader or an action with the page that gives the reason and the next step. */
export function throwFailureResponse(failure: Failure): never {
  throw failureResponse(failure);
}
