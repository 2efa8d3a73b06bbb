import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rawRequestFromStored } from "~/alerts/kept-request";
import { ok } from "~/failures/failure";
import { rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange } from "../../tests/support/scenario";
import { acceptDelivery } from "./accept";

const deployment = deploymentOfFile();
const body = '{"event_id":"1","value":"1","name":"Störung in Zürich"}';
const marked = Buffer.from(`\uFEFF${body}`);
const json = "application/json";

const bytes = {
  reported: readFileSync(new URL("../../tests/fixtures/reports/bom.json", import.meta.url)),
  marked,
  latin1: Buffer.from(body, "latin1"),
  utf16: Buffer.from(`\uFEFF${body}`, "utf16le"),
  utf8: Buffer.from(body),
};

test.each([
  ["with a byte order mark, as reported", "reported", json, "Disk full"],
  ["with a byte order mark", "marked", json, "Störung in Zürich"],
  ["in the charset that its header names", "latin1", `${json}; charset=ISO-8859-1`, "Störung in Zürich"],
  ["in UTF-16 by its mark", "utf16", json, "Störung in Zürich"],
  ["under the type that curl gives it", "utf8", "application/x-www-form-urlencoded", "Störung in Zürich"],
  ["under curl’s type with a mark", "marked", "application/x-www-form-urlencoded", "Störung in Zürich"],
] as const)("a delivery %s is taken, and kept so that it can be read again", async (_, which, type, title) => {
  const from = await arrange(deployment, aLoneSource({ kind: "zabbix" }));
  const headers = new Headers({ "content-type": type });
  const answer = await acceptDelivery(deployment.ctx(), {
    token: from.token,
    headers,
    body: ok(new Uint8Array(bytes[which])),
  });
  expect(answer).toMatchObject({ ok: true });
  const { alerts, deliveries } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ title, state: "firing" }]);
  const [kept] = deliveries as unknown as [{ headers: Record<string, string>; body: string }];
  const again = rawRequestFromStored(kept);
  expect(JSON.parse(new TextDecoder().decode(again.rawBody))).toMatchObject({ name: title });
  expect(again.headers.get("content-type")).toBe(json);
});

test("JSON that no type names is taken by a kind that takes JSON alone", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "alertmanager" }));
  const labels = { alertname: "DiskFull", instance: "db-1" };
  const alert = {
    status: "firing",
    labels,
    annotations: {},
    startsAt: "2026-11-28T02:00:00Z",
    endsAt: "0001-01-01T00:00:00Z",
  };
  const group = { version: "4", status: "firing", groupKey: "{}", receiver: "upfront", alerts: [alert] };
  const sent = ok(new TextEncoder().encode(JSON.stringify(group)));
  expect(
    await acceptDelivery(deployment.ctx(), { token: from.token, headers: new Headers(), body: sent }),
  ).toMatchObject({
    ok: true,
  });
  expect((await rowsOf(deployment.ctx(), from)).alerts).toMatchObject([{ state: "firing" }]);
});

test("what is neither UTF-8 nor says what it is stays refused", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "zabbix" }));
  const headers = new Headers({ "content-type": json });
  const answer = await acceptDelivery(deployment.ctx(), {
    token: from.token,
    headers,
    body: ok(new Uint8Array(bytes.latin1)),
  });
  expect(answer).toMatchObject({ ok: false, failure: { name: "malformed", code: "bad_json" } });
});
