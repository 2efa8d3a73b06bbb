import { authorizeAndParse } from "~/change/authorize-and-parse";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { type UpdatePageInput, updatePageInput } from "./rules/input";

type Branding = Pick<UpdatePageInput, "pageId" | "accent" | "links" | "footer">;

/** Checks whether these would be accepted and returns the rendered footer; nothing is saved. Failures: invalid. */
export function checkBranding(ctx: Ctx, given: Branding): Result<{ footerHtml: string }> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: updatePageInput }, given);
  return authorized.ok ? ok({ footerHtml: renderMarkdown(authorized.value.input.footer ?? "").html }) : authorized;
}
