import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { messageOf, sentOf } from "../../../tests/support/ingest-fixtures";
import { standardWebhooksSourceAdapter } from "./standard-webhooks";

interface Vectors {
  now: number;
  cases: { name: string; secret: string; headers: Record<string, string>; body: string; valid: boolean }[];
}

const folder = new URL("../../../tests/fixtures/ingest/standard-webhooks/", import.meta.url);
const load = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const vectors: Vectors = load("signatures.vectors");

test.each(vectors.cases.map((each) => [each.name, each] as const))("signature vector: %s", (_, vector) => {
  const sent = { headers: new Headers(vector.headers), body: vector.body, now: vectors.now * 1000 };
  const given = sentOf({ secret: vector.secret }, sent);
  expect(standardWebhooksSourceAdapter.authenticate(given)).toBe(vector.valid);
});

test("all kinds of vectors are there", () => {
  expect(vectors.cases.filter((each) => each.valid).length).toBeGreaterThan(2);
  expect(vectors.cases.filter((each) => !each.valid).length).toBeGreaterThan(5);
});

test("without a secret nobody gets in", () => {
  expect(standardWebhooksSourceAdapter.authenticate(sentOf({}, {}))).toBe(false);
});

test.each(["whsec_", "whsec_short", "not base64 at all, but long enough", "plainsecretplainsecret!"])(
  "%s is no secret",
  (secret) => expect(standardWebhooksSourceAdapter.settings.safeParse({ secret }).success).toBe(false),
);

const read = (payload: unknown) => standardWebhooksSourceAdapter.read(messageOf(payload), {});

test("fires and recovers by the event's time", () => {
  const at = Date.UTC(2024, 5, 14, 10);
  expect(read(load("alert-firing.json")).signals).toMatchObject([
    {
      key: "alrt_1",
      status: "firing",
      severity: "critical",
      title: "Checkout API 5xx rate high",
      body: "5xx above 5%",
      link: "https://monitoring.example.com/a/alrt_1",
      labels: { service: "checkout" },
      startedAt: at,
      eventAt: at,
    },
  ]);
  expect(read(load("alert-resolved.json")).signals).toMatchObject([
    { key: "alrt_1", status: "resolved", startedAt: null, endedAt: at + 20 * 60_000, eventAt: at + 20 * 60_000 },
  ]);
});

test("events that speak of no alert create nothing; an unknown status of one that does keeps firing", () => {
  expect(read(load("unknown-type.json"))).toMatchObject({ signals: [], skipped: [{ code: "not_an_alert" }] });
  expect(read({ type: "alert.resolved", data: { id: 7 } }).signals).toMatchObject([{ key: "7", status: "resolved" }]);
  expect(read({ type: "x", data: { id: "a", status: "odd" } }).signals).toEqual([]);
  expect(read({ type: "alert.x", data: { id: "a", status: "odd" } }).signals).toMatchObject([
    { status: "firing", title: "alert.x", flags: ["status:odd"], eventAt: null },
  ]);
});
