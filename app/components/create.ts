import type { z } from "zod";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { withoutUndefinedFields } from "~/change/differences";
import { componentTable, pageTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { combinedFailure, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { timelineStateOf, timelineStateOfPageQuery } from "~/status-page/timeline/queries/status-change";
import { takenNameRefusal, unknownGroupRefusal } from "./component-checks";
import { checkDependence } from "./dependences/dependence-checks";
import { newComponentRow, nextComponentPosition } from "./new-row";
import { componentGroupsOfPageQuery, guardComponentNamesFreeStatements } from "./queries/component";
import { type CreateComponentInput, createComponentInputSchema } from "./rules/input";
import { maxComponents } from "./rules/limits";
import { manualStatusCommitParts } from "./set-status";
import { unwatchedDaysInputOfNewComponent } from "./unwatched-past";

export type { CreateComponentInput };

/** Returns the manual layer's row for a status given with the component; none for operational. */
function manualRow(ctx: Ctx, componentId: string, status: SettableStatus | undefined) {
  if (!status || status === "operational") return [];
  return [{ componentId, layer: "manual" as const, from: null, to: status, at: ctx.now() }];
}

type NewComponentFields = Omit<z.output<typeof createComponentInputSchema>, "pageId" | "commitId">;

/** Returns the row, last on its page. A component with a given status is kept manually unless chosen otherwise. */
function newRow(
  ctx: Ctx,
  id: string,
  owner: typeof pageTable.$inferSelect,
  { status, ...fields }: NewComponentFields,
  last: number,
) {
  const keptBy = fields.keptBy ?? (status === undefined ? null : "manual");
  const manualStatus = status === undefined || status === "operational" ? null : status;
  const own = { id, name: fields.name, position: last, manualStatus, keptBy };
  return { ...newComponentRow(ctx, owner, own), ...withoutUndefinedFields({ ...fields, keptBy }) };
}

/** Adds a component at the end of the page. Failures: invalid (including an unknown group). */
export const createComponent = (ctx: Ctx, given: CreateComponentInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "admin",
      subject: "component",
      input: createComponentInputSchema,
      facts: (_, { pageId }) => ({
        owner: pageByIdQuery(ctx, pageId),
        groups: componentGroupsOfPageQuery(ctx, pageId),
        others: activeComponentsOfPageQuery(ctx, pageId),
        timeline: timelineStateOfPageQuery(ctx, pageId),
      }),
    },
    given,
    async ({ id, input: { pageId }, fields: { status, ...fields }, owner: [owner], groups, others, timeline }) => {
      if (!owner) return missingFailure;
      const cause = checkDependence(id, fields.dependsOn, { known: others, of: "component" });
      const isFull = others.length >= maxComponents;
      const full = isFull ? invalidFieldFailure("name", refusalFor("component.limit", { most: maxComponents })) : null;
      const called = { id, name: fields.name, groupId: fields.groupId || null };
      const row = newRow(ctx, id, owner, { status, ...fields }, nextComponentPosition(others));
      const state = timelineStateOf(timeline);
      const past = unwatchedDaysInputOfNewComponent(ctx, owner, row, state);
      const wrong = combinedFailure(
        full,
        unknownGroupRefusal(groups, fields.groupId),
        takenNameRefusal(others, called),
        cause,
        past,
      );
      if (wrong) return wrong;
      if (!cause.ok || !past.ok) return missingFailure;
      const step = await manualStatusCommitParts(ctx, pageId, state, manualRow(ctx, id, status), past.value);
      return ok({
        action: "component.create",
        expect: [{ table: pageTable, rows: [{ id: pageId, version: owner.version }] }, ...cause.value],
        guards: [...step.guards, ...guardComponentNamesFreeStatements(pageId, [row])],
        changes: [...insertRowsStatements(componentTable, [row]), ...step.changes],
        after: withoutUndefinedFields({ ...fields, status, keptBy: row.keptBy ?? undefined }),
        publishes: true,
      });
    },
  );
