import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Where script runs a refused form asks for nothing again; but both versions can be shown only when theirs is read. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;
