import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * A form refused by script reloads no data, above all when the connection or session is lost; a 409 does, because both
 * versions can be shown only after theirs is read. Remix's default passed in here is always true.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus }) =>
  actionStatus === undefined || actionStatus < 400 || actionStatus === 409;
