import type { IdOnPage } from "~/access/id-on-page";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { componentGroupTable, componentTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { moveItemByOne, moveItemOnto, rowsToReposition } from "~/text/positions";
import { componentGroupByIdQuery, componentGroupsOfPageQuery } from "../queries/component";
import {
  type ComponentTargetInput,
  type CreateComponentGroupInput,
  componentTargetInputSchema,
  createComponentGroupInputSchema,
  type MoveComponentGroupInput,
  moveComponentGroupInputSchema,
  type UpdateComponentGroupInput,
  updateComponentGroupInputSchema,
} from "../rules/input";

export type { CreateComponentGroupInput, UpdateComponentGroupInput };

/** The lookup of a group for its changes; `known`: the page's components. */
const groupAccess = {
  role: "admin",
  subject: "component_group",
  table: componentGroupTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => componentGroupByIdQuery(ctx, pageId, id),
  facts: (ctx: Ctx, { pageId }: { pageId: string }) => ({ known: activeComponentsOfPageQuery(ctx, pageId) }),
} as const;

type StoredComponent = typeof componentTable.$inferSelect;

function unknownComponents(known: readonly StoredComponent[], ids: readonly string[] = []) {
  const unknown = ids.find((id) => !known.some((each) => each.id === id));
  return unknown === undefined ? null : invalidFieldFailure("components", "component.unknown");
}

/** Puts these components, in this order, into the group and its other members out of it; absent for no change. */
function regroupComponents(
  pageId: string,
  known: readonly StoredComponent[],
  groupId: string,
  ids: readonly string[] | undefined,
  now: number,
): SqlStatement[] {
  if (!ids) return [];
  const members = ids.flatMap((id) => known.find((each) => each.id === id) ?? []);
  const places = new Map(rowsToReposition(members).map((each) => [each.id, each.position]));
  const gone = known.filter((each) => each.groupId === groupId && !ids.includes(each.id));
  const rows = [
    ...members.map((each) => ({
      id: each.id,
      groupId,
      position: places.get(each.id) ?? each.position,
      updatedAt: each.groupId === groupId ? each.updatedAt : now,
    })),
    ...gone.map(({ id, position }) => ({ id, groupId: null, position, updatedAt: now })),
  ];
  return updateRowsStatements(componentTable, pageId, rows);
}

/** Adds a group at the end of the page. Failures: invalid (also an unknown component). */
export const createComponentGroup = (ctx: Ctx, given: CreateComponentGroupInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "admin",
      subject: "component_group",
      input: createComponentGroupInputSchema,
      facts: (_, { pageId }) => ({
        groups: componentGroupsOfPageQuery(ctx, pageId),
        known: activeComponentsOfPageQuery(ctx, pageId),
      }),
    },
    given,
    ({ id, input: { pageId }, fields: { components, ...fields }, groups, known }) => {
      const unknown = unknownComponents(known, components);
      if (unknown) return unknown;
      const now = ctx.now();
      const position = Math.max(0, ...groups.map((each) => each.position)) + 1;
      const row = {
        ...withoutUndefinedFields(fields),
        name: fields.name,
        id,
        pageId,
        position,
        createdAt: now,
        updatedAt: now,
      };
      return ok({
        action: "group.create",
        changes: [
          ...insertRowsStatements(componentGroupTable, [row]),
          ...regroupComponents(pageId, known, id, components, now),
        ],
        after: withoutUndefinedFields({ ...fields, components }),
        publishes: "home",
      });
    },
  );

/** Changes a group and, if given, its components. Failures: invalid, conflict, missing. */
export const updateComponentGroup = (ctx: Ctx, given: UpdateComponentGroupInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...groupAccess, input: updateComponentGroupInputSchema },
    given,
    ({ row, fields: { components, ...fields }, known }) => {
      const unknown = unknownComponents(known, components);
      if (unknown) return unknown;
      const { before, after } = changedValues(row, withoutUndefinedFields(fields));
      return ok({
        action: "group.update",
        fields: after,
        changes: regroupComponents(row.pageId, known, row.id, components, ctx.now()),
        before,
        after: withoutUndefinedFields({ ...after, components }),
        publishes: "home",
      });
    },
  );

const wayOf = (rows: readonly { id: string }[], id: string, onto: string) =>
  rows.findIndex((each) => each.id === id) < rows.findIndex((each) => each.id === onto) ? "down" : "up";

/**
 * Moves a group among the groups of its page, by one position or to the position of another group. Does nothing when it
 * is already there.
 */
export const moveComponentGroup = (ctx: Ctx, given: MoveComponentGroupInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "admin",
      subject: "component_group",
      table: componentGroupTable,
      input: moveComponentGroupInputSchema,
      row: (_, { pageId }) => componentGroupsOfPageQuery(ctx, pageId),
      find: (all, { id }) => all.find((each) => each.id === id),
    },
    given,
    ({ row: { id, pageId }, fields: { direction = "down", onto }, rows }) => {
      const order = onto === undefined ? moveItemByOne(rows, id, direction) : moveItemOnto(rows, id, onto);
      const changed = order.map(({ id: one, position }) => ({ id: one, position }));
      if (changed.length === 0) return ok(null);
      return ok({
        action: "group.move",
        changes: updateRowsStatements(componentGroupTable, pageId, changed),
        after: { direction: onto === undefined ? direction : wayOf(rows, id, onto) },
        publishes: "home",
      });
    },
  );

/** Deletes a group, whose components stay without a group. Failures: conflict, missing. */
export const deleteComponentGroup = (ctx: Ctx, given: ComponentTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...groupAccess, input: componentTargetInputSchema },
    given,
    ({ row: { id, pageId, name }, known }) =>
      ok({
        action: "group.delete",
        changes: [
          ...deleteRowsStatements(componentGroupTable, pageId, [{ id }]),
          ...regroupComponents(pageId, known, id, [], ctx.now()),
        ],
        before: { name },
        publishes: "home",
      }),
  );
