import { type DeliveryPost, examine, rawOf, understand } from "~/alerts/examine";
import { keepDeliveries } from "~/alerts/keep-delivery";
import { type AlertSignal, type Signal, testKeyPrefix } from "~/alerts/rules/signal";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import type { ChangeResult } from "~/change/change-result";
import { settleAfterAnswer } from "~/change/settle-after-answer";
import { commit } from "~/commit/commit";
import { read } from "~/db/read";
import { fail, invalid, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnySource } from "./contract/contract";
import { sourceOf } from "./kinds/known-kinds";
import { sourceById } from "./queries/source";
import { settingsOf } from "./read";
import { type SourceTarget, sourceTarget } from "./rules/input";
import { testAgent } from "./rules/replay";

/** Builds the sample as its tool would post it, with the proof of a genuine sender. */
function samplePost(adapter: AnySource, settings: unknown, now: number, id: string) {
  const { payload, headers } = adapter.sample(now, settings);
  const type = adapter.contentTypes.find((each) => each.endsWith("json")) ?? "application/json";
  const text = JSON.stringify(payload);
  const rawBody = new TextEncoder().encode(text);
  const proof = adapter.prove?.({ rawBody, settings, now, deliveryId: id });
  const post: DeliveryPost = {
    token: "",
    headers: new Headers({ "content-type": type, ...headers, ...proof }),
    body: ok(rawBody),
  };
  return { text, rawBody, post };
}

/** Reads the sample as a delivery; without authentication when only the real sender can prove a body. */
function readSample(
  adapter: AnySource,
  settings: unknown,
  now: number,
  { rawBody, post }: ReturnType<typeof samplePost>,
) {
  if (!adapter.prove) return understand(adapter, rawOf(post, rawBody), { settings, now });
  return examine(adapter, post, { settings, now, fetchNeed: async () => missingFailure });
}

const alertsOf = (signals: readonly Signal[]): AlertSignal[] =>
  signals.flatMap((each) =>
    each.kind === "alert" ? [{ ...each, key: `${testKeyPrefix}${each.key}`.slice(0, 255) }] : [],
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
export async function sendTest(ctx: Ctx, given: SourceTarget): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: sourceTarget }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, id } = input;
  const [[source]] = await read(ctx, sourceById(ctx, pageId, id));
  const adapter = source && sourceOf(source.kind);
  if (!source || !adapter) return missingFailure;
  const settings = adapter.settings.safeParse(await settingsOf(ctx, source));
  if (!settings.success) return invalid("settings", "source.incomplete");
  const now = ctx.now();
  const sample = samplePost(adapter, settings.data, now, commitId);
  const understood = await readSample(adapter, settings.data, now, sample);
  if (!understood.ok) return fail(understood.failure);
  const { signals: sampled, skipped } = understood.value.reading;
  if (skipped.some(({ code }) => code === "no_mapping")) return invalid("", "source.map_first", "no_mapping");
  const audit = { action: "source.test", subjectKind: "source", subjectId: id };
  const { outcome } = await commit(ctx, { id: commitId, pageId, changes: [], audit });
  if (outcome === "already") return ok({ id });
  const firing = alertsOf(sampled);
  const sent = { eventId: false, headers: { "user-agent": testAgent }, body: sample.text, bodyHash: "" };
  const deliveries = [firing, firing.map((each) => recovered(each, now))].map((signals) => ({
    source,
    adapter,
    isTest: true as const,
    delivery: { id: ctx.id(), ...sent },
    result: ok({ signals, skipped: [] }),
  }));
  const refused = (await keepDeliveries(ctx, deliveries)).find((kept) => !kept.ok);
  if (refused && !refused.ok) return refused;
  settleAfterAnswer(ctx, pageId);
  return ok({ id });
}
