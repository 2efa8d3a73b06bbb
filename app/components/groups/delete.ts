import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { componentGroup } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ComponentTarget, componentTarget } from "../rules/input";
import { regrouped } from "./members";
import { oneGroup } from "./one";

/** Deletes a group; its components stay, in no group. Failures: conflict, missing. */
export const deleteGroup = (ctx: Ctx, given: ComponentTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneGroup, input: componentTarget }, given, ({ row: { id, pageId, name }, known }) =>
    ok({
      action: "group.delete",
      changes: [...deleteRows(componentGroup, pageId, [{ id }]), ...regrouped(pageId, known, id, [])],
      before: { name },
      publishes: "home",
    }),
  );
