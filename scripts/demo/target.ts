import { setTimeout as wait } from "node:timers/promises";
import { minuteMs } from "../../app/time/durations.ts";
import { seededRandom } from "./demo-rows.ts";
import { demoLatencyMs } from "./monitor-minutes.ts";
import { type DemoMonitor, demoMonitors } from "./monitors.ts";

const failingMinutes = 8;
/** Minutes after the demo is made until the first failure starts. */
const failsInMinutes = 2;
const parameter = "fails-at";

const minuteOfHour = (at: number) => Math.floor(at / minuteMs) % 60;

/**
 * Returns the settings with an address that names its failures: `?fails-at=17` fails from the 17th minute of each hour
 * on.
 */
export function withFailureMinute(settings: DemoMonitor["settings"], now: number): DemoMonitor["settings"] {
  const url = new URL(settings.url);
  url.searchParams.set(parameter, String(minuteOfHour(now + failsInMinutes * minuteMs)));
  return { ...settings, url: url.href };
}

/** Returns true when an address fails at this moment. */
export function isDemoTargetFailing(url: URL, now: number): boolean {
  const from = url.searchParams.get(parameter);
  if (from === null || !/^\d{1,2}$/.test(from)) return false;
  return (minuteOfHour(now) - (Number(from) % 60) + 60) % 60 < failingMinutes;
}

interface TargetReply {
  status: number;
  type: string;
  body: string;
  /** Duration of the answer, as in the history. */
  milliseconds: number;
}

const nobody: TargetReply = {
  status: 404,
  type: "text/plain",
  body: "Nothing of the demo is here.\n",
  milliseconds: 0,
};
const failure = `This fails for ${failingMinutes} minutes of each hour: it is part of the demo.\n`;

/** Returns the answer of the address at this moment. */
export function demoTargetReply(url: URL, now: number, mayFail: boolean): TargetReply {
  const monitor = demoMonitors.find(({ settings }) => new URL(settings.url).hostname === url.hostname);
  if (!monitor) return nobody;
  const at = Math.floor(now / minuteMs);
  const milliseconds = demoLatencyMs(monitor, at, seededRandom(at + monitor.usual));
  if (mayFail && isDemoTargetFailing(url, now)) return { status: 503, type: "text/plain", body: failure, milliseconds };
  return { status: 200, ...monitor.answer, milliseconds };
}

export interface DemoTargetContext {
  now: () => number;
  /** Resolves to true when anyone could get email about a failure: it then never fails. */
  mails: () => Promise<boolean>;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Returns the target of the demo's monitors: it answers the worker through a binding and listens nowhere, so that
 * nothing else can reach it. It fails for some minutes of each hour, as long as the deployment has no mailer.
 */
export function createDemoTarget({ now, mails, pause = wait }: DemoTargetContext) {
  return async (request: { url: string }): Promise<Response> => {
    const url = new URL(request.url);
    const mayFail = isDemoTargetFailing(url, now()) && !(await mails());
    const { status, type, body, milliseconds } = demoTargetReply(url, now(), mayFail);
    await pause(milliseconds);
    return new Response(body, { status, headers: { "content-type": `${type}; charset=utf-8` } });
  };
}
