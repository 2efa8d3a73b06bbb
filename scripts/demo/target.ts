import { setTimeout as wait } from "node:timers/promises";
import { latency } from "./monitor-minutes.ts";
import { type DemoMonitor, monitors } from "./monitors.ts";
import { chanceFrom } from "./rows.ts";

const minute = 60_000;
const failingMinutes = 8;
/** The first failure begins so many minutes after the demo is made. */
const failsIn = 2;
const parameter = "fails-at";

const minuteOfHour = (at: number) => Math.floor(at / minute) % 60;

/** The same settings at an address that says when it fails: `?fails-at=17` does from the 17th minute of each hour on. */
export function failingSoon(settings: DemoMonitor["settings"], now: number): DemoMonitor["settings"] {
  const url = new URL(settings.url);
  url.searchParams.set(parameter, String(minuteOfHour(now + failsIn * minute)));
  return { ...settings, url: url.href };
}

/** Whether an address fails at this moment. */
export function isFailing(url: URL, now: number): boolean {
  const from = url.searchParams.get(parameter);
  if (from === null || !/^\d{1,2}$/.test(from)) return false;
  return (minuteOfHour(now) - (Number(from) % 60) + 60) % 60 < failingMinutes;
}

interface Answer {
  status: number;
  type: string;
  body: string;
  /** How long it takes, as it took in the history. */
  milliseconds: number;
}

const nobody: Answer = { status: 404, type: "text/plain", body: "Nothing of the demo is here.\n", milliseconds: 0 };
const failure = `This fails for ${failingMinutes} minutes of each hour: it is part of the demo.\n`;

/** What the address answers at this moment. */
export function answerOf(url: URL, now: number, mayFail: boolean): Answer {
  const monitor = monitors.find(({ settings }) => new URL(settings.url).hostname === url.hostname);
  if (!monitor) return nobody;
  const at = Math.floor(now / minute);
  const milliseconds = latency(monitor, at, chanceFrom(at + monitor.usual));
  if (mayFail && isFailing(url, now)) return { status: 503, type: "text/plain", body: failure, milliseconds };
  return { status: 200, ...monitor.answer, milliseconds };
}

export interface TargetAround {
  now: () => number;
  /** Whether anybody could get mail of a failure: then there is none. */
  mails: () => Promise<boolean>;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * What the monitors of the demo look at: answers the worker through a binding, and listens nowhere, so nobody else
 * reaches it. It fails for some minutes of each hour, for as long as the deployment has no mailer.
 */
export function demoTarget({ now, mails, pause = wait }: TargetAround) {
  return async (request: { url: string }): Promise<Response> => {
    const url = new URL(request.url);
    const mayFail = isFailing(url, now()) && !(await mails());
    const { status, type, body, milliseconds } = answerOf(url, now(), mayFail);
    await pause(milliseconds);
    return new Response(body, { status, headers: { "content-type": `${type}; charset=utf-8` } });
  };
}
