import { permit } from "~/access/permission";
import { understand } from "~/alerts/examine";
import { rawRequestOf } from "~/alerts/kept-request";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { sourceOf } from "~/sources/kinds/known-kinds";
import { sourceById } from "~/sources/queries/source";
import { settingsOf } from "~/sources/read";
import { rulesOf } from "../queries/rule";
import { recentDeliveries } from "../queries/rule-trial";
import { type RuleView, ruleFact, ruleView } from "../rule-view";
import { type TryRuleInput, tryRuleInput } from "../rules/input";
import { type PastDelivery, type RuleTrial, type Samples, samplesOf, tryMatch } from "../rules/rule-trial";

export type { TryRuleInput };

/** Most deliveries that are tried. */
const maxDeliveries = 50;

export interface SourcePast {
  rules: RuleView[];
  deliveries: PastDelivery[];
}

type StoredDelivery = Awaited<ReturnType<typeof recentDeliveries>>[number];

/** Returns true for a delivery of our own test, which contains no real alert. */
const isTest = ({ headers }: StoredDelivery) => headers["user-agent"] === "upfront-test";

/** Reads the alerts of a stored delivery again, with the current settings. */
async function readAgain(
  kept: StoredDelivery,
  { kind, settings }: { kind: string; settings: unknown },
): Promise<PastDelivery> {
  const { id, receivedAt, body } = kept;
  const adapter = sourceOf(kind);
  const parsed = adapter?.settings.safeParse(settings);
  if (!adapter || !parsed?.success || body === null) return { id, receivedAt, alerts: null };
  const read = await understand(adapter, rawRequestOf({ ...kept, body }), { settings: parsed.data, now: receivedAt });
  if (!read.ok) return { id, receivedAt, alerts: null };
  return { id, receivedAt, alerts: read.value.reading.signals.flatMap((each) => (each.kind === "alert" ? each : [])) };
}

/** Returns a source's rules and its last deliveries. Failure: missing. One batch of three statements. */
async function pastOf(
  ctx: Ctx,
  { pageId, sourceId }: { pageId: string; sourceId: string },
): Promise<Result<SourcePast>> {
  const [[source], rules, kept] = await read(
    ctx,
    sourceById(ctx, pageId, sourceId),
    rulesOf(ctx, pageId, sourceId),
    recentDeliveries(ctx, pageId, sourceId, maxDeliveries),
  );
  if (!source) return missingFailure;
  const about = { kind: source.kind, settings: await settingsOf(ctx, source) };
  const deliveries = await Promise.all(kept.filter((each) => !isTest(each)).map((each) => readAgain(each, about)));
  return ok({ rules: rules.map(ruleView), deliveries });
}

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
