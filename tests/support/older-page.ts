import { readFileSync } from "node:fs";
import { handleCronTick } from "~/clock/tick";
import { setComponentStatus } from "~/components/set-status";
import { componentTable, membershipTable } from "~/db/schema";
import { createHeartbeat } from "~/heartbeats/create";
import { deleteHeartbeat } from "~/heartbeats/verbs";
import { migrationsFolder } from "../../server/migrate.ts";
import { type Desk, good, openDesk } from "./desk";
import { makePeople } from "./matrix-cast";
import { unmetered } from "./restored";
import { put } from "./scenario";

const minute = 60_000;
const hour = 60 * minute;

/** Returns the migration's statement that marks every older page for restating. */
const migrated = () => {
  const text = readFileSync(`${migrationsFolder}/0041_restating.sql`, "utf8");
  const found = text.split("--> statement-breakpoint").find((each) => each.includes("INSERT INTO"));
  if (!found) throw new Error("The migration has no pages to look at.");
  return found.trim();
};

/**
 * Stores the days so far as a version without the coverage layer packed them: unmonitored time was operational. Then
 * applies the upgrade: components with an observer are watched, and the past is to be examined.
 */
export async function upgraded(
  desk: Desk,
  reported: readonly { componentId: string; day: string; parts: number[] }[] = [],
) {
  const { bindings, clock } = desk.deployment;
  const rows = reported.map(({ componentId, day, parts }) => ({
    sql: "INSERT INTO component_year (page_id, year, component_id, days) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET days = json_patch(days, excluded.days)",
    params: [desk.pageId, Number(day.slice(0, 4)), componentId, JSON.stringify({ [day.slice(5)]: parts })],
  }));
  await unmetered(bindings.DB, [
    { sql: "DELETE FROM component_year", params: [] },
    { sql: "DELETE FROM status_change WHERE layer = 'coverage'", params: [] },
    ...rows,
    { sql: migrated(), params: [] },
    { sql: "UPDATE restating SET due_at = ?1", params: [clock.now] },
  ]);
}

/** Runs ticks until the minute after the next one that does background work. */
export async function seldomTicks(desk: Desk, count = 1): Promise<void> {
  const { clock } = desk.deployment;
  for (let done = 0; done < count; done++) {
    clock.now = (Math.floor(clock.now / (5 * minute)) + 1) * 5 * minute;
    await handleCronTick(desk.deployment.ctx(), clock.now);
    await desk.deployment.settled();
  }
}

/** Creates a heartbeat that observes a component from now on; returns its id. */
export async function watch(desk: Desk, name: string, componentId: string): Promise<string> {
  const schedule = { kind: "simple" as const, periodSeconds: 3600 };
  const components = { [componentId]: "major_outage" as const };
  const asked = { pageId: desk.pageId, name, schedule, components };
  const { id } = await good(createHeartbeat(desk.as("admin"), asked));
  await desk.deployment.settled();
  return id;
}

/**
 * Opens a page on which Website is monitored from 1 to 10 December and again since the 20th, API was set manually on 5
 * December, Sign-in was never monitored, and all started on 20 November. The upgrade is on 1 January, and on 3 December
 * a major outage was reported.
 */
export async function openOlderPage(): Promise<Desk> {
  const desk = await openDesk();
  const { pageId, components, deployment } = desk;
  const [website, api] = components;
  const at = (date: string) => {
    deployment.clock.now = Date.parse(`${date}T12:00:00Z`);
  };
  await makePeople(deployment);
  const unspoken = "UPDATE audit_entry SET after = json_remove(after, '$.status') WHERE action = 'component.create'";
  await unmetered(deployment.bindings.DB, [{ sql: unspoken, params: [] }]);
  const member = (personId: "owner" | "viewer") => ({ pageId, personId, role: personId, createdAt: 1 });
  await put(deployment, membershipTable, [member("owner"), member("viewer")]);
  at("2026-12-01");
  const first = await watch(desk, "First", website);
  at("2026-12-05");
  await good(setComponentStatus(desk.as("responder"), { pageId, id: api, status: "operational" }));
  at("2026-12-10");
  await good(deleteHeartbeat(desk.as("admin"), { pageId, id: first }));
  await deployment.settled();
  at("2026-12-20");
  await watch(desk, "Second", website);
  at("2027-01-01");
  await seldomTicks(desk, 2);
  await upgraded(desk, [{ componentId: website, day: "2026-12-03", parts: [2 * hour, 0, 0, 0, 0] }]);
  await deployment.ctx().db.update(componentTable).set({ keptBy: null, coverage: "no_data" });
  return desk;
}
