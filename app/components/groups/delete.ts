import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { componentGroup } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ComponentTarget, componentTarget } from "../rules/input";
import { groupAccess } from "./group-access";
import { regroupComponents } from "./members";

/** Deletes a group; its components stay, in no group. Failures: conflict, missing. */
export const deleteGroup = (ctx: Ctx, given: ComponentTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...groupAccess, input: componentTarget }, given, ({ row: { id, pageId, name }, known }) =>
    ok({
      action: "group.delete",
      changes: [...deleteRows(componentGroup, pageId, [{ id }]), ...regroupComponents(pageId, known, id, [])],
      before: { name },
      publishes: "home",
    }),
  );
