import type { RouteGuard } from "~/http/guard";
import { onDesk } from "~/ui/frame/desk";
import { orSignInAgain } from "~/ui/frame/step-up";
import { downloadBackup } from "../download";
import { backupResponse } from "./backup-file";

export const handle = { guard: { kind: "operator" } satisfies RouteGuard };

/** Downloads the whole deployment as one file (docs/backup.md). */
export const loader = onDesk(async ({ ctx, url }) => {
  return backupResponse(orSignInAgain(url, await downloadBackup(ctx)));
});
