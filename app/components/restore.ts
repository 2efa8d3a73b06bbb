import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { invalid, ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { componentLimit } from "./new-row";
import { oneComponent } from "./one";
import { archivedById, namesAreFree } from "./queries/component";
import { type ComponentTarget, componentTarget } from "./rules/input";
import { isNameTaken } from "./rules/names";

/** Puts an archived component back where it was; rules that moved it are not. Failures: invalid, conflict, missing. */
export const restoreComponent = (ctx: Ctx, given: ComponentTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    {
      ...oneComponent,
      row: (_, { pageId, id }) => archivedById(ctx, pageId, id),
      role: "admin",
      input: componentTarget,
      facts: (_, { pageId }) => ({ known: shownComponents(ctx, pageId) }),
      settles: true,
    },
    given,
    ({ row, known }) => {
      if (isNameTaken(known, row)) return invalid("", said("component.name_taken", { name: row.name }));
      if (known.length >= componentLimit) return invalid("", said("component.limit", { most: componentLimit }));
      return ok({
        action: "component.restore",
        fields: { archivedAt: null },
        guards: namesAreFree(row.pageId, [row]),
        after: { name: row.name },
        publishes: true,
      });
    },
  );
