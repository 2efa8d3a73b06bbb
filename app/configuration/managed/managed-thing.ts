import { z } from "zod";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readIfOperator, readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import { commitIdInputShape, idTextSchema, pageIdInputShape } from "~/fields/text-inputs";
import type { Ctx } from "~/platform/ctx";
import {
  type ConfiguredThingRow,
  filesOfNounQuery,
  filesOfThingQuery,
  releaseConfiguredThingStatement,
} from "../queries/configured-thing";
import { deploymentPageId } from "../rules/deployment-page";
import type { ManagedSubject } from "./rules/managed-subject";

/** A file that manages a thing, and the fields that it owns, by their names in a file. */
export interface ManagingFile {
  file: string;
  key: string;
  /** Id of the thing. */
  id: string;
  fields: string[];
  /** The field that is taken over alone; null = all of them. */
  only: string | null;
}

/** A mute has the id of what it mutes, so that it is named beside the fields. */
const fieldNames = ({ noun, key, fields }: ConfiguredThingRow): string[] =>
  noun === "mute" ? [`mutes/${key}`] : Object.keys(fields);

function managingFiles(rows: readonly ConfiguredThingRow[], only: string | null = null): ManagingFile[] {
  const isOwned = ({ fields }: ConfiguredThingRow) =>
    only === null ? Object.keys(fields).length > 0 : Object.hasOwn(fields, only);
  return rows.filter(isOwned).map((row) => {
    const { file, key, ourId: id } = row;
    return { file, key, id, fields: only === null ? fieldNames(row) : [only], only };
  });
}

/** Returns the files that own fields of a thing, or of the things of a noun. One row for each file and thing. */
export function readManagingFiles(
  ctx: Ctx,
  { pageId, subject }: { pageId: string; subject: ManagedSubject },
): Promise<Result<ManagingFile[]>> {
  const isOne = "id" in subject;
  const query = isOne ? filesOfThingQuery(ctx, pageId, subject.id) : filesOfNounQuery(ctx, pageId, subject.noun);
  const only = isOne ? (subject.field ?? null) : null;
  return readOnPage(ctx, { pageId, role: "viewer" }, [query], ([rows]) => ok(managingFiles(rows, only)));
}

/** Does the same for a thing of the deployment. For the operator. */
export const readManagingFilesOfDeployment = (ctx: Ctx, { id }: { id: string }): Promise<Result<ManagingFile[]>> =>
  readIfOperator(ctx, [filesOfThingQuery(ctx, deploymentPageId, id)], ([rows]) => ok(managingFiles(rows)));

const takeOverInput = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  id: idTextSchema,
  /** The field that is taken over alone; absent = all of them. */
  field: z.string().max(120).optional(),
});
export type TakeOverInput = z.input<typeof takeOverInput>;

const released = (
  ctx: Ctx,
  { id, pageId, file, key }: Pick<ConfiguredThingRow, "pageId" | "file" | "key"> & { id: string },
  field?: string,
) =>
  ok({
    action: "configuration.take_over",
    changes: [releaseConfiguredThingStatement(pageId, id, ctx.now(), field)],
    before: { name: file, what: key },
  });

const asRow = ([first]: readonly ConfiguredThingRow[]) => first && { ...first, id: first.ourId };

/**
 * Makes the fields of a thing, or one of them, people's own: files change them no more, unless they are applied again
 * with these fields. Failures: missing.
 */
export const takeOverManagedThing = (ctx: Ctx, given: TakeOverInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "admin",
      subject: "configuration",
      input: takeOverInput,
      row: (_, { pageId, id }) => filesOfThingQuery(ctx, pageId, id),
      find: asRow,
    },
    given,
    ({ row, fields: { field } }) => released(ctx, row, field),
  );

const takeOverOfDeploymentInput = z.object({ ...commitIdInputShape, id: idTextSchema });
export type TakeOverOfDeploymentInput = z.input<typeof takeOverOfDeploymentInput>;

/** Does the same for a thing of the deployment, such as a mailer. For the operator. Failures: missing. */
export const takeOverThingOfDeployment = (ctx: Ctx, given: TakeOverOfDeploymentInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "operator",
      subject: "configuration",
      input: takeOverOfDeploymentInput,
      row: (_, { id }) => filesOfThingQuery(ctx, deploymentPageId, id),
      find: asRow,
    },
    given,
    ({ row }) => released(ctx, row),
  );
