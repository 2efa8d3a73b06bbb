import { afterAll, beforeAll, expect, test } from "vitest";
import { countRows } from "../../tests/support/counted-rows";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { explaining } from "../../tests/support/explained";
import { type ListIncidentsInput, listIncidents } from "./list";
import { listIncidentsWithUpdates } from "./list-with-updates";
import { incidentSortKeys } from "./rules/input";

/** Many incidents, of which many are alike in what the list is sorted by. */
const few = 260;
const many = 5000;
const hour = 3_600_000;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await fill(1, few);
});
afterAll(() => desk.close());

const numbers = "WITH RECURSIVE n(i) AS (SELECT ?3 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)";

async function fill(first: number, last: number): Promise<void> {
  const { DB } = desk.deployment.bindings;
  const run = (sql: string, ...more: string[]) =>
    DB.prepare(`${numbers} ${sql}`)
      .bind(desk.pageId, desk.deployment.clock.now, first, last, ...more)
      .run();
  await run(`INSERT INTO incident (id, page_id, title, alert_title, status, impact, impact_override, visibility, started_at,
      resolved_at, closed, origin, created_at, updated_at)
    SELECT printf('01%05d', (i * 7919) % 10000), ?1, iif(i % 40 = 0, 'Ärger ' || i, 'Slow ' || i), iif(i % 50 = 0, 'db-7 100%', ''),
      iif(i % 3 = 0, 'investigating', 'resolved'), iif(i % 5 = 0, 'none', iif(i % 5 = 1, 'critical', 'minor')), iif(i % 7 = 0, 'major', NULL),
      iif(i % 11 = 0, 'dismissed', iif(i % 3 = 0 AND i % 2 = 0, 'draft', 'published')),
      ?2 - (i % 90) * ${hour}, iif(i % 3 = 0, NULL, ?2 - (i % 90) * ${hour} + (i % 13) * 60000), iif(i % 3 = 0 AND i % 11 <> 0, 0, 1),
      'person', ?2, ?2 - (i % 17) FROM n`);
  const affect = (every: number, component: string) =>
    run(
      `INSERT INTO incident_component (incident_id, component_id, page_id, status)
        SELECT printf('01%05d', (i * 7919) % 10000), ?5, ?1, 'degraded_performance' FROM n WHERE i % ${every} = 0`,
      component,
    );
  for (const [at, component] of desk.components.entries()) await affect(at + 2, component);
}

type Wish = Omit<ListIncidentsInput, "pageId">;

const listed = (wish: Wish = {}) => good(listIncidents(desk.as("viewer"), { pageId: desk.pageId, ...wish }));

/** All pages of a list, one after the other. */
async function walked(wish: Wish) {
  const found = [];
  let before: string | undefined;
  do {
    const page = await listed({ ...wish, before });
    found.push(...page.incidents);
    before = page.before ?? undefined;
  } while (before !== undefined);
  return found;
}

type Row = Awaited<ReturnType<typeof walked>>[number];

const impactRank = { none: 0, minor: 1, major: 2, critical: 3 };

/** Values of a row by which the list is sorted, compared one after the other. */
const sortedBy: Record<(typeof incidentSortKeys)[number], (row: Row) => number[]> = {
  started: ({ startedAt }) => [startedAt],
  updated: ({ updatedAt }) => [updatedAt],
  impact: ({ impact, startedAt }) => [impactRank[impact], startedAt],
  duration: ({ startedAt, resolvedAt, closed }) => {
    if (resolvedAt !== null) return [0, resolvedAt - startedAt];
    return closed ? [0, 0] : [1, -startedAt];
  },
};

function compare(one: Row, other: Row, key: (typeof incidentSortKeys)[number]): number {
  const [a, b] = [sortedBy[key](one), sortedBy[key](other)];
  const first = a.findIndex((value, at) => value !== b[at]);
  return first < 0 ? (one.id < other.id ? -1 : 1) : (a[first] ?? 0) - (b[first] ?? 0);
}

const sorts = incidentSortKeys.flatMap((sort) => [true, false].map((descending) => ({ sort, descending })));

test.each(sorts)(
  "walked by $sort, descending: $descending, each incident comes once and in its place",
  async (wish) => {
    const rows = await walked(wish);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(few);
    const expected = rows.toSorted((one, other) => compare(one, other, wish.sort) * (wish.descending ? -1 : 1));
    expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  },
);

