import { permit } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { type UpdatePageInput, updatePageInput } from "./rules/input";

type Branding = Pick<UpdatePageInput, "pageId" | "accent" | "links" | "footer">;

/** Checks whether these would be accepted and returns the rendered footer; nothing is saved. Failures: invalid. */
export function checkBranding(ctx: Ctx, given: Branding): Result<{ footerHtml: string }> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updatePageInput, given);
  return parsed.ok ? ok({ footerHtml: renderMarkdown(parsed.value.footer ?? "").html }) : parsed;
}
