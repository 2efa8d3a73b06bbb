import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { incidentTable, noticeTable } from "~/db/schema";
import { postIncidentUpdate } from "~/incidents/post-update";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { told } from "../../../../tests/support/incident-lives";
import { watch } from "../../../../tests/support/monitors";
import { incidentsOf, later, settled } from "../../../../tests/support/own-alerts";
import { overtaken } from "../../../../tests/support/timeline";
import { settlePage } from "./settle";

const minute = 60_000;
const rule = { mode: "publish", hold: 0, resolveAfter: 300 } as const;

let desk: Desk;
let joining: string;
let id: string;

/** An incident is open that covers all that the next alert says: only the report to the team changes. */
beforeEach(async () => {
  desk = await openDesk();
  const components = { [desk.components[0]]: "major_outage" } as const;
  const first = await watch(desk, { ...rule, name: "First", components });
  joining = await watch(desk, { ...rule, name: "Second", components });
  await told(desk, first, "firing", desk.deployment.clock.now);
  await settled(desk);
  id = (await incidentsOf(desk))[0]?.id ?? "";
  await later(desk, 10 * minute);
});
afterEach(() => desk.close());

const machine = (database = desk.deployment.bindings.DB) =>
  desk.deployment.ctx({ kind: "machine", id: "tick" }, { database });

async function worsened() {
  const ctx = desk.owner();
  const [notices, incidents] = await readBatch(
    ctx,
    ctx.db.select().from(noticeTable),
    ctx.db.select().from(incidentTable),
  );
  return {
    told: notices.filter(({ kind }) => kind === "incident_worsened").length,
    following: incidents.find((each) => each.id === id)?.following,
  };
}

test("who resolves an incident while a settling is at work is not told that it got worse", async () => {
  const components = { [desk.components[0]]: "major_outage" } as const;
  const third = await watch(desk, { ...rule, name: "Third", components });
  await told(desk, joining, "firing", desk.deployment.clock.now);
  await settled(desk);
  const named = `UPDATE incident SET edited_parts = '["title"]' WHERE id = ?1`;
  await runBatch(desk.deployment.ctx(), [{ sql: named, params: [id] }]);
  await told(desk, third, "firing", desk.deployment.clock.now);
  await later(desk, minute);
  desk.deployment.clock.now += 4 * minute;
  const before = await worsened();
  const resolve = () =>
    good(postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id, status: "resolved", body: "Over." }));
  await settlePage(machine(overtaken(desk.deployment.bindings.DB, resolve)), desk.pageId);
  await desk.deployment.settled();
  expect(before.told).toBe(1);
  expect(await worsened()).toEqual(before);
});

test("what the team is told of an alert that joins is told once, by ten settlings at once and the next of the same instant", async () => {
  await told(desk, joining, "firing", desk.deployment.clock.now);
  await Promise.all(Array.from({ length: 10 }, () => settlePage(machine(), desk.pageId)));
  await settled(desk);
  const { following } = await worsened();
  for (let round = 0; round < 3; round++) {
    const wish = { sql: "UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1", params: [desk.pageId] };
    await runBatch(desk.deployment.ctx(), [wish]);
    await later(desk, round * 6 * minute);
  }
  expect(await worsened()).toEqual({ told: 1, following });
});

/** Loses the answer to the first batch that finishes a settling; the batch itself is applied. */
function losing(database: D1Database): D1Database {
  let left = 1;
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await database.batch(statements);
    const isLost =
      statements.length > 4 && results.some(({ results: rows }) => "wanted" in ((rows[0] as object) ?? {}));
    if (isLost && left-- > 0) throw new Error("D1_ERROR: Network connection lost.");
    return results;
  };
  return { prepare: (text: string) => database.prepare(text), batch } as unknown as D1Database;
}

test("a connection that is lost after the commit tells nothing twice", async () => {
  await told(desk, joining, "firing", desk.deployment.clock.now);
  await settlePage(machine(losing(desk.deployment.bindings.DB)), desk.pageId).catch(() => undefined);
  await desk.deployment.settled();
  await later(desk, 6 * minute);
  expect((await worsened()).told).toBe(1);
});
