import type { Failure } from "~/rules/basics/failure";
import type { KeptForm } from "./context";
import { codeOf, detailOf, failureHeaders, statusOf } from "./problem";

/** What the error page prints; the door adds the request's id and the kept form. */
export interface FailureData {
  code: string;
  detail?: string;
  request_id?: string;
  kept?: KeptForm;
}

/** Tells the door that a thrown Response is a failure of ours; taken off before it leaves. */
export const failureMark = "x-upfront-failure";

export function failureResponse(failure: Failure, more: Partial<FailureData> = {}): Response {
  const detail = failure.name === "invalid" || "detail" in failure ? detailOf(failure) : undefined;
  const data: FailureData = { code: codeOf(failure), ...(detail === undefined ? {} : { detail }), ...more };
  const headers = { ...failureHeaders(failure), [failureMark]: failure.name };
  return Response.json(data, { status: statusOf(failure), headers });
}

/** Ends a loader or an action with the page that says why not and what to do next. */
export function throwFailure(failure: Failure): never {
  throw failureResponse(failure);
}