test("what runs is longer than what ended, the longest first", async () => {
  const rows = await walked({ sort: "duration" });
  const firstEnded = rows.findIndex(({ resolvedAt, closed }) => resolvedAt !== null || closed);
  expect(rows.slice(0, firstEnded).every(({ closed }) => !closed)).toBe(true);
  expect(rows.slice(firstEnded).every(({ closed }) => closed)).toBe(true);
  expect(rows[0]?.startedAt).toBe(Math.min(...rows.filter(({ closed }) => !closed).map(({ startedAt }) => startedAt)));
});

const all = () => walked({});
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).sort();

test.each<[string, Wish, (row: Row) => boolean]>([
  ["state: open", { filter: "open" }, ({ closed, visibility }) => !closed && visibility === "published"],
  ["state: draft", { filter: "draft" }, ({ closed, visibility }) => !closed && visibility === "draft"],
  ["state: closed", { filter: "closed" }, ({ closed }) => closed],
  ["impact", { impact: "major" }, ({ impact }) => impact === "major"],
  ["impact that is overridden", { impact: "critical" }, ({ impact }) => impact === "critical"],
  ["words in any order and case", { search: "9 ärger" }, ({ title }) => /^Ärger .*9/.test(title)],
  ["a character that LIKE would read as any", { search: "100%" }, ({ alertTitle }) => alertTitle !== ""],
  ["nothing that matches", { search: "nowhere" }, () => false],
  ["component", { componentId: "0" }, ({ components }) => components.includes("Website")],
  [
    "all of them",
    { filter: "closed", impact: "minor", search: "slow", sort: "impact" },
    ({ closed, impact, title }) => closed && impact === "minor" && title.startsWith("Slow"),
  ],
])("filter by %s", async (_name, wish, fits) => {
  const own = wish.componentId === undefined ? wish : { ...wish, componentId: desk.components[0] };
  expect(idsOf(await walked(own))).toEqual(idsOf((await all()).filter(fits)));
});

test("from and to limit the start; the end is not included", async () => {
  const [from, to] = [desk.deployment.clock.now - 3 * hour, desk.deployment.clock.now - hour];
  const found = await walked({ from, to });
  expect(new Set(found.map(({ startedAt }) => startedAt))).toEqual(new Set([from, from + hour]));
});

test("components come in the page's order", async () => {
  const [row] = (await all()).filter(({ components }) => components.length === 3);
  expect(row?.components).toEqual(["Website", "API", "Sign-in"]);
});

test.each([
  ["決済が遅れています、カードの支払いも含めて確認しています", 0],
  ["no such words in any title of all these incidents, and more", 0],
  ["%", 0],
  ["_", 0],
  ["12 ÄRGER", 1],
])("programs search titles for %s: as a text, not as a pattern of limited length", async (search, least) => {
  const listing = { pageId: desk.pageId, filter: "all", search, limit: 5, skip: 0 } as const;
  const { incidents } = await good(listIncidentsWithUpdates(desk.as("viewer"), listing));
  const titles = incidents.map(({ incident }) => incident.title);
  expect(titles.length).toBeGreaterThanOrEqual(least);
  expect(titles.filter((title) => least === 0 || !title.startsWith("Ärger"))).toEqual([]);
});

test("who is no member reads nothing; an unknown sort is refused", async () => {
  expect(await failureOf(listIncidents(desk.as(null), { pageId: desk.pageId }))).not.toBeNull();
  expect(await failureOf(listIncidents(desk.as("viewer"), { pageId: desk.pageId, sort: "title" }))).not.toBeNull();
});

test("a page of 5,000 incidents is read by an index, whatever it is sorted by and wherever it starts", async () => {
  await fill(few + 1, many);
  const rows: Record<string, number> = {};
  const { scans } = explaining(desk.deployment);
  for (const wish of sorts) {
    let before: string | undefined;
    for (let at = 0; at < 20; at++) before = (await listed({ ...wish, before })).before ?? undefined;
    rows[`${wish.sort} ${wish.descending}`] = await countRows(desk.deployment, async () => {
      await listed({ ...wish, before });
    });
  }
  expect(await scans()).toEqual([]);
  expect(Math.max(...Object.values(rows)), JSON.stringify(rows)).toBeLessThan(600);
});

test("a filter that few fit reads the incidents of the page once", async () => {
  const counted = (wish: Wish) => countRows(desk.deployment, async () => void (await listed(wish)));
  const rows = [
    await counted({ search: "nowhere" }),
    await counted({ impact: "major", search: "nowhere" }),
    await counted({ componentId: desk.components[2], filter: "draft" }),
    await counted({ from: 1, to: 2 }),
  ];
  expect(Math.max(...rows), JSON.stringify(rows)).toBeLessThan(3 * many);
});
