import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Failure } from "~/failures/failure";
import { findMovedEventPath } from "../../history/moved-event";
import type { Snapshot } from "../../rules/snapshot-document";

/** Path after the page’s address: the door has put the page’s slug in front of it. */
const pathBelowPage = (request: Request): string => new URL(request.url).pathname.replace(/^\/[^/]+/, "");

/**
 * Returns the current path of an event whose address is from before its page was imported; otherwise the failure for
 * that address.
 */
export async function findMovedPathOrFailure(
  { request, context }: LoaderFunctionArgs,
  snapshot: Snapshot,
  otherwise: { failure: Failure },
): Promise<{ movedTo: string } | { failure: Failure }> {
  const moved = await findMovedEventPath(context.ctx, snapshot, pathBelowPage(request));
  if (moved.ok) return { movedTo: moved.value };
  return moved.failure.name === "overloaded" ? moved : otherwise;
}
