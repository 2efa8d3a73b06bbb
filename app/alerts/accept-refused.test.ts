import { expect, test } from "vitest";
import { fail } from "~/failures/failure";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { group, post, rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange } from "../../tests/support/scenario";
import { acceptDelivery } from "./accept";
import { refusedDeliveryAlertKey } from "./rules/signal";

const deployment = deploymentOfFile();

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const signing = { kind: "standard-webhooks", settings: { secret } };

function signed(body: unknown, deliveryId: string, now = deployment.clock.now): Record<string, string> {
  const rawBody = new TextEncoder().encode(JSON.stringify(body));
  return sourceAdapterOf("standard-webhooks")?.prove?.({ rawBody, settings: { secret }, now, deliveryId }) ?? {};
}

const event = (id: string, more: object = {}) => ({
  type: "alert.firing",
  timestamp: new Date(deployment.clock.now).toISOString(),
  data: { id, title: "Checkout is slow", ...more },
});

test.each([
  ["row 3: broken JSON", '{"alerts":[', {}, { name: "malformed", code: "bad_json" }],
  ["row 3: invalid UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), {}, { name: "malformed", code: "bad_json" }],
  ["row 4: 33 levels", nested(33), {}, { name: "malformed", code: "too_complex" }],
  ["row 4: 100,000 levels", nested(100_000), {}, { name: "malformed", code: "too_complex" }],
  [
    "row 6: wrong type",
    "{}",
    { "content-type": "text/plain" },
    { name: "unsupported", accepted: ["application/json"] },
  ],
  ["no alerts at all", "{}", {}, { name: "invalid", code: "unreadable" }],
])(
  "%s: refused, and the source is told about; kept is only what could be decoded",
  async (_, body, headers, failure) => {
    const from = await arrange(deployment, aLoneSource());
    expect(await post(deployment.ctx(), from, body, headers)).toMatchObject({ ok: false, failure });
    const { deliveries, alerts, wanted } = await rowsOf(deployment.ctx(), from);
    const kept = "code" in failure && failure.code === "unreadable";
    const text = typeof body === "string" ? body : JSON.stringify(body);
    expect(deliveries).toMatchObject([{ outcome: "refused", body: kept ? text : "", bodyHash: "" }]);
    expect(alerts).toMatchObject([
      { key: refusedDeliveryAlertKey, state: "firing", title: "Prometheus is sending invalid data" },
    ]);
    expect(wanted).toBe(1);
  },
);

test("row 1: too large; again it is one alert, two rows; what can be read resolves it", async () => {
  const from = await arrange(deployment, aLoneSource());
  const headers = new Headers({ "content-type": "application/json" });
  const body = fail({ name: "too_large", limit: 262_144 });
  const send = (ctx = deployment.ctx()) => acceptDelivery(ctx, { token: from.token, headers, body });
  expect(await send()).toMatchObject({ failure: { name: "too_large" } });
  const again = deployment.ctx();
  await send(again);
  expect(again.meter.written).toBe(2);
  deployment.clock.now += 1000;
  const read = await post(deployment.ctx(), from, group([{ key: "a" }]));
  expect(read).toMatchObject({ ok: true, value: { alerts: [{ key: "a" }] } });
  const { alerts } = await rowsOf(deployment.ctx(), from);
  expect(alerts.find((each) => each.key === refusedDeliveryAlertKey)).toMatchObject({ state: "resolved", count: 2 });
  deployment.clock.now += 1000;
  await send();
  const refired = (await rowsOf(deployment.ctx(), from)).alerts.find((each) => each.key === refusedDeliveryAlertKey);
  expect(refired).toMatchObject({ state: "firing", startedAt: deployment.clock.now });
});

test("row 13: a wrong, missing or 6 minutes old signature gives one and the same answer; the body is not kept", async () => {
  const from = await arrange(deployment, aLoneSource(signing));
  const body = event("a");
  const good = signed(body, "m1");
  const cases = [{}, { ...good, "webhook-signature": "v1,AAAA" }, signed(body, "m1", deployment.clock.now - 360_000)];
  for (const headers of cases) {
    const answer = await post(deployment.ctx(), from, body, headers);
    expect(answer).toEqual({ ok: false, failure: { name: "unauthenticated", code: "bad_signature" } });
  }
  const { deliveries } = await rowsOf(deployment.ctx(), from);
  expect(deliveries.map((each) => [each.outcome, each.reason, each.body])).toEqual(
    cases.map(() => ["refused", "bad_signature", ""]),
  );
  expect(await post(deployment.ctx(), from, body, good)).toMatchObject({ ok: true, value: { duplicate: false } });
});

test("row 7: the same event again is a duplicate: same alert, nothing else", async () => {
  const from = await arrange(deployment, aLoneSource(signing));
  const body = event("a");
  const first = await post(deployment.ctx(), from, body, signed(body, "m1"));
  const before = await rowsOf(deployment.ctx(), from);
  const ctx = deployment.ctx();
  const second = await post(ctx, from, body, signed(body, "m1", deployment.clock.now + 60_000));
  expect(second).toMatchObject({ ok: true, value: { duplicate: true } });
  expect(second.ok && second.value.alerts[0]?.id).toBe(first.ok && first.value.alerts[0]?.id);
  expect(ctx.meter.written).toBe(0);
  expect(await rowsOf(deployment.ctx(), from)).toEqual(before);
});

test("row 7: twenty at once are one", async () => {
  const from = await arrange(deployment, aLoneSource(signing));
  const body = event("a");
  const send = () => post(deployment.ctx(), from, body, signed(body, "m1"));
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(answers.filter((each) => each.ok && !each.value.duplicate)).toHaveLength(1);
  const { deliveries, alerts } = await rowsOf(deployment.ctx(), from);
  expect(deliveries).toHaveLength(1);
  expect(alerts).toMatchObject([{ count: 1 }]);
});

test("row 8: the same event id with another body is 409 where ids are promised immutable", async () => {
  const from = await arrange(deployment, aLoneSource(signing));
  const [one, other] = [event("a"), event("a", { title: "other" })];
  await post(deployment.ctx(), from, one, signed(one, "m1"));
  const answer = await post(deployment.ctx(), from, other, signed(other, "m1"));
  expect(answer).toMatchObject({ failure: { name: "conflict", code: "id_reused" } });
  const { alerts, deliveries } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ title: "Checkout is slow" }]);
  expect(deliveries).toHaveLength(1);
});

