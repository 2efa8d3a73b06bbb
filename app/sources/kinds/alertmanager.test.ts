import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AlertSignal } from "~/alerts/rules/signal";
import { messageOf, sentOf } from "../../../tests/support/ingest-fixtures";
import { alertmanagerFingerprint } from "../contract/fingerprint";
import { alertmanagerSourceAdapter } from "./alertmanager";

const fixture = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../tests/fixtures/ingest/alertmanager/${name}.json`, import.meta.url), "utf8"),
  );
const read = (payload: unknown) => alertmanagerSourceAdapter.read(messageOf(payload), {});
const alertsOf = (payload: unknown) => read(payload).signals as AlertSignal[];
const mayEnter = (settings: object, authorization?: string) =>
  alertmanagerSourceAdapter.authenticate(
    sentOf(alertmanagerSourceAdapter.settings.parse(settings), {
      headers: new Headers(authorization ? { authorization } : {}),
    }),
  );

test("one body, two alerts, one of them resolved", () => {
  expect(alertsOf(fixture("mixed-firing-and-resolved"))).toMatchObject([
    {
      key: "d8d494a127c2da95",
      status: "firing",
      severity: "critical",
      title: "Instance web-1:9100 down",
      body: "web-1:9100 of job node has been down for more than 1 minute.",
      link: "http://prometheus.example.com:9090/graph?g0.expr=up+%3D%3D+0&g0.tab=1",
      startedAt: Date.UTC(2026, 10, 20, 9, 28, 24, 127),
      endedAt: null,
      groupKey: '{}:{alertname="InstanceDown", cluster="eu-1"}',
    },
    {
      key: "ffe881f686d2b8c9",
      status: "resolved",
      severity: "warning",
      link: "http://alertmanager.example.com:9093",
      endedAt: Date.UTC(2026, 10, 20, 9, 29, 30, 234),
    },
  ]);
});

test.each(["grouped-firing", "watchdog-severity-none", "unicode-and-markup-firing", "group-resolved"])(
  "our fingerprint is Alertmanager's own: %s",
  (name) => {
    for (const { labels, key } of alertsOf(fixture(name))) expect(alertmanagerFingerprint(labels)).toBe(key);
  },
);

test("without a fingerprint the key is the labels' hash, equal when fired and recovered", () => {
  const [fired] = alertsOf(fixture("single-no-fingerprint"));
  expect(fired).toMatchObject({
    title: "No things for over 10 minutes",
    startedAt: Date.UTC(2017, 7, 3, 19, 17, 37, 804),
  });
  expect(fired?.key).toMatch(/^[0-9a-f]{16}$/);
});

test("version 3: an integer group key and an offset in the time", () => {
  expect(alertsOf(fixture("legacy-v3-integer-groupkey"))).toMatchObject([
    { groupKey: "5615590933959184000", startedAt: Date.UTC(2016, 7, 1, 10, 27, 8, 8), endedAt: null },
  ]);
});

test("nanoseconds, the empty end, and no generator", () => {
  expect(alertsOf(fixture("no-generator-url"))).toMatchObject([
    { startedAt: Date.UTC(2020, 1, 6, 0, 17, 58, 432), endedAt: null, link: "http://ops1:9093" },
  ]);
  const resolved = fixture("group-resolved");
  resolved.alerts[0].endsAt = "0001-01-01T00:00:00Z";
  expect(alertsOf(resolved)).toMatchObject([{ status: "resolved", endedAt: null }]);
});

test("a resolved group that was cut closes the whole group, a firing one nothing", () => {
  const resolved = { ...fixture("group-resolved"), truncatedAlerts: 3 };
  expect(read(resolved).signals.at(-1)).toEqual({
    kind: "close_group",
    groupKey: '{}:{alertname="InstanceDown", cluster="eu-1"}',
    endedAt: Date.UTC(2026, 10, 20, 9, 29, 37, 348),
  });
  const firing = { ...fixture("grouped-firing"), truncatedAlerts: 3 };
  expect(read(firing).signals.every((each) => each.kind === "alert")).toBe(true);
});

test("an unknown status word keeps the alert firing and is told", () => {
  const body = fixture("watchdog-severity-none");
  body.alerts[0].status = "suppressed";
  expect(alertsOf(body)).toMatchObject([{ status: "firing", severity: "info", flags: ["status:suppressed"] }]);
});

test("one bad alert does not lose the others", () => {
  const body = fixture("grouped-firing");
  const { signals, skipped } = read({ ...body, alerts: [null, {}, ...body.alerts, 7] });
  expect(signals).toHaveLength(2);
  expect(skipped.map((each) => each.code)).toEqual(["unreadable", "unreadable", "unreadable"]);
});

test("bearer token, basic credentials, or nothing", () => {
  expect(mayEnter({})).toBe(true);
  const token = { bearerToken: "example-ingest-token" };
  expect(mayEnter(token, "Bearer example-ingest-token")).toBe(true);
  expect(mayEnter(token, "bearer example-ingest-token")).toBe(true);
  for (const bad of [undefined, "Bearer", "Bearer x", "Basic example-ingest-token"])
    expect(mayEnter(token, bad)).toBe(false);
  const basic = { username: "prom", password: "pässword: 1" };
  expect(mayEnter(basic, `Basic ${Buffer.from("prom:pässword: 1").toString("base64")}`)).toBe(true);
  expect(mayEnter(basic, `Basic ${Buffer.from("prom:other").toString("base64")}`)).toBe(false);
});
