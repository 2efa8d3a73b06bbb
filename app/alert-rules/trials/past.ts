import { understand } from "~/alerts/examine";
import { rawRequestOf } from "~/alerts/kept-request";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { sourceOf } from "~/sources/kinds/known-kinds";
import { sourceById } from "~/sources/queries/source";
import { settingsOf } from "~/sources/read";
import { rulesOf } from "../queries/rule";
import { recentDeliveries } from "../queries/rule-trial";
import { type RuleView, ruleView } from "../rule-view";
import type { PastDelivery } from "../rules/rule-trial";

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
export async function pastOf(
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
