import type { Guard } from "~/http/guard";
import { downloadBackup } from "~/usecases/backup/download";
import { backupResponse } from "./backup-file";
import { onDesk, orThrow } from "./desk";

export const handle = { guard: { kind: "operator" } satisfies Guard };

/** The whole deployment as one file (docs/backup.md). */
export const loader = onDesk(async ({ ctx }) => backupResponse(orThrow(await downloadBackup(ctx))));
