import { ok, type Result } from "~/failures/failure";
import { readHeld } from "~/inbox/read";
import type { Held } from "~/inbox/rules/inbox-entry";
import type { Ctx } from "~/platform/ctx";
import type { StorageTrouble } from "~/platform/storage";
import { type RenderingView, readRendering } from "~/status-page/rendering/read";
import { storageTrouble } from "./storage";

/** What is not as it should be, or not yet. */
export interface Standing {
  /** Texts of earlier versions are rendered again; null = all are. */
  rendering: RenderingView | null;
  /** What came while the database was away and is not in yet; null = nothing. */
  held: Held | null;
  /** Why nothing can be saved; null = it can. */
  storage: StorageTrouble | null;
}

export async function readStanding(ctx: Ctx): Promise<Result<Standing>> {
  const [rendering, held, storage] = await Promise.all([readRendering(ctx), readHeld(ctx), storageTrouble(ctx)]);
  if (!rendering.ok) return rendering;
  return held.ok ? ok({ rendering: rendering.value, held: held.value, storage }) : held;
}