test("row 8: elsewhere it updates", async () => {
  const from = await arrange(deployment, aLoneSource(signing));
  const changing = (kind: string) => {
    const adapter = sourceAdapterOf(kind);
    return adapter && { ...adapter, immutableIds: false };
  };
  const [one, other] = [event("a"), event("a", { title: "other" })];
  for (const body of [one, other]) {
    const headers = new Headers({ "content-type": "application/json", ...signed(body, "m1") });
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const answer = await acceptDelivery(
      deployment.ctx(),
      { token: from.token, headers, body: { ok: true, value: bytes } },
      changing,
    );
    expect(answer).toMatchObject({ ok: true, value: { duplicate: false } });
  }
  const { alerts, deliveries } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ title: "other", state: "firing" }]);
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]?.body).toContain("other");
});

test("an event that is no alert is accepted and creates nothing", async () => {
  const from = await arrange(deployment, aLoneSource(signing));
  const body = { type: "user.created", data: { id: "u" } };
  const answer = await post(deployment.ctx(), from, body, signed(body, "m1"));
  expect(answer).toMatchObject({ ok: true, value: { alerts: [], skipped: [{ code: "not_an_alert" }] } });
  const { deliveries, alerts, wanted } = await rowsOf(deployment.ctx(), from);
  expect(deliveries).toMatchObject([{ outcome: "ignored" }]);
  expect([alerts.length, wanted]).toEqual([0, 0]);
});

test("row 14: an unknown address is missing, writes nothing, and takes as many round trips as a known one", async () => {
  const from = await arrange(deployment, aLoneSource());
  const known = deployment.ctx();
  await post(known, from, "{");
  const ctx = deployment.ctx();
  expect(await post(ctx, { token: "nobody's" }, group([{ key: "a" }]))).toEqual({
    ok: false,
    failure: { name: "missing" },
  });
  expect(ctx.meter.written).toBe(0);
  expect(ctx.meter.statements).toBe(3);
});
