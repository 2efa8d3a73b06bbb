import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  foreignComponent,
  foreignIncident,
  foreignMonitor,
  moveDocumentOf,
} from "../../../tests/support/import-documents";
import { emptyImportWorld, importFactsOf } from "../../../tests/support/import-world";
import { planImport, planImportPart } from "./import-plan";
import type { MoveDocument } from "./move-document";
import { emptyMoveDocument } from "./move-document-parts";
import { uptimeComparisons } from "./uptime-comparison";
import { addUptimePart, beginUptime, type UptimeProgress } from "./uptime-progress";

const hour = 3600_000;
const day = 24 * hour;
/** The ninetieth day is over at noon. */
const now = Date.UTC(2026, 5, 1, 12);
const firstDay = Date.UTC(2026, 2, 4);
const page = { timeZone: "Etc/UTC", partialWeight: 0.5, now };

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Compares as a job does: part after part, with JSON between them. */
function comparisonsOf(document: MoveDocument, parts: readonly MoveDocument[] = []) {
  const facts = importFactsOf(emptyImportWorld(), document);
  const first = planImport(facts).things;
  const begun = addUptimePart(beginUptime(document, first, now), document, first, now);
  const progress = parts.reduce<UptimeProgress>((known, part) => {
    const { things } = planImportPart({ ...facts, document: part }, first);
    return addUptimePart(throughJson(known), part, things, now);
  }, begun);
  return uptimeComparisons(document, first, progress, page);
}

const oneComponent = (id: string, given: object = {}) =>
  foreignComponent(id, { startedAt: firstDay - 400 * day, ...given });

/** An incident that gives one component a status for some hours of the last ninety days. */
const outage = (id: string, [from, to]: readonly [number, number], componentId = "a", status = "major_outage") =>
  foreignIncident(id, {
    startedAt: firstDay + from * hour,
    resolvedAt: firstDay + to * hour,
    updates: [{ status: "resolved", body: "Over.", shownAt: firstDay + to * hour }],
    components: [{ componentId, status }],
  });

const said = (percent: number, days: number | null = 90, until: number | null = null) => ({ percent, days, until });

describe("a new component", () => {
  /** Hours that 89 whole days and a half have. */
  const known = 89 * 24 + 12;
  const share = (lost: number) => Math.floor((10_000 * (known - lost)) / known);

  test.each([
    ["without an incident", {}, [], { here: 10_000, days: 90, said: null }],
    ["that was down for a day", {}, [outage("1", [0, 24])], { here: share(24) }],
    ["that was down twice at once", {}, [outage("1", [0, 24]), outage("2", [12, 30])], { here: share(30) }],
    ["that was partly down", {}, [outage("1", [0, 24], "a", "partial_outage")], { here: share(12) }],
    ["that was slow", {}, [outage("1", [0, 24], "a", "degraded_performance")], { here: 10_000 }],
    ["that was down before its days", {}, [outage("1", [-48, 0])], { here: 10_000 }],
    ["of ten days", { uptime: said(99.5, 10) }, [outage("1", [0, 24])], { here: 10_000, days: 10, said: 99.5 }],
    [
      "whose days end before the preview",
      { uptime: said(50, 2, firstDay + 2 * day) },
      [outage("1", [0, 24])],
      { here: 5000, days: 2, until: firstDay + 2 * day },
    ],
    ["of all days that are known", { uptime: said(99, null) }, [outage("1", [-48, -24])], { days: null, here: 9979 }],
    ["that nobody watches here", { keptBy: "watched", uptime: said(99.9) }, [], { here: null, said: 99.9 }],
    ["that begins with the import", { startedAt: now + day }, [], { here: 10_000 }],
  ])("%s", (_, given, incidents, expected) => {
    expect(comparisonsOf(moveDocumentOf({ components: [oneComponent("a", given)], incidents }))).toMatchObject([
      expected,
    ]);
  });

  test("that a monitor watched is known where the history of a monitor that comes says so", () => {
    const history = [
      { from: firstDay, to: firstDay + 3 * day, status: "operational" },
      { from: firstDay + 3 * day, to: firstDay + 4 * day, status: "major_outage" },
    ];
    const components = [oneComponent("a", { keptBy: "watched" })];
    const monitors = [foreignMonitor("m", { componentIds: ["a"], history, uptime: said(75) })];
    const found = comparisonsOf(moveDocumentOf({ components, monitors }));
    expect(found).toMatchObject([{ theirId: "a", said: 75, here: 7500 }]);
    const without = monitors.map((each) => ({ ...each, kind: null }));
    expect(comparisonsOf(moveDocumentOf({ components, monitors: without }))).toMatchObject([{ said: 75, here: null }]);
  });

  test("whose maintenance is under way counts as up", () => {
    const [startsAt, endsAt] = [firstDay, firstDay + day];
    const maintenances = [
      { id: "w", title: "Move", startsAt, endsAt, state: "completed", updates: [], componentIds: ["a"] },
    ];
    expect(comparisonsOf(moveDocumentOf({ components: [oneComponent("a")], maintenances }))).toMatchObject([
      { here: 10_000 },
    ]);
  });
});

