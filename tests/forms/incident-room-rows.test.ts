import { afterAll, beforeAll, expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { maxListedFirings, readIncidentTimelineFacts } from "~/incidents/read-timeline-facts";
import { countRows } from "../support/counted-rows";
import { type Desk, good, openDesk } from "../support/desk";

/** What stands beside an incident's updates costs rows of this incident alone, and no more than so many in a storm. */
let desk: Desk;
let mine: string;
let storm: string;

const open = async (title: string) => {
  const asked = { pageId: desk.pageId, title, body: "We look.", impactOverride: "minor" as const };
  return (await good(openIncident(desk.as("responder"), asked))).id;
};

const numbers = "WITH RECURSIVE n(i) AS (SELECT ?4 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)";

/** The first to the last of an incident’s alerts, each of which fired and recovered, and as many notes and notices about it. */
async function fill(incidentId: string, first: number, last: number): Promise<void> {
  const { DB } = desk.deployment.bindings;
  const run = (sql: string) => DB.prepare(`${numbers} ${sql}`).bind(incidentId, desk.pageId, last, first).run();
  await run(`INSERT INTO alert (id, page_id, source_id, key, state, title, labels, started_at, ended_at, first_seen_at,
      last_seen_at, incident_id, flags) SELECT ?1 || i, ?2, 'source', i, 'resolved', 'Slow', '{}', i, i + 1, i, i, ?1, '[]' FROM n`);
  await run(`INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at, ended_at, incident_id)
      SELECT ?1 || i, i, ?2, i, i, i + 1, ?1 FROM n`);
  await run(`INSERT INTO incident_note SELECT ?1 || i, ?2, ?1, 0, 'For us', i, i, 'person', NULL, NULL FROM n`);
  await run(`INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, expires_at, created_at, outcome)
      SELECT ?1 || i, ?2, 'incident_update', ?1, i + 10, 'subscribers', '{}', 1, i, 'sent' FROM n`);
}

const rowsFor = (id: string) =>
  countRows(desk.deployment, async () => {
    await good(readIncidentTimelineFacts(desk.as("viewer"), { pageId: desk.pageId, id }));
  });

beforeAll(async () => {
  desk = await openDesk();
  [mine, storm] = [await open("Slow"), await open("Storm")];
  await fill(mine, 1, 3);
  // Whichever comes first in an index, the end of the one is found at the beginning of the other.
  await fill(storm, 1, 1);
  await desk.deployment.settled();
});
afterAll(() => desk.close());

test("other incidents of the page cost it nothing", async () => {
  const alone = await rowsFor(mine);
  await fill(storm, 2, 150);
  expect(await rowsFor(mine)).toBe(alone);
  expect(alone).toBeLessThan(40);
});

test("a storm is read to a bound, and said to be more", async () => {
  const { firings, hasMoreFirings, notes } = await good(
    readIncidentTimelineFacts(desk.as("viewer"), { pageId: desk.pageId, id: storm }),
  );
  expect([firings.length, hasMoreFirings, notes.length]).toEqual([maxListedFirings, true, 150]);
});
