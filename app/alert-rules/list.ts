import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { rulesOfSources } from "./queries/rule";
import { type RuleView, ruleView } from "./view";

/** Lists the rules of a page or of one source, in the order in which they are tried, the catch-all last. */
export async function listRules(
  ctx: Ctx,
  { pageId, sourceId }: { pageId: string; sourceId?: string | undefined },
): Promise<Result<RuleView[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [rules] = await read(ctx, rulesOfSources(ctx, pageId, sourceId));
  return ok(rules.map(ruleView));
}
