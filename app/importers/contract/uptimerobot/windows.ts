import type { MovedMaintenanceSeries } from "../../rules/moved-series";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignSeconds,
  foreignText,
  knownForeignWord,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedMaintenance } from "../moved-things";
import { clockOf, convertSilentMonthDays, convertSilentWindow, windowStateAt } from "../repeating-windows";
import { unmovedReasons } from "../unmoved-reasons";

const typesOfV2: Readonly<Record<string, string>> = { 1: "once", 2: "daily", 3: "weekly", 4: "monthly" };
const weekdayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const maxSeconds = 2_592_000;

/** Facts about a window that its row lacks. */
export interface RobotWindowFacts {
  componentIds: string[];
  /** Zone of the account. */
  timeZone: string;
  /** When it was read, UTC ms; 0 = not known. */
  readAt: number;
}

/** Returns the numbers of days, which v2 joins by hyphens. */
const daysOf = (row: Record<string, unknown>): number[] =>
  (Array.isArray(row.days) ? row.days : foreignText(row.value).split("-")).flatMap((each) => foreignNumber(each) ?? []);

/** Returns a window that takes place once; null without a start. */
function onceOf(row: Record<string, unknown>, { timeZone, componentIds, readAt }: RobotWindowFacts, seconds: number) {
  const local = `${foreignText(row.date).slice(0, 10)} ${clockOf(row.time) ?? ""}`;
  const startsAt = foreignSeconds(row.start_time) ?? foreignInstant(local, timeZone);
  if (startsAt === null) return null;
  const endsAt = startsAt + seconds * 1000;
  return { startsAt, endsAt, state: windowStateAt(readAt, startsAt, endsAt), updates: [], componentIds };
}

function seriesOf(
  row: Record<string, unknown>,
  window: { id: string; title: string; componentIds: string[]; zone: string; seconds: number; type: string },
  notes: MoveNotes,
): MovedMaintenanceSeries[] {
  const { type, ...rest } = window;
  const [start, field] = [row.time ?? row.start_time, "interval"];
  const days = daysOf(row);
  const silent = (names: string[]) => convertSilentWindow({ ...rest, field, start, days: names }, notes);
  if (type === "daily") return silent([]);
  if (type === "weekly") return silent(days.map((day) => weekdayNames[day - 1] ?? ""));
  return convertSilentMonthDays({ ...rest, field, start }, days, notes);
}

/** Translates a window of v2 or v3. */
export function convertRobotMaintenanceWindow(
  value: unknown,
  facts: RobotWindowFacts,
  notes: MoveNotes,
): MoveDocumentPart {
  const row = foreignRecord(value);
  const word = foreignText(row.interval ?? row.type).toLowerCase();
  const type = knownForeignWord(typesOfV2, word) ?? word;
  const [id, title] = [parseForeignId(row.id), foreignName(row.name ?? row.friendly_name, "Maintenance")];
  const subject: NoteSubject = { noun: type === "once" ? "maintenance" : "maintenance_series", id, name: title };
  const seconds = (foreignNumber(row.duration) ?? 0) * 60;
  const isOff = /^(?:paused|inactive|0)$/i.test(foreignText(row.status));
  const isKnown = ["once", "daily", "weekly", "monthly"].includes(type);
  if (id === null || !(seconds >= 60 && seconds <= maxSeconds) || isOff || !isKnown) {
    notes.leftOut(subject, "interval", isOff ? unmovedReasons.windowOff : unmovedReasons.unreadWindow);
    return {};
  }
  const { componentIds, timeZone: zone } = facts;
  if (type !== "once")
    return { maintenanceSeries: seriesOf(row, { id, title, componentIds, zone, seconds, type }, notes) };
  const once = onceOf(row, facts, seconds);
  if (once === null) notes.leftOut(subject, "date", unmovedReasons.timeless);
  return once === null ? {} : { maintenances: [toMovedMaintenance({ id, title, ...once })] };
}

/** Returns which windows each monitor has, by the windows' ids. */
export function robotMonitorsByWindow(monitors: readonly { id: string | null; from: Record<string, unknown> }[]) {
  const found = new Map<string, string[]>();
  for (const { id, from } of monitors) {
    const windows = [...foreignList(from.maintenanceWindows), ...foreignList(from.mwindows)];
    for (const each of windows) {
      const windowId = parseForeignId(typeof each === "object" ? foreignRecord(each).id : each);
      if (id !== null && windowId !== null) found.set(windowId, [...(found.get(windowId) ?? []), id]);
    }
  }
  return found;
}
