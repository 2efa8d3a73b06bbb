import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { rulesOfSources } from "./queries/rule";
import { type RuleView, ruleView } from "./rule-view";

/** Lists the rules of a page or of one source, in the order in which they are tried, the catch-all last. */
export const listRules = (
  ctx: Ctx,
  { pageId, sourceId }: { pageId: string; sourceId?: string | undefined },
): Promise<Result<RuleView[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [rulesOfSources(ctx, pageId, sourceId)], ([rules]) =>
    ok(rules.map(ruleView)),
  );
