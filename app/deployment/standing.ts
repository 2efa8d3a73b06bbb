import { ok, type Result } from "~/failures/failure";
import { readInboxContents } from "~/inbox/read";
import type { InboxContents } from "~/inbox/rules/inbox-entry";
import type { Ctx } from "~/platform/ctx";
import type { StorageTrouble } from "~/platform/storage";
import { type RenderingStatusView, readRenderingStatus } from "~/status-page/rendering/read";
import { readStorageTrouble } from "./storage";

/** Problems of the deployment, and work that is not finished. */
export interface DeploymentHealth {
  /** Texts of earlier versions that are rendered again; null = all are done. */
  rendering: RenderingStatusView | null;
  /** Entries that came while the database was unavailable and are not stored yet; null = none. */
  held: InboxContents | null;
  /** Reason why nothing can be saved; null = saving works. */
  storage: StorageTrouble | null;
}

export async function readDeploymentHealth(ctx: Ctx): Promise<Result<DeploymentHealth>> {
  const [rendering, held, storage] = await Promise.all([
    readRenderingStatus(ctx),
    readInboxContents(ctx),
    readStorageTrouble(ctx),
  ]);
  if (!rendering.ok) return rendering;
  return held.ok ? ok({ rendering: rendering.value, held: held.value, storage }) : held;
}
