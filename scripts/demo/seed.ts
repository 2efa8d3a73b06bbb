import type { D1Database } from "@cloudflare/workers-types";
import { dayMs, minuteMs } from "../../app/time/durations.ts";
import { company, groups } from "./company.ts";
import { addChange, type Demo, unchangedColumns } from "./demo.ts";
import { type DemoRow, DemoTables, idMaker, write } from "./demo-rows.ts";
import { addHeartbeats } from "./heartbeat-rows.ts";
import { addIncident } from "./incident-rows.ts";
import { addMaintenance } from "./maintenance-rows.ts";
import { addMonitors } from "./monitor-rows.ts";
import { monitors } from "./monitors.ts";
import { sealRows } from "./secrets.ts";
import { addOutsideSource } from "./source-rows.ts";
import { blips, incidents, maintenances } from "./stories.ts";

const historyDays = 90;

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

function addPage({ now, pageId, tables }: Demo, from: number): void {
  const times = { openDayAt: from, ...unchangedColumns(from) };
  tables.add("page", { id: pageId, ...company, timeZone: "Etc/UTC", language: "en", ...times });
  for (const part of ["home", "recent"]) {
    const shown = { slug: company.slug, audience: "public", part, pageId, visibility: "public" };
    tables.add("snapshot", { ...shown, wanted: 1, built: 0, observedAt: now });
  }
  tables.add("settle", { pageId });
}

/** The company sets the status of components without a monitor manually. */
const keptBy = (name: string): DemoRow =>
  monitors.some(({ component }) => component === name)
    ? { keptBy: "watched", coverage: null, keptAnswered: true }
    : { keptBy: "manual", coverage: "operational", keptAnswered: true };

function addComponents(demo: Demo, from: number): void {
  const { now, pageId, tables, id, components } = demo;
  for (const [position, { components: members, ...group }] of groups.entries()) {
    const groupId = id(from);
    tables.add("component_group", { id: groupId, pageId, ...group, position, ...unchangedColumns(from) });
    for (const { name, description, age } of members) {
      const since = age === undefined ? from : Math.floor((now - age * dayMs) / dayMs) * dayMs;
      const componentId = id(since);
      const row: DemoRow = { id: componentId, pageId, groupId, name, description, position: components.size };
      const began = { startDate: dateOf(since), observedSince: since, coverageSince: since };
      tables.add("component", { ...row, ...keptBy(name), ...began, ...unchangedColumns(since) });
      components.set(name, componentId);
    }
  }
}

function addBlips(demo: Demo): void {
  for (const { component, ago, minutes, status } of blips) {
    const at = demo.now - ago * minuteMs;
    const end = at + minutes * minuteMs;
    const change = { component, layer: "observed" as const, cause: "source", reference: null };
    addChange(demo, { ...change, from: "operational", to: status, at });
    addChange(demo, { ...change, from: status, to: "operational", at: end });
  }
}

/** Returns all rows of the demo for a first start at `now` (ms), as if it had run for 90 days; nothing is sealed. */
export function demoRows(now: number): { pageId: string; tables: DemoTables } {
  const id = idMaker(now);
  const from = Math.floor(now / dayMs) * dayMs - (historyDays - 1) * dayMs;
  const demo: Demo = { now, pageId: id(from), tables: new DemoTables(), id, components: new Map() };
  addPage(demo, from);
  addComponents(demo, from);
  for (const story of incidents) addIncident(demo, story);
  for (const story of maintenances) addMaintenance(demo, story);
  addBlips(demo);
  addOutsideSource(demo, from);
  addMonitors(demo);
  addHeartbeats(demo);
  return { pageId: demo.pageId, tables: demo.tables };
}

/**
 * Puts the demo page into an empty deployment, in one transaction, and shows it at `/`. A second call does nothing, and
 * a deployment with another page is not changed. Resolves to true when the demo is there.
 */
export async function seedDemo(database: D1Database, now: number, secret: string): Promise<boolean> {
  const pages = await database.prepare("SELECT slug FROM page").all<{ slug: string }>();
  if (pages.results.length > 0) return pages.results.some(({ slug }) => slug === company.slug);
  const { pageId, tables } = demoRows(now);
  sealRows(tables, secret);
  const home = database.prepare("UPDATE deployment SET home_page_id = ?1 WHERE id = 1").bind(pageId);
  await write(database, tables, [home]);
  return true;
}
