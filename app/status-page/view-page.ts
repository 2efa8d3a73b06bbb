import { type Keyring, noKeys } from "~/access/keyring";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { clampToNow } from "~/time/instants";
import { type PageKey, PartReader, type PartView } from "./part-reader";
import { type RecentDocument, type RecentView, readRecent } from "./rules/recent-document";
import type { PublishedView, Snapshot } from "./rules/snapshot-document";
import { readSnapshot } from "./rules/snapshot-packing";

export type { PageKey } from "./part-reader";

const home = new PartReader<Snapshot>("home", 200, readSnapshot);
/** Up to 500 KB each: few are kept, and programs request them only every few minutes. */
const recent = new PartReader<RecentDocument>("recent", 10, readRecent);

const published = ({ document, ...fresh }: PartView<Snapshot>): PublishedView => ({ snapshot: document, ...fresh });

/** Returns what this isolate read within the last second, without reading a row. */
export function freshInMemory(where: PageKey, now: number): PublishedView | null {
  const view = home.fresh(where, now);
  return view && published(view);
}

/** Forgets what is known of the page at this address, because it moved or its visibility changed. */
export function forgetPage(slug: string): void {
  home.forgetOne({ slug });
  recent.forgetOne({ slug });
}

/** Reads the public page that every format prints: one row, or none from a copy ≤ 1 s old. Never builds it. */
export async function viewPage(ctx: Ctx, where: PageKey, keys: Keyring = noKeys): Promise<Result<PublishedView>> {
  const found = await home.view(ctx, where, keys);
  return found.ok ? ok(published(found.value)) : found;
}

/** Reads, in the same way, what feeds and the lists of v2 print: one row, or none. */
export async function viewRecent(ctx: Ctx, where: PageKey, keys: Keyring = noKeys): Promise<Result<RecentView>> {
  const found = await recent.view(ctx, where, keys);
  if (!found.ok) return found;
  const { document, staleSince, isPrivate } = found.value;
  const behindSince = found.value.behindSince === null ? null : clampToNow(found.value.behindSince, ctx.now());
  return ok({ recent: document, behindSince, staleSince, isPrivate });
}
