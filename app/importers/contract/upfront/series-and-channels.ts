import type { MovedChannel } from "../../rules/moved-channel";
import { type MovedMaintenanceSeries, movedMaintenanceSeriesSchema } from "../../rules/moved-series";
import {
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../foreign-values";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { maskedSettingSign } from "./watchers";

type ForeignRow = Record<string, unknown>;

/** Returns the series of an answer of the API, which makes its next occurrences here; one that is over does not come. */
export function movedUpfrontSeries(row: ForeignRow, notes: MoveNotes): MovedMaintenanceSeries[] {
  if (row.next_start === null) return [];
  const repeat = foreignRecord(row.repeat);
  const [id, title] = [parseForeignId(row.id), foreignName(row.title, "Maintenance")];
  const subject: NoteSubject = { noun: "maintenance_series", id, name: title };
  const { frequency, interval, weekdays, count } = repeat;
  const series = movedMaintenanceSeriesSchema.safeParse({
    id,
    title,
    body: foreignText(row.body),
    startsLocal: foreignText(row.first_start),
    timeZone: foreignText(row.time_zone) || null,
    durationSeconds: Math.round((foreignNumber(row.minutes) ?? 0) * 60),
    repeat: {
      frequency,
      interval,
      ...(weekdays !== undefined && { weekdays }),
      until: foreignText(repeat.until) || null,
    },
    componentIds: Object.keys(foreignRecord(row.components)),
    autoStart: row.auto_start !== false,
    autoEnd: row.auto_end !== false,
  });
  if (!series.success) notes.leftOut(subject, "repeat", unmovedReasons.unreadWindow);
  else if (foreignNumber(count) !== null) notes.approximated(subject, "repeat", unmovedReasons.countedSeries);
  return series.success ? [series.data] : [];
}

/** Returns the ids of occurrences that are planned by a series: it makes them anew here. */
export const occurrenceIdsOf = (row: ForeignRow): string[] =>
  row.next_start === null ? [] : foreignTexts(foreignList(row.occurrences).map((each) => foreignRecord(each).id));

type ChannelSetting = [name: string, value: string | number | boolean];

/** Returns a channel; one that has a secret, which the API shows nobody, is left out by its name. */
export function movedUpfrontChannel(row: ForeignRow, notes: MoveNotes): MovedChannel[] {
  const [id, name] = [parseForeignId(row.id), foreignName(row.name, "Channel")];
  const settings = Object.entries(foreignRecord(row.settings));
  const isMasked = settings.some(([, value]) => foreignText(value).includes(maskedSettingSign));
  if (id === null || isMasked) {
    notes.leftOut({ noun: "channel", id, name }, "settings", unmovedReasons.secretAgain);
    return [];
  }
  const plain = settings.filter((each): each is ChannelSetting => foreignText(each[1]) !== "");
  const isPaused = row.paused === true || foreignText(row.disabled_at) !== "";
  return [{ id, name, kind: foreignText(row.kind).slice(0, 64), settings: Object.fromEntries(plain), isPaused }];
}
