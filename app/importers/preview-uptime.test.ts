import { expect, test } from "vitest";
import { readComponentUptime } from "~/components/uptime";
import { good } from "../../tests/support/desk";
import { foreignMonitor, moveDocumentOf } from "../../tests/support/import-documents";
import { beginToApply, importRunsOfEachTest, jobOf, previewOf, runToEnd } from "../../tests/support/import-jobs";
import { readImport } from "./read";

const { desk, rowsOf } = importRunsOfEachTest();

const hour = 3600_000;
const day = 24 * hour;

/** A page with everything that moves an uptime: overlapping incidents, maintenance, monitored pasts, a first day. */
function documentOf(now: number) {
  const at = (hoursAgo: number) => now - hoursAgo * hour;
  const incident = (id: string, [from, to]: [number, number | null], status: string, ids: string[]) => ({
    id,
    title: "API degraded",
    impact: "major",
    startedAt: at(from),
    resolvedAt: to === null ? null : at(to),
    updates: [
      {
        status: "investigating",
        body: "We look.",
        shownAt: at(from),
        changes: ids.map((componentId) => ({ componentId, status })),
      },
      ...(to === null ? [] : [{ status: "resolved", body: "Over.", shownAt: at(to) }]),
    ],
  });
  const history = [
    { from: at(30 * 24), to: at(20 * 24), status: "operational" },
    { from: at(20 * 24), to: at(19 * 24), status: "major_outage" },
    { from: at(19 * 24), to: null, status: "operational" },
  ];
  return moveDocumentOf({
    origin: "statuspage",
    page: { id: "p", name: "Moved page", timeZone: "America/New_York" },
    components: [
      { id: "api", name: "Gateway", keptBy: "manual", startedAt: at(200 * 24), uptime: { percent: 99.5, days: 90 } },
      { id: "web", name: "Web", keptBy: "manual", startedAt: at(40 * 24) },
      { id: "shop", name: "Shop", keptBy: "watched", startedAt: at(60 * 24) },
      { id: "mail", name: "Mail", keptBy: "watched" },
    ],
    monitors: [foreignMonitor("m", { componentIds: ["shop"], history, uptime: { percent: 97.25, days: 90 } })],
    incidents: [
      incident("1", [70 * 24, 69 * 24], "major_outage", ["api", "web"]),
      incident("2", [69 * 24 + 6, 68 * 24], "partial_outage", ["api"]),
      incident("3", [35 * 24, 34 * 24], "partial_outage", ["web", "shop"]),
      incident("4", [25 * 24, 24 * 24], "major_outage", ["shop", "mail"]),
      incident("5", [8, null], "major_outage", ["web"]),
    ],
    maintenances: [
      {
        id: "w",
        title: "Move",
        startsAt: at(20 * 24),
        endsAt: at(19 * 24),
        state: "completed",
        updates: [],
        componentIds: ["shop"],
      },
    ],
  });
}

test("what the preview says of an uptime is what the page says after the import", async () => {
  const { deployment, pageId } = desk;
  const id = await previewOf(desk, documentOf(deployment.clock.now));
  const { uptimes } = await good(readImport(desk.owner(), { pageId, id }));
  expect(uptimes.map(({ name, days, said }) => [name, days, said])).toEqual([
    ["Shop", 90, 97.25],
    ["Gateway", 90, 99.5],
    ["Web", 90, null],
    ["Mail", 90, null],
  ]);
  const { now } = deployment.clock;
  await beginToApply(desk, id);
  await runToEnd(desk, id);
  expect(await jobOf(desk, id)).toMatchObject({ state: "applied" });
  deployment.clock.now = now;
  for (const { name, here } of uptimes) {
    const [row] = await rowsOf(`SELECT id FROM component WHERE name = '${name}'`);
    const start = new Date(now - 89 * day).toISOString().slice(0, 10);
    const read = await good(readComponentUptime(desk.owner(), { pageId, componentId: String(row?.id), start }));
    expect([name, here]).toEqual([name, read.uptime]);
  }
});

test("a second run, in which nothing is new, compares nothing", async () => {
  const { deployment, pageId } = desk;
  const document = documentOf(deployment.clock.now);
  const id = await previewOf(desk, document);
  await beginToApply(desk, id);
  await runToEnd(desk, id);
  const again = await previewOf(desk, document);
  expect((await good(readImport(desk.owner(), { pageId, id: again }))).uptimes).toEqual([]);
});
