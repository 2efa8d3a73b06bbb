import { z } from "zod";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import { commitIdInput, idTextSchema, pageIdInput } from "~/fields/text-inputs";
import type { Ctx } from "~/platform/ctx";
import { filesOfThingQuery, releaseConfiguredThingStatement } from "../queries/configured-thing";

/** A file that manages a thing, and the fields that it owns, by their names in a file. */
export interface ManagingFile {
  file: string;
  key: string;
  fields: string[];
}

/** Returns the files that own fields of a thing. One row for each file. */
export const readManagingFiles = (
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<ManagingFile[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [filesOfThingQuery(ctx, pageId, id)], ([rows]) =>
    ok(
      rows
        .map(({ file, key, fields }) => ({ file, key, fields: Object.keys(fields) }))
        .filter(({ fields }) => fields.length > 0),
    ),
  );

const takeOverInput = z.object({ ...pageIdInput, ...commitIdInput, id: idTextSchema });
export type TakeOverInput = z.input<typeof takeOverInput>;

/**
 * Makes all fields of a thing people's own: files change them no more, unless they are applied again with these fields.
 * Failures: missing.
 */
export const takeOverManagedThing = (ctx: Ctx, given: TakeOverInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "admin",
      subject: "configuration",
      input: takeOverInput,
      row: (_, { pageId, id }) => filesOfThingQuery(ctx, pageId, id),
      find: ([first]) => first && { ...first, id: first.ourId },
    },
    given,
    ({ row: { id, pageId, file, key } }) =>
      ok({
        action: "configuration.take_over",
        changes: [releaseConfiguredThingStatement(pageId, id, ctx.now())],
        before: { name: file, what: key },
      }),
  );
