import type { RouteGuard } from "~/http/guard";
import { deskHandler } from "~/ui/frame/desk";
import { unwrapFileOrRedirectToSignIn } from "~/ui/frame/step-up";
import { downloadBackup } from "../download";
import { backupResponse } from "./backup-file";

export const handle = { guard: { kind: "operator" } satisfies RouteGuard };

/** Downloads the whole deployment as one file (docs/backup.md). */
export const loader = deskHandler(async ({ ctx, url }) => {
  return backupResponse(unwrapFileOrRedirectToSignIn(url, await downloadBackup(ctx)));
});