test("two monitors of a component that both say an uptime say none of it", () => {
  const monitors = ["m", "n"].map((id) => foreignMonitor(id, { componentIds: ["a"], uptime: said(99) }));
  expect(comparisonsOf(moveDocumentOf({ components: [oneComponent("a")], monitors }))).toMatchObject([{ said: null }]);
});

test("at most five are compared: those with a figure first, of these the most affected", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g"];
  const components = ids.map((id) => oneComponent(id, ["c", "e"].includes(id) ? { uptime: said(99) } : {}));
  const hidden = oneComponent("h", { uptime: said(1), showsUptime: false });
  const incidents = [outage("1", [0, 5], "g"), outage("2", [0, 9], "b"), outage("3", [0, 1], "e")];
  const found = comparisonsOf(moveDocumentOf({ components: [...components, hidden], incidents }));
  expect(found.map(({ theirId }) => theirId)).toEqual(["e", "c", "b", "g", "a"]);
});

test("a component with more changes than a job keeps is not compared, and the others are", () => {
  const incidents = Array.from({ length: 1600 }, (_, at) => outage(`${at}`, [at, at + 0.5]));
  const document = moveDocumentOf({ components: [oneComponent("a"), oneComponent("b")], incidents });
  expect(comparisonsOf(document).map(({ theirId }) => theirId)).toEqual(["b"]);
});

test("nothing is compared where nothing is new", () => {
  const document = moveDocumentOf({ incidents: [outage("1", [0, 1])] });
  expect(comparisonsOf(document)).toEqual([]);
});

const hours = 90 * 24;
const spans = fc
  .tuple(fc.integer({ min: -100, max: hours }), fc.integer({ min: 1, max: 400 }))
  .map(([from, length]) => [from, from + length] as const);
const outages = fc.array(
  fc.record({
    span: spans,
    componentId: fc.constantFrom("a", "b"),
    status: fc.constantFrom("major_outage", "partial_outage", "degraded_performance"),
    part: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 12 },
);

/** Returns the uptime by looking at each hour. */
function uptimeByHours(given: readonly { span: readonly [number, number]; status: string }[]): number {
  const until = (now - firstDay) / hour;
  let lost = 0;
  for (let at = 0; at < until; at++) {
    const statuses = given.filter(({ span }) => span[0] <= at && at < span[1]).map(({ status }) => status);
    if (statuses.includes("major_outage")) lost += 2;
    else if (statuses.includes("partial_outage")) lost += 1;
  }
  return Math.floor((10_000 * (2 * until - lost)) / (2 * until));
}

test("it is what each hour says, however the incidents are divided into parts", () => {
  fc.assert(
    fc.property(outages, (given) => {
      const components = ["a", "b"].map((id) => oneComponent(id));
      const incidents = given.map(({ span, componentId, status }, at) => outage(`${at}`, span, componentId, status));
      const first = moveDocumentOf({ components });
      const whole = comparisonsOf(moveDocumentOf({ components, incidents }));
      const parts = [0, 1, 2, 3].map((number) => ({
        ...emptyMoveDocument("kuma"),
        incidents: moveDocumentOf({ incidents: incidents.filter((_, at) => given[at]?.part === number) }).incidents,
      }));
      expect(comparisonsOf(first, parts)).toEqual(whole);
      for (const { theirId, here } of whole)
        expect(here).toBe(uptimeByHours(given.filter(({ componentId }) => componentId === theirId)));
    }),
  );
});
