import type { HeadersFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse } from "@remix-run/react";

/** The values of a form that could not be saved: shown, kept, and sent again with one button. */
export interface UnsavedForm {
  path: string;
  values: Record<string, string>;
}

/** Data that `throwFailureResponse` puts into its Response. */
export interface ThrownFailure {
  code?: string;
  detail?: string;
  request_id?: string;
  kept?: UnsavedForm;
  /** Language of the person, known here because the root's loader has not run after a form. */
  language?: string;
}

export const thrownFailureOf = (error: unknown): ThrownFailure | null =>
  isRouteErrorResponse(error) ? (error.data as ThrownFailure | null) : null;

/** Returns the status of the response; 0 = there was none, because a script could not ask for it. */
export const errorStatusOf = (error: unknown): number =>
  isRouteErrorResponse(error) ? error.status : error instanceof TypeError ? 0 : 500;

/** Sets the header of a thrown failure besides its status: the retry time. For each route with an error boundary. */
export const thrownFailureHeaders: HeadersFunction = ({ errorHeaders }) => {
  const wait = errorHeaders?.get("retry-after");
  return new Headers(wait ? { "Retry-After": wait } : undefined);
};
