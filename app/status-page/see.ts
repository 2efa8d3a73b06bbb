import { emptyReaderKeyring, type ReaderKeyring } from "~/access/keyring";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type VisiblePage, visiblePageAtTime } from "./rules/seen-page";
import { cachedPublishedView, type PageLocator, readPublishedView } from "./view-page";

export type { PageLocator } from "./view-page";

/**
 * Returns the page as it is now, reading one row or none. Fails with `missing`, also for readers without access to a
 * private page, or with `overloaded` when there is no copy either.
 */
export async function readVisiblePage(
  ctx: Ctx,
  where: PageLocator,
  keys: ReaderKeyring = emptyReaderKeyring,
): Promise<Result<VisiblePage>> {
  const found = await readPublishedView(ctx, where, keys);
  return found.ok ? ok(visiblePageAtTime(found.value, ctx.now())) : found;
}

/** Does the same without the database, from what this isolate read within the last second. */
export function cachedVisiblePage(where: PageLocator, now: number): VisiblePage | null {
  const view = cachedPublishedView(where, now);
  return view && visiblePageAtTime(view, now);
}
