import { emptyReaderKeyring, type ReaderKeyring } from "~/access/keyring";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { clampToNow } from "~/time/instants";
import { SnapshotPartCache, type SnapshotPartView } from "./part-reader";
import type { PageLocator } from "./part-row";
import { parseRecentDocument, type RecentDocument, type RecentDocumentView } from "./rules/recent-document";
import type { PublishedPageView, Snapshot } from "./rules/snapshot-document";
import { parseSnapshot } from "./rules/snapshot-packing";

export type { PageLocator } from "./part-row";

const home = new SnapshotPartCache<Snapshot>("home", 200, parseSnapshot);
/** Each document has up to 500 KB, so few are kept; programs request them only every few minutes. */
const recent = new SnapshotPartCache<RecentDocument>("recent", 10, parseRecentDocument);

const published = ({ document, ...fresh }: SnapshotPartView<Snapshot>): PublishedPageView => ({
  snapshot: document,
  ...fresh,
});

/** Returns what this isolate read within the last second, without reading a row. */
export function findCachedPublishedView(where: PageLocator, now: number): PublishedPageView | null {
  const view = home.fresh(where, now);
  return view && published(view);
}

/** Forgets the cached view of the page at this address, because the page moved or its visibility changed. */
export function forgetPageViews(slug: string): void {
  home.forgetOne({ slug });
  recent.forgetOne({ slug });
}

/**
 * Reads the public page that every format prints: one row, or none from a copy that is at most 1 s old. Never builds
 * it.
 */
export async function readPublishedView(
  ctx: Ctx,
  where: PageLocator,
  keys: ReaderKeyring = emptyReaderKeyring,
): Promise<Result<PublishedPageView>> {
  const found = await home.view(ctx, where, keys);
  return found.ok ? ok(published(found.value)) : found;
}

/** Reads the document that feeds and the lists of v2 print: one row, or none from a copy that is at most 1 s old. */
export async function readRecentDocumentView(
  ctx: Ctx,
  where: PageLocator,
  keys: ReaderKeyring = emptyReaderKeyring,
): Promise<Result<RecentDocumentView>> {
  const found = await recent.view(ctx, where, keys);
  if (!found.ok) return found;
  const { document, staleSince, isPrivate } = found.value;
  const behindSince = found.value.behindSince === null ? null : clampToNow(found.value.behindSince, ctx.now());
  return ok({ recent: document, behindSince, staleSince, isPrivate });
}
