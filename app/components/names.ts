import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";

export interface ComponentName {
  id: string;
  name: string;
}

export const componentNamesOf = (rows: readonly ComponentName[]): ComponentName[] =>
  rows.map(({ id, name }) => ({ id, name }));

/** Lists the components to choose from, in the order shown; one statement. */
export async function listComponentNames(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ComponentName[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, shownComponents(ctx, pageId));
  return ok(componentNamesOf(rows));
}
