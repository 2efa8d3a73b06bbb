import type { StoredPing } from "../../app/heartbeats/rules/heartbeat.ts";
import { minuteMs } from "../../app/time/durations.ts";
import { type DemoState, ownSourceColumns, unchangedRowColumns } from "./demo.ts";
import { type DemoHeartbeat, demoHeartbeats } from "./monitors.ts";

const bodySlotCount = 100;

interface DemoHeartbeatRun {
  start: StoredPing;
  end: StoredPing;
  said: string;
}

const from = { method: "POST", from: "192.0.2.41", agent: "curl/8.5.0" };

/** Returns the runs of a heartbeat, oldest first. The last run ended `ago` minutes before the first start. */
function runsOf({ now }: DemoState, { period, ago, takes, kept, said }: DemoHeartbeat): DemoHeartbeatRun[] {
  return Array.from({ length: kept }, (_, run) => {
    const at = now - ago * minuteMs - (kept - 1 - run) * period * 1000;
    const begun = at - takes * minuteMs + (run % 4) * 7000;
    const start: StoredPing = { n: 2 * run + 1, at: begun, kind: "start", ...from };
    const end: StoredPing = { n: 2 * run + 2, at, kind: "success", exit: 0, ...from, body: true };
    return { start, end, said: said(run + 1) };
  });
}

/**
 * Adds a rule that notifies nobody and changes no component if the heartbeat is late, because the demo's visible
 * failure is its search.
 */
function addRule({ tables, id, pageId }: DemoState, sourceId: string, at: number): void {
  const waits = { holdSeconds: 120, resolveAfterSeconds: 300 };
  const asked = { position: 0, match: "{}", mode: "none", ...waits, groupBy: "[]", catchAll: true };
  tables.add("rule", { id: id(at), pageId, sourceId, ...asked, ...unchangedRowColumns(at) });
}

function addHeartbeat(demo: DemoState, heartbeat: DemoHeartbeat): void {
  const { pageId, tables } = demo;
  const { name, slug, tags, period, grace } = heartbeat;
  const runs = runsOf(demo, heartbeat);
  const first = runs[0]?.start.at ?? demo.now;
  const last = runs.at(-1)?.end.at ?? demo.now;
  const id = demo.id(first);
  const times = unchangedRowColumns(first);
  const address = { tokenHash: id, tokenSealed: "", settingsSealed: "{}" };
  tables.add("source", {
    id,
    pageId,
    family: "heartbeat",
    kind: "heartbeat",
    name,
    ...address,
    ...ownSourceColumns,
    ...times,
  });
  const pings = runs.flatMap(({ start, end }) => [start, end]);
  const planned = { schedule: JSON.stringify({ kind: "simple", periodSeconds: period }), graceSeconds: grace };
  const told = {
    state: "up",
    stateSince: runs[0]?.end.at ?? first,
    pings: JSON.stringify(pings),
    pingCount: pings.length,
  };
  const known = { lastPingAt: last, lastResult: "success", lastDuration: last - (runs.at(-1)?.start.at ?? last) };
  const dueAt = last + (period + grace) * 1000;
  const shown = { slug, tags: JSON.stringify([...tags, "demo"]) };
  tables.add("heartbeat", { id, pageId, ...shown, ...planned, ...told, ...known, dueAt, ...times });
  addRule(demo, id, first);
  for (const { end, said } of runs) {
    tables.add("ping_body", { heartbeatId: id, slot: end.n % bodySlotCount, number: end.n, body: said });
  }
}

/** Adds the demo's heartbeats. */
export function addHeartbeatRows(demo: DemoState): void {
  for (const heartbeat of demoHeartbeats) addHeartbeat(demo, heartbeat);
}
