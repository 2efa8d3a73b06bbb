import { z } from "zod";
import { personIdOfActor } from "~/access/actor";
import type { IdOnPage } from "~/access/id-on-page";
import { permitRole, permitTokenChange } from "~/access/permission";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { readPageRows } from "~/change/read-rows";
import { savedViewTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { changeFieldSchemas, fieldSchemasWithDefaults } from "~/fields/field-bounds";
import { commitIdInputShape, idTextSchema, pageIdInputShape, versionInputShape } from "~/fields/text-inputs";
import type { Ctx } from "~/platform/ctx";
import {
  guardSavedViewCountStatement,
  pageAsOwner,
  type SavedViewRow,
  savedViewsOfPersonQuery,
  savedViewsOfRoomQuery,
} from "./queries/saved-view";
import { savedViewChangeFields, savedViewFields } from "./rules/fields";
import { savedViewLimitTrouble, savedViewTrouble, savedViewUrlQuery } from "./rules/saved-view";
import type { SavedViewRoom } from "./rules/saved-view-room";

const createInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...fieldSchemasWithDefaults(savedViewFields),
});
const deleteInput = z.object({ ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema });
const updateInput = deleteInput.extend(changeFieldSchemas(savedViewChangeFields));

/** A saved view as its owner, or everyone on the page, sees it; instants in ms. */
export interface SavedViewView {
  id: string;
  room: SavedViewRoom;
  name: string;
  /** Parameters of the list's URL, without "?". */
  query: string;
  /** True when it is the page's; false when it is the reader's own. */
  everyone: boolean;
  version: number;
  createdAt: number;
  updatedAt: number;
}

const savedViewView = ({ pageId: _, personId, ...row }: SavedViewRow): SavedViewView => ({
  ...row,
  everyone: personId === pageAsOwner,
});

/** Returns the person whose own views are read; a machine has none, and reads the page's. */
const readerOf = ({ actor }: Ctx): string => personIdOfActor(actor) ?? pageAsOwner;

