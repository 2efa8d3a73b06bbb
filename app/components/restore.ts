import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { invalid, missing, ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import { pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { stateOf, timelineOf } from "~/status-page/timeline/queries/status-change";
import { componentLimit } from "./new-row";
import { oneComponent } from "./one";
import { archivedById, namesAreFree } from "./queries/component";
import { type ComponentTarget, componentTarget } from "./rules/input";
import { isNameTaken } from "./rules/names";
import { manualStep } from "./set-status";
import { pastOfRestored } from "./unwatched-past";

/**
 * Restores an archived component to its place; the rules that moved it are not restored. Failures: invalid, conflict,
 * missing.
 */
export const restoreComponent = (ctx: Ctx, given: ComponentTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    {
      ...oneComponent,
      row: (_, { pageId, id }) => archivedById(ctx, pageId, id),
      role: "admin",
      input: componentTarget,
      facts: (_, { pageId }) => ({
        known: shownComponents(ctx, pageId),
        owner: pageById(ctx, pageId),
        timeline: timelineOf(ctx, pageId),
      }),
      settles: true,
    },
    given,
    async ({ row, known, owner: [owner], timeline }) => {
      if (!owner) return missing;
      if (isNameTaken(known, row)) return invalid("", said("component.name_taken", { name: row.name }));
      if (known.length >= componentLimit) return invalid("", said("component.limit", { most: componentLimit }));
      const away = pastOfRestored(ctx, owner, row, stateOf(timeline));
      const step = await manualStep(ctx, row.pageId, stateOf(timeline), [], away);
      return ok({
        action: "component.restore",
        fields: { archivedAt: null },
        guards: [...step.guards, ...namesAreFree(row.pageId, [row])],
        changes: step.changes,
        after: { name: row.name },
        leftUnwatched: row.keptBy === "manual" ? [] : [row],
        publishes: true,
      });
    },
  );
