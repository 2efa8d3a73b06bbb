import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import type { RecentDocument, RecentView } from "~/rules/recent-document";
import type { PublishedView, Snapshot } from "~/rules/snapshot-document";
import { forgetFailures, PartReader, type PartView, type Where } from "./part-reader";

export type { Where } from "./part-reader";

const home = new PartReader<Snapshot>("home", 200);
/** Up to 500 KB each: few are kept, and they are asked for by programs every few minutes. */
const recent = new PartReader<RecentDocument>("recent", 10);

const published = ({ document, ...fresh }: PartView<Snapshot>): PublishedView => ({ snapshot: document, ...fresh });

/** What this isolate read within the last second: no row is asked for. */
export function freshInMemory(where: Where, now: number): PublishedView | null {
  const view = home.fresh(where, now);
  return view && published(view);
}

/** Forgets everything: a new isolate. */
export function forgetMemory(): void {
  home.forget();
  recent.forget();
  forgetFailures();
}

/** The public page as every format prints it: one row read, or none from a copy ≤ 1 s old. A visitor never builds. */
export async function viewPage(ctx: Ctx, where: Where): Promise<Result<PublishedView>> {
  const found = await home.view(ctx, where);
  return found.ok ? ok(published(found.value)) : found;
}

/** What feeds and the lists of v2 print, in the same way: one row, or none. */
export async function viewRecent(ctx: Ctx, where: Where): Promise<Result<RecentView>> {
  const found = await recent.view(ctx, where);
  return found.ok ? ok({ recent: found.value.document, staleSince: found.value.staleSince }) : found;
}
