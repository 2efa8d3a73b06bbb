import type { D1Database } from "@cloudflare/workers-types";
import { dayMs, hourMs } from "../../app/time/durations.ts";

type BenchRow = Record<string, string | number | null>;

async function put(database: D1Database, table: string, rows: BenchRow[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const values = names.map((name) => `j.value->>'$.${name}'`).join(", ");
  const sql = `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values} FROM json_each(?1) j`;
  await database.prepare(sql).bind(JSON.stringify(rows)).run();
}

/** Title of its open incident, and the text of each of its updates. */
export const benchIncidentTitle = "Bookings are delayed in two regions";
export const benchUpdateText =
  "A database in the eastern region answers slowly. Bookings go through, and some of them take several minutes.";

const groupOf = (component: number) => `Region ${Math.floor(component / 10) + 1}`;
const nameOf = (component: number) => `Booking service ${component + 1}`;

/** Returns the names of a page with that many components, for a page with the same content. */
export function benchComponentNames(components: number): { name: string; group: string }[] {
  return Array.from({ length: components }, (_, index) => ({ name: nameOf(index), group: groupOf(index) }));
}

/**
 * Makes a page as in an outage: components with a manual status in groups of ten, 90 days with some bad ones, an open
 * incident with three updates.
 */
export async function makeBenchPage(database: D1Database, slug: string, components: number): Promise<void> {
  const now = Date.now();
  const id = `page-${slug}`;
  const times = { created_at: now - 90 * dayMs, updated_at: now };
  const midnight = now - (now % dayMs);
  await put(database, "page", [
    { id, slug, name: "Meridian Freight", about: "Freight, booked and traced.", open_day_at: midnight, ...times },
  ]);
  await put(database, "snapshot", [
    { slug, audience: "public", part: "home", page_id: id, visibility: "public", wanted: 1, observed_at: now },
  ]);
  const groups = Array.from({ length: Math.ceil(components / 10) }, (_, index) => ({
    id: `${slug}-group-${index}`,
    page_id: id,
    name: groupOf(index * 10),
    position: index,
    ...times,
  }));
  await put(database, "component_group", groups);
  const byHand = { kept_by: "manual", kept_answered: 1, coverage: "operational", coverage_since: now - 200 * dayMs };
  const startDate = new Date(now - 200 * dayMs).toISOString().slice(0, 10);
  const rows = Array.from({ length: components }, (_, index) => ({
    id: `${slug}-c${index}`,
    page_id: id,
    group_id: `${slug}-group-${Math.floor(index / 10)}`,
    name: nameOf(index),
    position: index,
    start_date: startDate,
    observed_since: now - 200 * dayMs,
    ...byHand,
    ...times,
  }));
  await put(database, "component", rows);
  const years = rows.flatMap((component, index) => [daysOf(component.id, id, now, index)]).flat();
  await put(database, "component_year", years);
  await openIncident(database, id, slug, now);
}

function daysOf(componentId: string, pageId: string, now: number, seed: number): BenchRow[] {
  const byYear = new Map<number, Record<string, number[]>>();
  for (const back of [3, 17 + (seed % 7), 41, 66]) {
    const date = new Date(now - back * dayMs);
    const days = byYear.get(date.getUTCFullYear()) ?? {};
    days[date.toISOString().slice(5, 10)] = back === 41 ? [0, 0, 0, hourMs, 0] : [900_000, 600_000, 0, 0, 0];
    byYear.set(date.getUTCFullYear(), days);
  }
  return [...byYear].map(([year, days]) => ({
    page_id: pageId,
    year,
    component_id: componentId,
    days: JSON.stringify(days),
  }));
}

async function openIncident(database: D1Database, pageId: string, slug: string, now: number): Promise<void> {
  const id = `${slug}-incident`;
  const state = { status: "identified", impact: "major", visibility: "published", origin: "person", edited: 1 };
  await put(database, "incident", [
    {
      id,
      page_id: pageId,
      title: benchIncidentTitle,
      ...state,
      started_at: now - hourMs,
      published_at: now,
      created_at: now,
      updated_at: now,
    },
  ]);
  await put(database, "incident_component", [
    { incident_id: id, component_id: `${slug}-c1`, page_id: pageId, status: "partial_outage" },
  ]);
  const updates = ["investigating", "identified", "identified"].map((status, index) => {
    return {
      id: `${id}-${index}`,
      page_id: pageId,
      incident_id: id,
      status,
      body: benchUpdateText,
      body_html: `<p>${benchUpdateText}</p>`,
      body_text: benchUpdateText,
      shown_at: now - index * 600_000,
      changes: "[]",
      author_kind: "person",
      created_at: now,
      updated_at: now,
    };
  });
  await put(database, "incident_update", updates);
}

/** Adds pages with the same document at `/<slug>-<number>`, for visitors who all request different ones. */
export async function copySnapshots(database: D1Database, slug: string, count: number): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, index) => index));
  const columns = "audience, part, page_id, visibility, wanted, built, built_at, fresh_until, observed_at, body";
  const sql = `INSERT INTO snapshot (slug, ${columns}) SELECT ?2 || '-' || j.value, s.audience, s.part, ?2 || '-' || j.value, s.visibility, s.wanted, s.built, s.built_at, s.fresh_until, s.observed_at, s.body FROM json_each(?1) j, snapshot s WHERE s.slug = ?2`;
  await database.prepare(sql).bind(numbers, slug).run();
}
