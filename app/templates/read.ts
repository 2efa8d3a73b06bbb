import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type TemplateView, templateView } from "./list";
import { templateById } from "./queries/template";

/** Returns one template. Failures: missing. */
export async function readTemplate(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<TemplateView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[row]] = await read(ctx, templateById(ctx, pageId, id));
  return row ? ok(templateView(row)) : missing;
}
