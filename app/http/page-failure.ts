import type { Failure } from "~/failures/failure";
import { refusalSentences, refusalText } from "~/i18n/refusal-text";
import type { KeptForm } from "./context";
import { codeOf, detailOf, failureHeaders, statusOf } from "./problem";

/** What the error page prints; the door adds the request's id and the kept form. */
export interface FailureData {
  code: string;
  detail?: string;
  request_id?: string;
  kept?: KeptForm;
  /** In which management speaks to who sees it. */
  language?: string;
}

/** Tells the door that a thrown Response is a failure of ours; taken off before it leaves. */
export const failureMark = "x-upfront-failure";

/** A failure as far as a visitor is told of it; a defect is told without its detail. */
export interface ToldFailure {
  name: Failure["name"] | "defect";
  status: number;
  /** When to come again, and what else the status asks for. */
  headers: Record<string, string>;
}

export const toldOf = (failure: Failure): ToldFailure => ({
  name: failure.name,
  status: statusOf(failure),
  headers: failureHeaders(failure),
});

/** What an answer with the mark says; null = it is no failure of ours. */
export function toldBy({ headers, status }: Response): ToldFailure | null {
  const name = headers.get(failureMark) as ToldFailure["name"] | null;
  const wait = headers.get("retry-after");
  return name === null ? null : { name, status, headers: wait === null ? {} : { "retry-after": wait } };
}

/** Why, for people: sentences alone, as a field's technical name says nothing to them. */
function whyOf(failure: Failure, language = "en"): string | undefined {
  if (failure.name !== "invalid") return "detail" in failure ? detailOf(failure, language) : undefined;
  return failure.detail
    ? refusalText(failure.detail, language)
    : refusalSentences(failure.fields, language) || undefined;
}

/** Who throws one knows no reader: the door, which does, prints it. */
const thrown = new WeakMap<Response, Failure>();

export const failureIn = (response: Response): Failure | undefined => thrown.get(response);

export function failureResponse(failure: Failure, more: Partial<FailureData> = {}): Response {
  const detail = whyOf(failure, more.language);
  const data: FailureData = { code: codeOf(failure), ...(detail === undefined ? {} : { detail }), ...more };
  const headers = { ...failureHeaders(failure), [failureMark]: failure.name };
  const response = Response.json(data, { status: statusOf(failure), headers });
  thrown.set(response, failure);
  return response;
}

/** Ends a loader or an action with the page that says why not and what to do next. */
export function throwFailure(failure: Failure): never {
  throw failureResponse(failure);
}
