import { maintenanceById } from "~/db/queries/maintenance";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { permit } from "~/rules/permission";
import { missing } from "../change";
import { type MaintenanceView, maintenanceView } from "./list";

export async function readMaintenance(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<MaintenanceView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found]] = await read(ctx, maintenanceById(ctx, pageId, id));
  return found ? ok(maintenanceView(found)) : missing;
}
