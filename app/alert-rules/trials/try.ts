import { permit } from "~/access/permission";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { ruleFact } from "../rule-view";
import { type TryRuleInput, tryRuleInput } from "../rules/input";
import { type RuleTrial, type Samples, samplesOf, tryMatch } from "../rules/rule-trial";
import { pastOf } from "./past";

export type { TryRuleInput };

/**
 * Tries a rule on the last 50 deliveries of its source, in its place or, when new, before the catch-all. Nothing is
 * saved. Failures: invalid, missing.
 */
export async function tryRule(ctx: Ctx, given: TryRuleInput): Promise<Result<RuleTrial>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: tryRuleInput }, given);
  if (!authorized.ok) return authorized;
  const { sourceId, id = null, match = {} } = authorized.value.input;
  const past = await pastOf(ctx, authorized.value.input);
  if (!past.ok) return past;
  return ok(tryMatch({ id, sourceId, match }, past.value.rules.map(ruleFact), past.value.deliveries));
}

/**
 * Returns recent labels and titles of a source as suggestions for a rule, for anyone who may see the deliveries.
 * Failure: missing.
 */
export async function sourceSamples(ctx: Ctx, of: { pageId: string; sourceId: string }): Promise<Result<Samples>> {
  const may = permit(ctx.actor, ctx.member, of.pageId, "viewer");
  if (!may.ok) return may;
  const past = await pastOf(ctx, of);
  return past.ok ? ok(samplesOf(past.value.deliveries)) : past;
}
