import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { IncidentStatus } from "~/incidents/rules/incident";
import type { Ctx } from "~/platform/ctx";
import { type Impact, toImpact } from "~/status/status";
import { type TemplateRow, templateNamesOf, templatesOf } from "./queries/template";

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

export function templateView({ pageId: _, ...row }: TemplateRow): TemplateView {
  return { ...row, impactOverride: row.impactOverride === null ? null : toImpact(row.impactOverride) };
}

/** Lists the templates of a page, by name. */
export async function listTemplates(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<TemplateView[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, templatesOf(ctx, pageId));
  return ok(rows.map(templateView));
}

/** Lists the names for a form's choice, without the texts, which may be megabytes together. */
export async function templateNames(
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<{ id: string; name: string }[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rows] = await read(ctx, templateNamesOf(ctx, pageId));
  return ok(rows);
}
