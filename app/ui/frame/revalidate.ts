import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * Where script runs a refused form asks for nothing again, least of all on a line or a session that is gone; but both
 * versions can be shown only when theirs is read. The default that Remix hands in here is always yes.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus }) =>
  actionStatus === undefined || actionStatus < 400 || actionStatus === 409;
