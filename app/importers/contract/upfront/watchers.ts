import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../foreign-values";
import type { MovedHeartbeat, MovedMonitor } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";

/** Part of what stands in place of a secret in answers of the API. */
export const maskedSettingSign = "••••";

/** Kinds of monitors that any deployment has; a later one may know more. */
const monitorKinds = ["dns", "domain", "http", "ping", "push", "tcp", "tls", "vendor", "websocket"];

/** A monitor of a deployment, from its API or its backup. */
export interface UpfrontMonitor {
  id: string | null;
  name: string;
  kind: string;
  settings: Record<string, unknown>;
  minutes: number | null;
  timeoutSeconds: number | null;
  isPaused: boolean;
  tags: string[];
  componentIds: string[];
  /** Names of settings that the origin keeps to itself. */
  missing: string[];
}

/** Returns a monitor; one whose settings are not all known comes paused. */
export function convertUpfrontMonitor(given: UpfrontMonitor, notes: MoveNotes): MovedMonitor[] {
  const { id, kind } = given;
  if (id === null) return [];
  const name = foreignName(given.name, `Monitor ${id}`);
  const subject: NoteSubject = { noun: "monitor", id, name };
  const isKnown = monitorKinds.includes(kind);
  if (!isKnown)
    notes.question(subject, "kind", `The kind “${kind.slice(0, 60)}” is not known here: is that deployment newer?`);
  const hidden = Object.entries(given.settings).filter(([, value]) => foreignText(value).includes(maskedSettingSign));
  const missing = [...given.missing, ...hidden.map(([field]) => field)];
  for (const field of missing) notes.question(subject, field.slice(0, 60), unmovedReasons.sealedSetting);
  const settings = Object.fromEntries(Object.entries(given.settings).filter(([field]) => !missing.includes(field)));
  const isWhole = isKnown && missing.length === 0;
  return [
    {
      id,
      name,
      kind: isKnown ? kind : null,
      settings: isKnown ? settings : {},
      intervalSeconds: given.minutes === null || given.minutes < 1 ? null : Math.round(given.minutes) * 60,
      timeoutSeconds: given.timeoutSeconds !== null && given.timeoutSeconds > 0 ? given.timeoutSeconds : null,
      isPaused: given.isPaused || !isWhole,
      tags: given.tags,
      componentIds: given.componentIds,
      history: [],
    },
  ];
}

export function parseUpfrontApiMonitor(value: unknown): UpfrontMonitor {
  const row = foreignRecord(value);
  return {
    id: parseForeignId(row.id),
    name: foreignText(row.name),
    kind: foreignText(row.kind),
    settings: foreignRecord(row.settings),
    minutes: foreignNumber(row.interval),
    timeoutSeconds: foreignNumber(row.timeout_seconds),
    isPaused: row.state === "paused",
    tags: foreignTexts(row.tags),
    componentIds: [],
    missing: [],
  };
}

/** Returns a schedule in seconds, as cron or as a calendar; null for any other. */
function scheduleOf(value: unknown): MovedHeartbeat["schedule"] | null {
  const schedule = foreignRecord(value);
  const seconds = foreignNumber(schedule.period ?? schedule.periodSeconds);
  const [cron, timeZone] = [foreignText(schedule.expression), foreignText(schedule.time_zone ?? schedule.timeZone)];
  if (schedule.kind === "cron" && cron !== "") return { cron, timeZone: timeZone || "UTC" };
  if (schedule.kind === "calendar" && cron !== "") return { calendar: cron, timeZone: timeZone || "UTC" };
  return schedule.kind === "simple" && seconds !== null && seconds >= 1 ? { everySeconds: Math.round(seconds) } : null;
}

/** A heartbeat of a deployment, from its API or its backup. */
export interface UpfrontHeartbeat {
  row: Record<string, unknown>;
  name: string;
  /** Address that machines ping; empty = not shown. */
  url: string;
  graceSeconds: number | null;
}

const fieldsLeftOut: Readonly<Record<string, string>> = {
  depends_on: "Set it in the heartbeat's settings.",
  last_ping_at: unmovedReasons.lastPing,
};

const pingPath = /\/(?:ping|hb)\/([\w-]{8,100})\/?$/;

export function convertUpfrontHeartbeat(
  { row, url, graceSeconds, ...given }: UpfrontHeartbeat,
  notes: MoveNotes,
): MovedHeartbeat[] {
  const id = parseForeignId(row.id);
  if (id === null) return [];
  const name = foreignName(given.name, `Heartbeat ${id}`);
  const subject: NoteSubject = { noun: "heartbeat", id, name };
  const pingKey = pingPath.exec(url)?.[1] ?? null;
  if (pingKey === null) notes.question(subject, "ping_url", unmovedReasons.noAddress);
  const schedule = scheduleOf(row.schedule);
  if (schedule === null) notes.question(subject, "schedule", unmovedReasons.unreadSchedule);
  notes.leftOutFields(subject, row, fieldsLeftOut);
  const slug = foreignText(row.slug);
  if (slug !== "") notes.approximated(subject, "slug", unmovedReasons.pageKey);
  return [
    {
      id,
      name,
      pingKey,
      pingPath: pingKey === null ? null : (URL.parse(url)?.pathname ?? null),
      schedule: schedule ?? { everySeconds: 86_400 },
      graceSeconds: Math.max(0, Math.round(graceSeconds ?? 3600)),
      ...(slug !== "" && { slug }),
      pingRules: {
        postOnly: foreignFlag(row.post_only) === true,
        manualResume: foreignFlag(row.manual_resume) === true,
        wordsIn: (["subject", "body"] as const).find((each) => each === row.words_in) ?? "anywhere",
        failWords: foreignTexts(row.fail_words),
        successWords: foreignTexts(row.success_words),
        startWords: foreignTexts(row.start_words),
      },
      isPaused: row.state === "paused" || schedule === null,
      tags: foreignList(row.tags).map(foreignText).filter(Boolean),
      componentIds: [],
    },
  ];
}
