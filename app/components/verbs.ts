import { removeComponentsFromRulesStatement } from "~/alert-rules/queries/rule";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { componentTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { timelineStateOf, timelineStateOfPageQuery } from "~/status-page/timeline/queries/status-change";
import { moveItemByOne } from "~/text/positions";
import { componentChangeTarget } from "./component-access";
import { removeDependencesStatement } from "./dependences/queries/dependence";
import { archivedComponentByIdQuery, guardComponentNamesFreeStatements } from "./queries/component";
import {
  type ComponentTargetInput,
  componentTargetInputSchema,
  type MoveComponentInput,
  moveComponentInputSchema,
} from "./rules/input";
import { maxComponents } from "./rules/limits";
import { isComponentNameTaken } from "./rules/names";
import { keeperChangeOnArchive } from "./rules/word";
import { manualStatusCommitParts } from "./set-status";
import { daysWhileArchivedStatements } from "./unwatched-past";

export type { MoveComponentInput };

/**
 * Archives a component: removes it from the page and from all rules, but keeps its history. Failures: conflict,
 * missing.
 */
export const archiveComponent = (ctx: Ctx, given: ComponentTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...componentChangeTarget,
      role: "admin",
      input: componentTargetInputSchema,
      facts: (_, { pageId }) => ({ timeline: timelineStateOfPageQuery(ctx, pageId) }),
      settles: true,
    },
    given,
    async ({ row, timeline }) => {
      const { id, pageId, name } = row;
      const { fields, rows } = keeperChangeOnArchive(row, ctx.now());
      const step = await manualStatusCommitParts(ctx, pageId, timelineStateOf(timeline), rows);
      return ok({
        action: "component.archive",
        fields: { archivedAt: ctx.now(), dependsOn: null, ...fields },
        guards: step.guards,
        changes: [
          removeComponentsFromRulesStatement(pageId, [id]),
          removeDependencesStatement(componentTable, pageId, [id]),
          ...step.changes,
        ],
        before: { name },
        publishes: true,
      });
    },
  );

/**
 * Restores an archived component to its position. The rules that affected it are not restored. Failures: invalid,
 * conflict, missing.
 */
export const restoreComponent = (ctx: Ctx, given: ComponentTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...componentChangeTarget,
      row: (_, { pageId, id }) => archivedComponentByIdQuery(ctx, pageId, id),
      role: "admin",
      input: componentTargetInputSchema,
      facts: (_, { pageId }) => ({
        known: activeComponentsOfPageQuery(ctx, pageId),
        owner: pageByIdQuery(ctx, pageId),
        timeline: timelineStateOfPageQuery(ctx, pageId),
      }),
      settles: true,
    },
    given,
    async ({ row, known, owner: [owner], timeline }) => {
      if (!owner) return missingFailure;
      if (isComponentNameTaken(known, row))
        return invalidFieldFailure("", refusalFor("component.name_taken", { name: row.name }));
      if (known.length >= maxComponents)
        return invalidFieldFailure("", refusalFor("component.limit", { most: maxComponents }));
      const away = daysWhileArchivedStatements(ctx, owner, row, timelineStateOf(timeline));
      const step = await manualStatusCommitParts(ctx, row.pageId, timelineStateOf(timeline), [], away);
      return ok({
        action: "component.restore",
        fields: { archivedAt: null },
        guards: [...step.guards, ...guardComponentNamesFreeStatements(row.pageId, [row])],
        changes: step.changes,
        after: { name: row.name },
        leftUnwatched: row.keptBy === "manual" ? [] : [row],
        publishes: true,
      });
    },
  );

/** Moves a component by one position within its group; at the end of the group nothing changes. */
export const moveComponent = (ctx: Ctx, given: MoveComponentInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "admin",
      subject: "component",
      table: componentTable,
      input: moveComponentInputSchema,
      row: (_, { pageId }) => activeComponentsOfPageQuery(ctx, pageId),
      find: (all, { id }) => all.find((each) => each.id === id),
    },
    given,
    ({ row: { id, pageId, groupId }, fields: { direction }, rows }) => {
      const siblings = rows.filter((each) => each.groupId === groupId);
      const changed = moveItemByOne(siblings, id, direction);
      if (changed.length === 0) return ok(null);
      return ok({
        action: "component.move",
        changes: updateRowsStatements(
          componentTable,
          pageId,
          changed.map((each) => ({ id: each.id, position: each.position })),
        ),
        besides: changed.filter((each) => each.id !== id).map((each) => ({ id: each.id, version: each.version })),
        after: { direction },
        publishes: "home",
      });
    },
  );
