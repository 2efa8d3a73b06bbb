import { hourMs } from "~/time/durations";
import { maintenanceStateReader } from "../foreign-statuses";
import { foreignName, foreignText, parseForeignId } from "../foreign-values";
import type { MovedMaintenance } from "../move-document";
import type { NoteSubject } from "../move-notes";
import { toMovedMaintenance } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import { type CachetRow, cachetInstant, cachetStatusNumber } from "./cachet-row";
import { type CachetContext, cachetComponentIds, cachetUpdateRows } from "./incident";

const readState = maintenanceStateReader({ "0": "scheduled", "1": "in_progress", "2": "completed" });

/** Rows of incidents that version 2.3 uses for maintenances. */
export const isScheduledCachetIncident = (row: CachetRow): boolean =>
  cachetStatusNumber(row.status) === "0" && /^[1-9]\d{3}-/.test(foreignText(row.scheduled_at));

/** Translates a schedule, which has a start and, once it is over, an end. */
export function convertCachetMaintenance(
  row: CachetRow,
  idPrefix: string,
  around: CachetContext,
): MovedMaintenance | null {
  const { notes, timeZone, included } = around;
  const own = parseForeignId(row.id);
  const title = foreignName(row.name, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id: own, name: title };
  const startsAt = cachetInstant(row, ["scheduled_at", "scheduled"], timeZone);
  if (own === null || startsAt === null) {
    notes.leftOut(subject, own === null ? "id" : "scheduled_at", unmovedReasons.noStart);
    return null;
  }
  const completedAt = cachetInstant(row, ["completed_at", "completed"], timeZone);
  const hasEnd = completedAt !== null && completedAt > startsAt;
  if (!hasEnd) notes.approximated(subject, "completed_at", "Cachet plans no end: it lasts one hour here.");
  const word = cachetStatusNumber(row.status);
  const state = readState(idPrefix === "" ? word : hasEnd ? "2" : "0", notes, subject, "status");
  const message = foreignText(row.message);
  const writtenAt = cachetInstant(row, ["created_at", "created"], timeZone) ?? startsAt;
  const later = cachetUpdateRows(row, included).flatMap((each) => {
    const at = cachetInstant(each, ["created_at", "created"], timeZone);
    return at === null ? [] : [{ body: foreignText(each.message), shownAt: at }];
  });
  const first = message === "" ? [] : [{ body: message, shownAt: writtenAt }];
  return toMovedMaintenance({
    id: `${idPrefix}${own}`.slice(0, 200),
    title,
    startsAt,
    endsAt: hasEnd ? completedAt : startsAt + hourMs,
    state,
    updates: [...first, ...later].sort((one, other) => one.shownAt - other.shownAt),
    componentIds: cachetComponentIds(row),
    autoEnd: hasEnd,
    path: idPrefix === "" ? `/schedules/${encodeURIComponent(own)}` : `/incidents/${encodeURIComponent(own)}`,
  });
}
