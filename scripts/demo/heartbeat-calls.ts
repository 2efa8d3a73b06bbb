import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types";
import { minuteMs } from "../../app/time/durations.ts";
import { demoCompany } from "./company.ts";
import { demoHeartbeats } from "./monitors.ts";
import { openSealedText } from "./secrets.ts";

/** Duration of a run, in ms. */
const runMs = 1500;

/** The present state of a heartbeat of the demo. */
export interface DemoHeartbeatRow {
  slug: string;
  /** Sealed address. */
  sealed: string;
  lastPingAt: number | null;
  pingCount: number;
}

/**
 * Returns the text of a run that ends now; null = its job does not run yet, or the heartbeat is not the demo's. A job
 * runs in the minute before it is expected.
 */
export function demoHeartbeatRunOutput({ slug, lastPingAt, pingCount }: DemoHeartbeatRow, now: number): string | null {
  const story = demoHeartbeats.find((each) => each.slug === slug);
  if (!story) return null;
  const next = lastPingAt === null ? now : lastPingAt + (story.period + (story.lateBy ?? 0)) * 1000 - minuteMs;
  return next <= now ? story.said(Math.floor(pingCount / 2) + 1) : null;
}

/**
 * Selects only heartbeats that the demo made on its own page: another page with its name, or another heartbeat with its
 * slug, is not called.
 */
async function calledOf(database: D1Database): Promise<DemoHeartbeatRow[]> {
  const sql = `SELECT h.slug, s.token_sealed AS sealed, h.last_ping_at AS lastPingAt, h.ping_count AS pingCount
    FROM page p JOIN heartbeat h ON h.page_id = p.id JOIN source s ON s.id = h.id
    WHERE p.slug = ?1 AND h.state <> 'paused' AND EXISTS (SELECT 1 FROM json_each(h.tags) t WHERE t.value = 'demo')`;
  return (await database.prepare(sql).bind(demoCompany.slug).all<DemoHeartbeatRow>()).results;
}

export interface DemoCallContext {
  database: D1Database;
  secrets: readonly string[];
  /** Address of the worker, and the host by which it is called. */
  url: URL;
  origin: string;
  now: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Calls the worker like the proxy in front of it, under the deployment's own host. */
function post({ url, origin }: DemoCallContext, path: string, body: string): Promise<void> {
  const { hostname, port } = url;
  const headers = {
    host: new URL(origin).host,
    "user-agent": "Upfront demo",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, method: "POST", headers, timeout: 10_000 }, (answer) => {
      answer.resume().once("end", resolve);
    });
    request.once("timeout", () => request.destroy(new Error("no answer")));
    request.once("error", reject).end(body);
  });
}

/** Calls each heartbeat whose job is due, at its start and at its end. Resolves to their number. */
export async function callDemoHeartbeats(around: DemoCallContext): Promise<number> {
  const { database, secrets, now, pause = wait } = around;
  const due = (await calledOf(database)).flatMap((each) => {
    const [said, uuid] = [demoHeartbeatRunOutput(each, now()), openSealedText(each.sealed, secrets)];
    return said === null || uuid === null ? [] : [{ said, path: `/ping/${uuid}` }];
  });
  await Promise.all(due.map(({ path }) => post(around, `${path}/start`, "")));
  if (due.length > 0) await pause(runMs);
  await Promise.all(due.map(({ path, said }) => post(around, path, said)));
  return due.length;
}

/** Calls once a minute from now on. A failure is left to the next minute. */
export function startHeartbeatCalls(around: DemoCallContext): { stop(): void } {
  const call = () =>
    callDemoHeartbeats(around).catch((error: Error) =>
      console.error(`A heartbeat of the demo failed: ${error.message}`),
    );
  const timer = setInterval(call, minuteMs);
  void call();
  return { stop: () => clearInterval(timer) };
}
