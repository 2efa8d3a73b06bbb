import { permit } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { previewInput } from "./rules/input";

/** Returns the text as rendered, without saving it. */
export async function previewBody(
  ctx: Ctx,
  given: { pageId: string; body: string },
): Promise<Result<{ html: string }>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const parsed = parseInput(previewInput, given);
  return parsed.ok ? ok({ html: renderMarkdown(parsed.value.body).html }) : parsed;
}
