import { permitRole } from "~/access/permission";
import { parseUnverifiedDelivery } from "~/alerts/examine";
import { rawRequestFromStored } from "~/alerts/kept-request";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { sourceByIdQuery } from "~/sources/queries/source";
import { openSourceSettings } from "~/sources/read";
import { alertRulesOfPageQuery } from "../queries/rule";
import { recentDeliveriesOfSourceQuery } from "../queries/rule-trial";
import { type RuleView, ruleRecordOf, ruleViewOf } from "../rule-view";
import { type TryRuleInput, tryRuleInputSchema } from "../rules/input";
import {
  type PastDelivery,
  type RuleConditionSuggestions,
  type RuleTrial,
  ruleSuggestionsFrom,
  simulateRuleMatch,
} from "../rules/rule-trial";

export type { TryRuleInput };

/** Most deliveries that are tried. */
const maxDeliveries = 50;

export interface RuleTrialFacts {
  rules: RuleView[];
  deliveries: PastDelivery[];
}

type StoredDelivery = Awaited<ReturnType<typeof recentDeliveriesOfSourceQuery>>[number];

/** Returns true for a delivery of our own test, which contains no real alert. */
const isTest = ({ headers }: StoredDelivery) => headers["user-agent"] === "upfront-test";

/** Reads the alerts of a stored delivery again, with the current settings. */
async function readAgain(
  kept: StoredDelivery,
  { kind, settings }: { kind: string; settings: unknown },
): Promise<PastDelivery> {
  const { id, receivedAt, body } = kept;
  const adapter = sourceAdapterOf(kind);
  const parsed = adapter?.settings.safeParse(settings);
  if (!adapter || !parsed?.success || body === null) return { id, receivedAt, alerts: null };
  const read = await parseUnverifiedDelivery(adapter, rawRequestFromStored({ ...kept, body }), {
    settings: parsed.data,
    now: receivedAt,
  });
  if (!read.ok) return { id, receivedAt, alerts: null };
  return { id, receivedAt, alerts: read.value.reading.signals.flatMap((each) => (each.kind === "alert" ? each : [])) };
}

/** Returns a source's rules and its last deliveries. Failure: missing. One batch of three statements. */
async function pastOf(
  ctx: Ctx,
  { pageId, sourceId }: { pageId: string; sourceId: string },
): Promise<Result<RuleTrialFacts>> {
  const [[source], rules, kept] = await readBatch(
    ctx,
    sourceByIdQuery(ctx, pageId, sourceId),
    alertRulesOfPageQuery(ctx, pageId, sourceId),
    recentDeliveriesOfSourceQuery(ctx, pageId, sourceId, maxDeliveries),
  );
  if (!source) return missingFailure;
  const about = { kind: source.kind, settings: await openSourceSettings(ctx, source) };
  const deliveries = await Promise.all(kept.filter((each) => !isTest(each)).map((each) => readAgain(each, about)));
  return ok({ rules: rules.map(ruleViewOf), deliveries });
}

/**
 * Tries a rule on the last 50 deliveries of its source, in its place or, when new, before the catch-all. Nothing is
 * saved. Failures: invalid, missing.
 */
export async function tryRule(ctx: Ctx, given: TryRuleInput): Promise<Result<RuleTrial>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: tryRuleInputSchema, drafts: true }, given);
  if (!authorized.ok) return authorized;
  const { sourceId, id = null, match = {} } = authorized.value.input;
  const past = await pastOf(ctx, authorized.value.input);
  if (!past.ok) return past;
  return ok(simulateRuleMatch({ id, sourceId, match }, past.value.rules.map(ruleRecordOf), past.value.deliveries));
}

/**
 * Returns recent labels and titles of a source as suggestions for a rule, for anyone who may see the deliveries.
 * Failure: missing.
 */
export async function readRuleSuggestions(
  ctx: Ctx,
  of: { pageId: string; sourceId: string },
): Promise<Result<RuleConditionSuggestions>> {
  const may = permitRole(ctx.actor, ctx.member, of.pageId, "viewer");
  if (!may.ok) return may;
  const past = await pastOf(ctx, of);
  return past.ok ? ok(ruleSuggestionsFrom(past.value.deliveries)) : past;
}
