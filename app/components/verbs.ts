import { dropRuleComponent } from "~/alert-rules/queries/rule";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { component } from "~/db/schema";
import { updateRows } from "~/db/write";
import { invalid, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { stateOf, timelineOf } from "~/status-page/timeline/queries/status-change";
import { moveByOne } from "~/text/positions";
import { componentAccess } from "./component-access";
import { dependsNoMore } from "./dependences/queries/dependence";
import { maxComponents } from "./new-row";
import { archivedById, namesAreFree } from "./queries/component";
import { type ComponentTarget, componentTarget, type MoveInput, moveInput } from "./rules/input";
import { isNameTaken } from "./rules/names";
import { coverageAfterLeaving } from "./rules/word";
import { manualStep } from "./set-status";
import { countRestoredPast } from "./unwatched-past";

export type { MoveInput };

/** Archives a component: off the page and out of the rules; its history stays. Failures: conflict, missing. */
export const archiveComponent = (ctx: Ctx, given: ComponentTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      ...componentAccess,
      role: "admin",
      input: componentTarget,
      facts: (_, { pageId }) => ({ timeline: timelineOf(ctx, pageId) }),
      settles: true,
    },
    given,
    async ({ row, timeline }) => {
      const { id, pageId, name } = row;
      const { fields, rows } = coverageAfterLeaving(row, ctx.now());
      const step = await manualStep(ctx, pageId, stateOf(timeline), rows);
      return ok({
        action: "component.archive",
        fields: { archivedAt: ctx.now(), dependsOn: null, ...fields },
        guards: step.guards,
        changes: [dropRuleComponent(pageId, id), dependsNoMore(component, pageId, id), ...step.changes],
        before: { name },
        publishes: true,
      });
    },
  );

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

/** Moves a component by one position within its group; at the end of the group nothing changes. */
export const moveComponent = (ctx: Ctx, given: MoveInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      role: "admin",
      subject: "component",
      table: component,
      input: moveInput,
      row: (_, { pageId }) => shownComponents(ctx, pageId),
      find: (all, { id }) => all.find((each) => each.id === id),
    },
    given,
    ({ row: { id, pageId, groupId }, fields: { direction }, rows }) => {
      const siblings = rows.filter((each) => each.groupId === groupId);
      const changed = moveByOne(siblings, id, direction);
      if (changed.length === 0) return ok(null);
      return ok({
        action: "component.move",
        changes: updateRows(
          component,
          pageId,
          changed.map((each) => ({ id: each.id, position: each.position })),
        ),
        besides: changed.filter((each) => each.id !== id).map((each) => ({ id: each.id, version: each.version })),
        after: { direction },
        publishes: "home",
      });
    },
  );
