import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler } from "~/ui/frame/desk";
import { unwrapFileOrRedirectToSignIn } from "~/ui/frame/step-up";
import { exportPageBackup } from "../download";
import { backupResponse } from "./backup-file";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard };

/** Downloads everything of the page as one file (docs/backup.md), for its owners. */
export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url }) => {
  return backupResponse(unwrapFileOrRedirectToSignIn(url, await exportPageBackup(ctx, { pageId, slug })));
});