/** Lists the views that the reader sees on a page, by name: their own and the page's. */
export async function listSavedViews(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<SavedViewView[]>> {
  const rows = await readPageRows(ctx, pageId, savedViewsOfPersonQuery(ctx, pageId, readerOf(ctx)));
  return rows.ok ? ok(rows.value.map(savedViewView)) : rows;
}

/** A view as a link above its list. */
export type SavedViewLink = Pick<SavedViewView, "id" | "name" | "query" | "everyone">;

/** Lists the saved views of one list, for the links above it. */
export async function listSavedViewLinks(
  ctx: Ctx,
  { pageId, room }: { pageId: string; room: SavedViewRoom },
): Promise<Result<SavedViewLink[]>> {
  const rows = await readPageRows(ctx, pageId, savedViewsOfRoomQuery(ctx, pageId, readerOf(ctx), room));
  if (!rows.ok) return rows;
  return ok(rows.value.map(({ id, name, query, personId }) => ({ id, name, query, everyone: personId === "" })));
}

/** Returns a view. Another person's own view is reported as missing. Failures: missing. */
export async function readSavedView(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<SavedViewView>> {
  const listed = await listSavedViews(ctx, { pageId });
  if (!listed.ok) return listed;
  const found = listed.value.find((each) => each.id === id);
  return found ? ok(found) : missingFailure;
}

/** Returns the person who may save views of their own: any member, but no token that only reads. */
function permitWriter({ actor, member }: Ctx, pageId: string): Result<string> {
  const may = permitRole(actor, member, pageId, "viewer");
  if (!may.ok) return may;
  const kind = permitTokenChange(actor);
  if (!kind.ok) return kind;
  const personId = personIdOfActor(actor);
  return personId === null ? fail({ name: "forbidden" }) : ok(personId);
}

/** Permits changing a view that the writer sees. The page's views may be changed by admins only. */
const permitChange = ({ actor, member }: Ctx, { pageId, personId }: SavedViewRow): Result<unknown> =>
  permitRole(actor, member, pageId, personId === pageAsOwner ? "admin" : "viewer");

/** Returns the values for the audit log, or null for a person's own view, because the whole team reads the log. */
const logged = <Values>(ownerId: string, values: Values): Values | null => (ownerId === pageAsOwner ? values : null);

const versionsOf = (rows: readonly SavedViewRow[]) => rows.map(({ id, version }) => ({ id, version }));

/**
 * Saves a view. Failures: invalid (also a name that the list has), forbidden, conflict `too_many` (50 of one's own, 50 of
 * the page).
 */
export async function createSavedView(ctx: Ctx, given: z.input<typeof createInput>): Promise<Result<ChangeResult>> {
  const writer = permitWriter(ctx, given.pageId);
  if (!writer.ok) return writer;
  return createOneRow(
    ctx,
    {
      role: given.everyone ? "admin" : null,
      subject: "saved_view",
      input: createInput,
      facts: (_, { pageId }) => ({ rows: savedViewsOfPersonQuery(ctx, pageId, writer.value) }),
    },
    given,
    ({ id, input: { pageId }, fields: { everyone = false, ...fields }, rows }) => {
      const personId = everyone ? pageAsOwner : writer.value;
      const others = rows.filter((each) => each.personId === personId);
      const { room = "incidents" } = fields;
      const row = { ...fields, query: savedViewUrlQuery(fields.query ?? "", room), room };
      const trouble = savedViewTrouble({ ...row, id }, others) ?? savedViewLimitTrouble(everyone, others.length);
      if (trouble) return trouble;
      const now = ctx.now();
      return ok({
        action: "saved_view.create",
        changes: insertRowsStatements(savedViewTable, [
          { id, pageId, personId, ...row, createdAt: now, updatedAt: now },
        ]),
        expect: [{ table: savedViewTable, rows: versionsOf(others) }],
        guards: [guardSavedViewCountStatement(pageId, personId, others.length)],
        after: logged(personId, { ...row, everyone }),
      });
    },
  );
}

/** The lookup of a view for its changes, among all that the writer sees. */
const oneSavedView = {
  role: null,
  subject: "saved_view",
  table: savedViewTable,
  row: (ctx: Ctx, { pageId }: IdOnPage) => savedViewsOfPersonQuery(ctx, pageId, readerOf(ctx)),
  find: (rows: readonly SavedViewRow[], { id }: IdOnPage) => rows.find((each) => each.id === id),
} as const;

/** Changes a view. Failures: invalid (also a name that the list has), forbidden, conflict, missing. */
export async function updateSavedView(ctx: Ctx, given: z.input<typeof updateInput>): Promise<Result<ChangeResult>> {
  const writer = permitWriter(ctx, given.pageId);
  if (!writer.ok) return writer;
  return changeOneRow(ctx, { ...oneSavedView, input: updateInput }, given, ({ row, rows, fields }) => {
    const may = permitChange(ctx, row);
    if (!may.ok) return may;
    const { pageId, personId } = row;
    const query = fields.query === undefined ? row.query : savedViewUrlQuery(fields.query, row.room);
    const next = { ...withoutUndefinedFields(fields), query };
    const owned = rows.filter((each) => each.personId === personId);
    const others = owned.filter(({ id }) => id !== row.id);
    const trouble = savedViewTrouble({ ...row, ...next }, others);
    if (trouble) return trouble;
    const { before, after } = changedValues(row, next);
    return ok({
      action: "saved_view.update",
      fields: after,
      besides: versionsOf(others),
      guards: [guardSavedViewCountStatement(pageId, personId, owned.length)],
      before: logged(personId, before),
      after: logged(personId, after),
    });
  });
}

/** Deletes a view; the list stays. Failures: forbidden, conflict, missing. */
export async function deleteSavedView(ctx: Ctx, given: z.input<typeof deleteInput>): Promise<Result<ChangeResult>> {
  const writer = permitWriter(ctx, given.pageId);
  if (!writer.ok) return writer;
  return changeOneRow(ctx, { ...oneSavedView, input: deleteInput }, given, ({ row }) => {
    const may = permitChange(ctx, row);
    if (!may.ok) return may;
    const { id, pageId, personId, name, room, query } = row;
    return ok({
      action: "saved_view.delete",
      changes: deleteRowsStatements(savedViewTable, pageId, [{ id }]),
      before: logged(personId, { name, room, query }),
    });
  });
}
