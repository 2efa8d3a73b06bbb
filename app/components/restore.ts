import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { invalid, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { stateOf, timelineOf } from "~/status-page/timeline/queries/status-change";
import { componentAccess } from "./component-access";
import { maxComponents } from "./new-row";
import { archivedById, namesAreFree } from "./queries/component";
import { type ComponentTarget, componentTarget } from "./rules/input";
import { isNameTaken } from "./rules/names";
import { manualStep } from "./set-status";
import { countRestoredPast } from "./unwatched-past";

/**
 * Restores an archived component to its place; the rules that moved it are not restored. Failures: invalid, conflict,
 * missing.
 */
export const restoreComponent = (ctx: Ctx, given: ComponentTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      ...componentAccess,
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
      if (!owner) return missingFailure;
      if (isNameTaken(known, row)) return invalid("", refusalFor("component.name_taken", { name: row.name }));
      if (known.length >= maxComponents) return invalid("", refusalFor("component.limit", { most: maxComponents }));
      const away = countRestoredPast(ctx, owner, row, stateOf(timeline));
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
