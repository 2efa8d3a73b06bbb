import { readFileSync } from "node:fs";
import { tick } from "~/clock/tick";
import { migrationsFolder } from "../../server/migrate.ts";
import type { Desk } from "./desk";
import { unmetered } from "./restored";

const minute = 60_000;

/** The statement of the migration that has every page of before looked at. */
const migrated = () => {
  const text = readFileSync(`${migrationsFolder}/0041_restating.sql`, "utf8");
  const found = text.split("--> statement-breakpoint").find((each) => each.includes("INSERT INTO"));
  if (!found) throw new Error("The migration has no pages to look at.");
  return found.trim();
};

/**
 * As if the days so far had been packed by a version that knew nothing of coverage: what nobody watched was operational.
 * Then the upgrade: what has an observer is watched, and the past is to be looked at.
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

/** Ticks until the minute after the next one that looks for what nobody waits for. */
export async function seldomTicks(desk: Desk, count = 1): Promise<void> {
  const { clock } = desk.deployment;
  for (let done = 0; done < count; done++) {
    clock.now = (Math.floor(clock.now / (5 * minute)) + 1) * 5 * minute;
    await tick(desk.deployment.ctx(), clock.now);
    await desk.deployment.settled();
  }
}
