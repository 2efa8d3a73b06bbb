import { z } from "zod";
import type { Ctx } from "~/platform/ctx";
import { calendarEventsOfCron } from "~/time/calendar-of-cron";
import { parseCron } from "~/time/cron-text";
import type { HeartbeatSchedule } from "./rules/heartbeat";

/** Tools with snippets; their names and notes are texts of the desk. */
const tools = [
  "shell",
  "cron",
  "systemd",
  "docker",
  "kubernetes",
  "github",
  "python",
  "node",
  "go",
  "ruby",
  "php",
  "powershell",
  "windows",
] as const;

export interface PingSnippet {
  tool: (typeof tools)[number];
  /** Exact text to paste. */
  paste: string;
}

/**
 * Lines with placeholders in double braces. Each calls within 10 s, retries, and never breaks a job when a ping fails.
 */
const file = z.record(z.enum(tools), z.array(z.string()));

export type PingSnippetTemplates = z.output<typeof file>;

/**
 * Reads the snippets from a file beside the worker; null when it cannot be read now, so that only the address is shown.
 */
export async function readPingSnippetFiles({ files }: Ctx): Promise<PingSnippetTemplates | null> {
  const { data } = file.safeParse(await files.read("/snippets/heartbeat.json"));
  return data ?? null;
}

/** Returns a name for a file or unit, made from the heartbeat's name. */
export const snippetUnitName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|(?<!-)-+$/g, "")
    .slice(0, 40) || "job";

const numbersOf = (expression: string): string => {
  const read = parseCron(expression);
  return read.ok ? read.value.pattern : expression;
};

/** Rewrites Sunday as 0, the only number that Kubernetes accepts for it. */
const withoutSeven = (cron: string) =>
  cron.replace(/(?<!\S)\S+$/, (day) => (day.includes("7") ? (numbersOf(cron).split(" ").at(-1) ?? "*") : day));

/**
 * Returns five cron fields: its own expression, or the longest cron interval within the simple period. Null for a
 * calendar event, and for `L` and `#`, which crontab(5) lacks.
 */
function cronOf(schedule: HeartbeatSchedule): string | null {
  if (schedule.kind !== "simple") {
    const { kind, expression } = schedule;
    return kind === "calendar" || /[L#]/.test(numbersOf(expression)) ? null : expression;
  }
  const minutes = Math.max(1, Math.floor(schedule.periodSeconds / 60));
  if (minutes < 60) return minutes === 1 ? "* * * * *" : `*/${minutes} * * * *`;
  if (minutes < 120) return "0 * * * *";
  if (minutes < 1440) return `0 */${Math.floor(minutes / 60)} * * *`;
  return minutes < 7 * 1440 ? "30 3 * * *" : "30 3 * * 0";
}

/** Returns a timer's lines: its own calendar event, the equivalents of its cron expression, or the period. */
function timerOf(schedule: HeartbeatSchedule): string {
  if (schedule.kind === "simple") return `OnBootSec=5min\nOnUnitActiveSec=${schedule.periodSeconds}s`;
  const { kind, expression, timeZone } = schedule;
  const events = kind === "calendar" ? [expression] : calendarEventsOfCron(expression);
  return (
    events?.map((event) => `OnCalendar=${event} ${timeZone}`).join("\n") ??
    `# No OnCalendar= says ${expression}: write the times that the heartbeat expects.`
  );
}

/**
 * Returns a trigger. The scheduler of Windows repeats at intervals from one minute to 31 days, without an end. It has
 * no other calendars, and the snippet states this where it matters.
 */
function triggerOf(schedule: HeartbeatSchedule): string {
  const trigger = "$trigger = New-ScheduledTaskTrigger";
  if (schedule.kind !== "simple")
    return `# Choose the times that the heartbeat expects.\n${trigger} -Daily -At '03:30'`;
  if (schedule.periodSeconds === 86_400) return `${trigger} -Daily -At '03:30'`;
  const minutes = Math.min(Math.max(1, Math.round(schedule.periodSeconds / 60)), 31 * 1440);
  return `${trigger} -Once -At (Get-Date) -RepetitionInterval (New-TimeSpan -Minutes ${minutes})`;
}

interface SnippetSubject {
  name: string;
  schedule: HeartbeatSchedule;
  postOnly: boolean;
}

function valuesOf(url: string, { name, schedule, postOnly }: SnippetSubject): Record<string, string> {
  const cron = cronOf(schedule);
  const zone = schedule.kind === "cron" ? schedule.timeZone : null;
  return {
    url,
    curl: `curl -fsS -m 10 --retry 5 ${postOnly ? "-X POST " : ""}-o /dev/null`,
    unit: snippetUnitName(name),
    ...(cron === null ? {} : { cron, jobCron: withoutSeven(cron) }),
    cronZone: zone ? `CRON_TZ=${zone}\n` : "",
    jobZone: zone ? `\n  timeZone: "${zone}"` : "",
    timer: timerOf(schedule),
    method: postOnly ? " -Method Post" : "",
    trigger: triggerOf(schedule),
  };
}

/**
 * Returns the snippets with the address filled in. Those that need a cron expression are left out when there is none.
 */
export function pingSnippetsOf(templates: PingSnippetTemplates, url: string, about: SnippetSubject): PingSnippet[] {
  const values = valuesOf(url, about);
  const filled = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (name, key: string) => values[key] ?? name);
  return tools
    .map((tool) => ({ tool, paste: filled(templates[tool].join("\n")) }))
    .filter(({ paste }) => !/\{\{(c|jobC)ron\}\}/.test(paste));
}
