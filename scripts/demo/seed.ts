import type { D1Database } from "@cloudflare/workers-types";
import { dayMs, minuteMs } from "../../app/time/durations.ts";
import { demoCompany, demoGroups } from "./company.ts";
import { addStatusChangeRow, type DemoState, unchangedRowColumns } from "./demo.ts";
import { type DemoRow, DemoTables, demoIdMaker, writeDemoTables } from "./demo-rows.ts";
import { addHeartbeatRows } from "./heartbeat-rows.ts";
import { addIncidentRows } from "./incident-rows.ts";
import { addMaintenanceRows } from "./maintenance-rows.ts";
import { addMonitorRows } from "./monitor-rows.ts";
import { demoMonitors } from "./monitors.ts";
import { sealDemoRows } from "./secrets.ts";
import { addExternalSourceRows } from "./source-rows.ts";
import { demoBlips, demoIncidents, demoMaintenances } from "./stories.ts";
import { addWordRows } from "./word-rows.ts";

const historyDays = 90;

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

function addPage({ now, pageId, tables }: DemoState, from: number): void {
  const times = { openDayAt: from, ...unchangedRowColumns(from) };
  tables.add("page", { id: pageId, ...demoCompany, timeZone: "Etc/UTC", language: "en", ...times });
  for (const part of ["home", "recent"]) {
    const shown = { slug: demoCompany.slug, audience: "public", part, pageId, visibility: "public" };
    tables.add("snapshot", { ...shown, wanted: 1, built: 0, observedAt: now });
  }
  tables.add("settle", { pageId });
}

/** The company sets the status of components without a monitor manually. */
const keptBy = (name: string): DemoRow =>
  demoMonitors.some(({ component }) => component === name)
    ? { keptBy: "watched", coverage: null, keptAnswered: true }
    : { keptBy: "manual", coverage: "operational", keptAnswered: true };

function addComponents(demo: DemoState, from: number): void {
  const { now, pageId, tables, id, components } = demo;
  for (const [position, { components: members, ...group }] of demoGroups.entries()) {
    const groupId = id(from);
    tables.add("component_group", { id: groupId, pageId, ...group, position, ...unchangedRowColumns(from) });
    for (const { name, description, age } of members) {
      const since = age === undefined ? from : Math.floor((now - age * dayMs) / dayMs) * dayMs;
      const componentId = id(since);
      const row: DemoRow = { id: componentId, pageId, groupId, name, description, position: components.size };
      const began = { startDate: dateOf(since), observedSince: since, coverageSince: since };
      tables.add("component", { ...row, ...keptBy(name), ...began, ...unchangedRowColumns(since) });
      components.set(name, componentId);
    }
  }
}

function addBlips(demo: DemoState): void {
  for (const { component, ago, minutes, status } of demoBlips) {
    const at = demo.now - ago * minuteMs;
    const end = at + minutes * minuteMs;
    const change = { component, layer: "observed" as const, cause: "source", reference: null };
    addStatusChangeRow(demo, { ...change, from: "operational", to: status, at });
    addStatusChangeRow(demo, { ...change, from: status, to: "operational", at: end });
  }
}

/** Returns all rows of the demo for a first start at `now` (ms), as if it had run for 90 days; nothing is sealed. */
export function demoRows(now: number): { pageId: string; tables: DemoTables } {
  const id = demoIdMaker(now);
  const from = Math.floor(now / dayMs) * dayMs - (historyDays - 1) * dayMs;
  const demo: DemoState = { now, pageId: id(from), tables: new DemoTables(), id, components: new Map() };
  addPage(demo, from);
  addComponents(demo, from);
  for (const story of demoIncidents) addIncidentRows(demo, story);
  for (const story of demoMaintenances) addMaintenanceRows(demo, story);
  addBlips(demo);
  addExternalSourceRows(demo, from);
  addMonitorRows(demo);
  addHeartbeatRows(demo);
  addWordRows(demo);
  return { pageId: demo.pageId, tables: demo.tables };
}

/**
 * Puts the demo page into an empty deployment, in one transaction, and shows it at `/`. A second call does nothing, and
 * a deployment with another page is not changed. Resolves to true when the demo is there.
 */
export async function seedDemo(database: D1Database, now: number, secret: string): Promise<boolean> {
  const pages = await database.prepare("SELECT slug FROM page").all<{ slug: string }>();
  if (pages.results.length > 0) return pages.results.some(({ slug }) => slug === demoCompany.slug);
  const { pageId, tables } = demoRows(now);
  sealDemoRows(tables, secret);
  const home = database.prepare("UPDATE deployment SET home_page_id = ?1 WHERE id = 1").bind(pageId);
  await writeDemoTables(database, tables, [home]);
  return true;
}
