import { expect, test } from "vitest";
import { moveDocumentOf } from "../../tests/support/import-documents";
import { importRunsOfEachTest } from "../../tests/support/import-jobs";
import { answersByAddress, partOfFiles } from "../../tests/support/origin-files";
import { originAnswer, originSettings, readOriginApi } from "../../tests/support/origin-reading";
import { gatusHistoryReader } from "./contract/gatus/history";
import { gatusOrigin } from "./kinds/gatus";

/** A configuration, and the past that the Gatus which runs by it answers. */
const { desk, rowsOf, applied } = importRunsOfEachTest();
const origin = { ...gatusOrigin, api: gatusHistoryReader };
const day = 86_400_000;

const configuration = `endpoints:
  - { name: Web Shop, group: core, url: "https://shop.example.org/", conditions: ["[STATUS] == 200"] }
  - { name: ledger, group: core, url: "https://api.example.org/", conditions: ["[STATUS] == 200"] }
`;
const fromFiles = () =>
  moveDocumentOf({ origin: "gatus", ...partOfFiles(gatusOrigin, [{ path: "config.yaml", text: configuration }]) });

const event = (type: string, at: number) => ({ type, timestamp: new Date(at).toISOString().replace("Z", "123456Z") });
const rowOf = (name: string, key: string, past: { events: object[]; results?: object[] }) => ({
  name,
  group: "core",
  key,
  results: [],
  ...past,
});

function answersAt(now: number) {
  const shop = rowOf("Web Shop", "core_web-shop", {
    events: [
      event("START", now - 20 * day),
      event("HEALTHY", now - 19 * day),
      event("UNHEALTHY", now - 10 * day),
      event("HEALTHY", now - 9 * day),
      event("RESTING", now - 8 * day),
      event("HEALTHY", now - 7 * day),
    ],
    results: [{ status: 200, success: true, timestamp: new Date(now - day).toISOString() }],
  });
  const api = rowOf("ledger", "core_ledger", { events: [] });
  const answers: [RegExp, string][] = [
    [/\/endpoints\/statuses\?page=1&pageSize=1$/, JSON.stringify([shop, api].map(({ events: _, ...row }) => row))],
    [/core_web-shop\/statuses\?page=1&pageSize=100$/, JSON.stringify(shop)],
    [/core_web-shop\/uptimes\/30d$/, "0.951234"],
    [/core_ledger\/statuses/, JSON.stringify(api)],
  ];
  return answersByAddress(answers);
}

const settings = originSettings({ url: "https://status.example.org/" });

/** Reads it as an import does, which knows a component once: its past comes later than its name. */
function readAt(now: number, answerTo = answersAt(now), given = settings) {
  const reading = readOriginApi(origin, given, answerTo);
  const components = [...new Map(reading.document.components.map((each) => [each.id, each])).values()];
  return { ...reading, document: { ...reading.document, components } };
}

test("events are the past of their endpoint until its last result, and a word that is not known is asked about", () => {
  const now = Date.parse("2026-09-01T00:00:00Z");
  const { document, requests, refusal } = readAt(now);
  expect(refusal).toBeNull();
  expect(requests.map(({ url }) => url.split("/v1/")[1])).toEqual([
    "endpoints/statuses?page=1&pageSize=1",
    "endpoints/core_web-shop/statuses?page=1&pageSize=100",
    "endpoints/core_web-shop/uptimes/30d",
    "endpoints/core_ledger/statuses?page=1&pageSize=100",
  ]);
  const [shop, api] = document.components;
  expect(shop).toMatchObject({ id: "core_web-shop", name: "Web Shop", groupId: "core", keptBy: "watched" });
  expect(shop?.uptime).toEqual({ percent: expect.closeTo(95.1234), days: 30, until: null });
  expect(shop?.history).toEqual([
    { from: now - 19 * day, to: now - 10 * day, status: "operational" },
    { from: now - 10 * day, to: now - 9 * day, status: "major_outage" },
    { from: now - 9 * day, to: now - 8 * day, status: "operational" },
    { from: now - 7 * day, to: now - day, status: "operational" },
  ]);
  expect(api).toMatchObject({ id: "core_ledger" });
  expect(api?.history ?? []).toEqual([]);
  expect(document.notes.map(({ kind, field }) => [kind, field])).toEqual([
    ["left_out", "monitors"],
    ["question", "events"],
  ]);
});

test("its components are those of the configuration, with the same ids and groups", () => {
  const { components, groups } = fromFiles();
  const { document } = readAt(Date.now());
  const plain = ({ history: _, uptime: __, ...component }: (typeof components)[number]) => component;
  expect(document.components.map(plain)).toEqual(components.map(plain));
  expect(document.groups).toEqual(groups);
});

test("a Gatus that has no such uptime, or protects its statuses, says so", () => {
  const now = Date.now();
  const refused = originAnswer("Durations supported: 7d, 24h, 1h", { status: 400 });
  const older = readAt(now, (request) => (request.url.endsWith("/30d") ? refused : answersAt(now)(request)));
  expect(older.refusal).toBeNull();
  expect(older.document.components[0]).not.toHaveProperty("uptime");
  expect(older.document.components[0]?.history).toHaveLength(4);
  const closed = readAt(now, () => originAnswer("Unauthorized", { status: 401 }));
  expect(closed.refusal).toContain("401");
  const { requests } = readAt(now, answersAt(now), { ...settings, key: "john:secret" });
  expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set([`Basic ${btoa("john:secret")}`]),
  );
});

const pastOf = (name: string) =>
  rowsOf(`SELECT s.layer, s.to_status FROM status_change s JOIN component c ON c.id = s.component_id
    WHERE c.name = '${name}' AND s.layer = 'observed' ORDER BY s.at`);

test("the past comes first, then the configuration with the monitors of the same components", async () => {
  const { now } = desk.deployment.clock;
  await applied(moveDocumentOf({ ...readAt(now).document }));
  await applied(fromFiles());
  const monitored = "SELECT name FROM source WHERE family = 'monitor' AND name IN ('Web Shop', 'ledger') ORDER BY name";
  expect(await rowsOf(monitored)).toEqual([{ name: "Web Shop" }, { name: "ledger" }]);
  const once = await pastOf("Web Shop");
  expect(once.map(({ to_status }) => to_status)).toContain("major_outage");
  await applied(fromFiles());
  expect(await pastOf("Web Shop")).toEqual(once);
});

test("after the configuration it changes nothing of what is here", async () => {
  await applied(fromFiles());
  const monitors = await rowsOf("SELECT * FROM source WHERE family = 'monitor' ORDER BY id");
  await applied(moveDocumentOf({ ...readAt(desk.deployment.clock.now).document }));
  expect(await rowsOf("SELECT * FROM source WHERE family = 'monitor' ORDER BY id")).toEqual(monitors);
  expect(await rowsOf("SELECT count(*) AS count FROM component WHERE name IN ('Web Shop', 'ledger')")).toEqual([
    { count: 2 },
  ]);
  expect(await pastOf("Web Shop")).toEqual([]);
});
