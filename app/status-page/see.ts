import { emptyReaderKeyring, type ReaderKeyring } from "~/access/keyring";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ServedPage, visiblePageAtTime } from "./rules/seen-page";
import { findCachedPublishedView, type PageLocator, readPublishedView } from "./view-page";

export type { PageLocator } from "./view-page";

/**
 * Returns the page as it is now, reading one row or none. Fails with `missing`, also for readers without access to a
 * private page, or with `overloaded` when there is no copy either.
 */
export async function readVisiblePage(
  ctx: Ctx,
  where: PageLocator,
  keys: ReaderKeyring = emptyReaderKeyring,
): Promise<Result<ServedPage>> {
  const found = await readPublishedView(ctx, where, keys);
  return found.ok ? ok(visiblePageAtTime(found.value, ctx.now())) : found;
}

/** Does the same without the database, from what this isolate read within the last second. */
export function findCachedVisiblePage(where: PageLocator, now: number): ServedPage | null {
  const view = findCachedPublishedView(where, now);
  return view && visiblePageAtTime(view, now);
}
