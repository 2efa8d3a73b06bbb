import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { componentGroup } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { moveByOne, moveOnto } from "~/text/positions";
import { groupsOf } from "../queries/component";
import { type MoveGroupInput, moveGroupInput } from "../rules/input";

const wayOf = (rows: readonly { id: string }[], id: string, onto: string) =>
  rows.findIndex((each) => each.id === id) < rows.findIndex((each) => each.id === onto) ? "down" : "up";

/**
 * Moves a group among the groups of its page: by one position, or to that of another; does nothing when it is there
 * already.
 */
export const moveGroup = (ctx: Ctx, given: MoveGroupInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      role: "admin",
      subject: "component_group",
      table: componentGroup,
      input: moveGroupInput,
      row: (_, { pageId }) => groupsOf(ctx, pageId),
      find: (all, { id }) => all.find((each) => each.id === id),
    },
    given,
    ({ row: { id, pageId }, fields: { direction = "down", onto }, rows }) => {
      const order = onto === undefined ? moveByOne(rows, id, direction) : moveOnto(rows, id, onto);
      const changed = order.map(({ id: one, position }) => ({ id: one, position }));
      if (changed.length === 0) return ok(null);
      return ok({
        action: "group.move",
        changes: updateRows(componentGroup, pageId, changed),
        after: { direction: onto === undefined ? direction : wayOf(rows, id, onto) },
        publishes: "home",
      });
    },
  );
