import { examineDelivery, type IngestRequest, parseUnverifiedDelivery, toRawRequest } from "~/alerts/examine";
import { storeExaminedDeliveries } from "~/alerts/keep-delivery";
import { type AlertSignal, type Signal, testAlertKeyPrefix } from "~/alerts/rules/signal";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import type { ChangeResult } from "~/change/change-result";
import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { fail, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnySourceAdapter } from "./contract/contract";
import { sourceAdapterOf } from "./kinds/known-kinds";
import { sourceByIdQuery } from "./queries/source";
import { openSourceSettings } from "./read";
import { type SourceTargetInput, sourceTargetInputSchema } from "./rules/input";
import { testUserAgent } from "./rules/replay";

/** Builds the sample as its tool would post it, with the proof of a genuine sender. */
function samplePost(adapter: AnySourceAdapter, settings: unknown, now: number, id: string) {
  const { payload, headers } = adapter.sample(now, settings);
  const type = adapter.contentTypes.find((each) => each.endsWith("json")) ?? "application/json";
  const text = JSON.stringify(payload);
  const rawBody = new TextEncoder().encode(text);
  const proof = adapter.prove?.({ rawBody, settings, now, deliveryId: id });
  const post: IngestRequest = {
    token: "",
    headers: new Headers({ "content-type": type, ...headers, ...proof }),
    body: ok(rawBody),
  };
  return { text, rawBody, post };
}

/** Reads the sample as a delivery; without authentication when only the real sender can prove a body. */
function readSample(
  adapter: AnySourceAdapter,
  settings: unknown,
  now: number,
  { rawBody, post }: ReturnType<typeof samplePost>,
) {
  if (!adapter.prove) return parseUnverifiedDelivery(adapter, toRawRequest(post, rawBody), { settings, now });
  return examineDelivery(adapter, post, { settings, now, fetchNeed: async () => missingFailure });
}

const alertsOf = (signals: readonly Signal[]): AlertSignal[] =>
  signals.flatMap((each) =>
    each.kind === "alert" ? [{ ...each, key: `${testAlertKeyPrefix}${each.key}`.slice(0, 255) }] : [],
  );

/** Resolves the signal at once, before anything settles: it appears in the deliveries and affects no component. */
const recovered = (signal: AlertSignal, now: number): AlertSignal => ({
  ...signal,
  status: "resolved",
  endedAt: now,
  eventAt: signal.eventAt === null ? null : signal.eventAt + 1,
});

/**
 * Sends the kind's own sample through the same steps as every delivery. Failures: invalid (settings are missing),
 * missing.
 */
export async function sendSourceTest(ctx: Ctx, given: SourceTargetInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: sourceTargetInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, id } = input;
  const [[source]] = await readBatch(ctx, sourceByIdQuery(ctx, pageId, id));
  const adapter = source && sourceAdapterOf(source.kind);
  if (!source || !adapter) return missingFailure;
  const settings = adapter.settings.safeParse(await openSourceSettings(ctx, source));
  if (!settings.success) return invalidFieldFailure("settings", "source.incomplete");
  const now = ctx.now();
  const sample = samplePost(adapter, settings.data, now, commitId);
  const understood = await readSample(adapter, settings.data, now, sample);
  if (!understood.ok) return fail(understood.failure);
  const { signals: sampled, skipped } = understood.value.reading;
  if (skipped.some(({ code }) => code === "no_mapping"))
    return invalidFieldFailure("", "source.map_first", "no_mapping");
  const audit = { action: "source.test", subjectKind: "source", subjectId: id };
  const { outcome } = await commitPlan(ctx, { id: commitId, pageId, changes: [], audit });
  if (outcome === "already") return ok({ id });
  const firing = alertsOf(sampled);
  const sent = { eventId: false, headers: { "user-agent": testUserAgent }, body: sample.text, bodyHash: "" };
  const deliveries = [firing, firing.map((each) => recovered(each, now))].map((signals) => ({
    source,
    adapter,
    isTest: true as const,
    delivery: { id: ctx.id(), ...sent },
    result: ok({ signals, skipped: [] }),
  }));
  const refused = (await storeExaminedDeliveries(ctx, deliveries)).find((kept) => !kept.ok);
  if (refused && !refused.ok) return refused;
  settlePageAfterAnswer(ctx, pageId);
  return ok({ id });
}
