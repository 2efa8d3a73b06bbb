import { z } from "zod";
import type { IdOnPage } from "~/access/id-on-page";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { readPageRow, readPageRows } from "~/change/read-rows";
import { templateTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas, fieldSchemasWithDefaults } from "~/fields/field-bounds";
import { commitIdInputShape, idTextSchema, pageIdInputShape, versionInputShape } from "~/fields/text-inputs";
import type { IncidentStatus } from "~/incidents/rules/incident";
import type { Ctx } from "~/platform/ctx";
import { type Impact, toImpact } from "~/status/status";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import {
  type TemplateRow,
  templateByIdQuery,
  templateNamesOfPageQuery,
  templatesOfPageQuery,
} from "./queries/template";
import { templateFields } from "./rules/fields";
import { maxTemplates } from "./rules/template";

export const createTemplateInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...fieldSchemasWithDefaults(templateFields),
});
export type CreateTemplateInput = z.input<typeof createTemplateInputSchema>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

const templateTarget = z.object(target);
export type TemplateTargetInput = z.input<typeof templateTarget>;

const updateTemplateInput = z.object({ ...target, ...changeFieldSchemas(templateFields) });
export type UpdateTemplateInput = z.input<typeof updateTemplateInput>;

/** A prepared text for an incident; instants in ms. */
export interface TemplateView {
  id: string;
  name: string;
  title: string;
  body: string;
  /** Null to leave it unchanged. */
  status: IncidentStatus | null;
  impactOverride: Impact | null;
  /** Component id → the status that it gives. */
  components: Record<string, string>;
  /** Minutes within which the next update is promised. */
  nextMinutes: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

function templateView({ pageId: _, ...row }: TemplateRow): TemplateView {
  return { ...row, impactOverride: row.impactOverride === null ? null : toImpact(row.impactOverride) };
}

/** Lists the templates of a page, by name. */
export async function listTemplates(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<TemplateView[]>> {
  const rows = await readPageRows(ctx, pageId, templatesOfPageQuery(ctx, pageId));
  return rows.ok ? ok(rows.value.map(templateView)) : rows;
}

/** Lists the names for a form's choice, without the texts, which may be megabytes together. */
export const listTemplateNames = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<{ id: string; name: string }[]>> => readPageRows(ctx, pageId, templateNamesOfPageQuery(ctx, pageId));

/** Returns one template. Failures: missing. */
export async function readTemplate(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<TemplateView>> {
  const row = await readPageRow(ctx, pageId, templateByIdQuery(ctx, pageId, id));
  return row.ok ? ok(templateView(row.value)) : row;
}

type TemplateContent = Pick<TemplateView, "title" | "body" | "components">;

/** Returns why it cannot be saved: it is empty, or names a component that is not (or no longer) shown on the page. */
function templateTrouble(
  { title, body, components }: TemplateContent,
  known: readonly { id: string }[],
  had: Record<string, string> = {},
): Result<never> | null {
  if (title === "" && body.trim() === "") return invalidFieldFailure("body", "template.empty", "says_nothing");
  const unknown = Object.keys(components).find((id) => !(id in had) && known.every((each) => each.id !== id));
  return unknown === undefined ? null : invalidFieldFailure(`components.${unknown}`, "component.unknown");
}

const tooMany = fail({
  name: "conflict",
  code: "too_many",
  detail: refusalFor("template.limit", { most: maxTemplates }),
});

/** Creates a template. Failures: invalid, conflict `too_many` (100 a page). */
export const createTemplate = (ctx: Ctx, given: CreateTemplateInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "admin",
      subject: "template",
      input: createTemplateInputSchema,
      facts: (_, { pageId }) => ({
        rows: templatesOfPageQuery(ctx, pageId),
        known: activeComponentsOfPageQuery(ctx, pageId),
      }),
    },
    given,
    ({ id, input: { pageId }, fields, rows, known }) => {
      const trouble = templateTrouble(fields, known);
      if (trouble) return trouble;
      if (rows.length >= maxTemplates) return tooMany;
      const now = ctx.now();
      return ok({
        action: "template.create",
        changes: insertRowsStatements(templateTable, [{ id, pageId, ...fields, createdAt: now, updatedAt: now }]),
        after: fields,
      });
    },
  );

/** The lookup of a template for its changes. */
const oneTemplate = {
  role: "admin",
  subject: "template",
  table: templateTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => templateByIdQuery(ctx, pageId, id),
} as const;

/** Changes a template; incidents that were written with it stay as they are. Failures: invalid, conflict, missing. */
export const updateTemplate = (ctx: Ctx, given: UpdateTemplateInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...oneTemplate,
      input: updateTemplateInput,
      facts: (_, { pageId }) => ({ known: activeComponentsOfPageQuery(ctx, pageId) }),
    },
    given,
    ({ row, fields, known }) => {
      const trouble = templateTrouble({ ...row, ...withoutUndefinedFields(fields) }, known, row.components);
      if (trouble) return trouble;
      const changed = changedValues(row, withoutUndefinedFields(fields));
      return ok({ action: "template.update", fields: changed.after, ...changed });
    },
  );

/** Deletes a template; incidents that were written with it stay. Failures: conflict, missing. */
export const deleteTemplate = (ctx: Ctx, given: TemplateTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...oneTemplate, input: templateTarget }, given, ({ row: { id, pageId, name, title, body } }) =>
    ok({
      action: "template.delete",
      changes: deleteRowsStatements(templateTable, pageId, [{ id }]),
      before: { name, title, body },
    }),
  );
