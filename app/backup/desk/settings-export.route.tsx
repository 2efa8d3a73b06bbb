import type { RouteGuard } from "~/http/guard";
import { onPage } from "~/ui/frame/desk";
import { orSignInAgain } from "~/ui/frame/step-up";
import { exportPage } from "../download";
import { backupResponse } from "./backup-file";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard };

/** Downloads everything of the page as one file (docs/backup.md), for its owners. */
export const loader = onPage(async ({ ctx, pageId, slug, url }) => {
  return backupResponse(orSignInAgain(url, await exportPage(ctx, { pageId, slug })));
});
