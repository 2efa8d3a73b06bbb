import { repeatOfRrule } from "~/time/repeat";
import type { MovedMaintenanceSeries } from "../../rules/moved-series";
import { foreignName, foreignNumber, foreignRecord, foreignText, parseForeignId } from "../foreign-values";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { parseBackupJson, type UpfrontBackupRow } from "./backup-rows";

const maxSeconds = 31_536_000;

/** True for a series that goes on: one that is over is never due again. */
export const isBackupSeriesOpen = (row: UpfrontBackupRow): boolean => foreignNumber(row.due_at) !== null;

/** Returns a series of maintenance that goes on; its past occurrences come as maintenance of their own. */
export function convertBackupSeries(row: UpfrontBackupRow, notes: MoveNotes): MovedMaintenanceSeries[] {
  const [id, title] = [parseForeignId(row.id), foreignName(row.title, "Maintenance")];
  const subject: NoteSubject = { noun: "maintenance_series", id, name: title };
  const repeat = repeatOfRrule(foreignText(row.rule));
  const durationSeconds = Math.round((foreignNumber(row.duration) ?? 0) / 1000);
  const startsLocal = foreignText(row.starts_local);
  const isRead = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(startsLocal) && durationSeconds >= 60;
  if (!isBackupSeriesOpen(row)) return [];
  if (id === null || repeat === null || !isRead || durationSeconds > maxSeconds) {
    notes.leftOut(subject, "rule", unmovedReasons.unreadWindow);
    return [];
  }
  const { frequency, interval, weekdays, end } = repeat;
  if (end.kind === "count") notes.approximated(subject, "rule", unmovedReasons.countedSeries);
  return [
    {
      id,
      title,
      body: foreignText(row.body),
      startsLocal,
      timeZone: foreignText(row.zone) || null,
      durationSeconds,
      repeat: { frequency, interval, until: end.kind === "until" ? end.date : null, ...(weekdays ? { weekdays } : {}) },
      componentIds: Object.keys(foreignRecord(parseBackupJson(row.components))).flatMap(
        (each) => parseForeignId(each) ?? [],
      ),
      autoStart: row.auto_start !== 0,
      autoEnd: row.auto_end !== 0,
    },
  ];
}
