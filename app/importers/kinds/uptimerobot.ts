import { foreignList, foreignRecord, foreignText } from "../contract/foreign-values";
import type { MoveDocumentPart } from "../contract/move-document";
import { MoveNotes } from "../contract/move-notes";
import { joinEventsOfParts } from "../contract/moved-things";
import type { ImportOrigin, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import { movedRobotContact } from "../contract/uptimerobot/contacts";
import { readRobotCsv } from "../contract/uptimerobot/csv";
import type { RobotMonitor } from "../contract/uptimerobot/monitor";
import { movedRobotMonitors } from "../contract/uptimerobot/monitors";
import { parseRobotMonitorV2, parseRobotMonitorV3 } from "../contract/uptimerobot/versions";
import { convertRobotMaintenanceWindow, robotMonitorsByWindow } from "../contract/uptimerobot/windows";
import type { MovedChannel } from "../rules/moved-channel";

/** Translates the windows that monitors of v2 carry, each once; the newest log says when they were read. */
function windowsOfMonitors(monitors: readonly RobotMonitor[], { timeZone }: OriginSettings, notes: MoveNotes) {
  const readAt = monitors.reduce((newest, { history }) => Math.max(newest, history.at(-1)?.from ?? 0), 0);
  const rows = monitors.flatMap(({ from }) => foreignList(from.mwindows).map(foreignRecord));
  const byId = new Map(rows.map((row) => [foreignText(row.id), row]));
  const about = robotMonitorsByWindow(monitors);
  const parts = [...byId].map(([id, row]) =>
    convertRobotMaintenanceWindow(row, { componentIds: about.get(id) ?? [], timeZone, readAt }, notes),
  );
  return joinEventsOfParts(parts);
}

/** Reads recorded answers: v2's getMonitors and getAlertContacts, v3's list of monitors, and the export as CSV. */
function readFiles(files: readonly OriginFile[], settings: OriginSettings): OriginResult<MoveDocumentPart> {
  const [found, notes]: [RobotMonitor[], MoveNotes] = [[], new MoveNotes()];
  const channels: MovedChannel[] = [];
  for (const file of files.filter((each) => /\.csv$/i.test(each.path))) {
    const read = readRobotCsv(file);
    if (!read.ok) return read;
    found.push(...read.value);
  }
  for (const { path, text } of files.filter((each) => /\.json$/i.test(each.path))) {
    const parsed = parseOriginJson(path, text);
    if (!parsed.ok) return parsed;
    const body = foreignRecord(parsed.value);
    if (foreignText(body.stat) === "fail")
      return originRefusal("unusable_answer", `${path} is the answer to a refused request.`);
    found.push(
      ...foreignList(body.monitors).map(parseRobotMonitorV2),
      ...foreignList(body.data).map(parseRobotMonitorV3),
    );
    const contacts = foreignList(body.alert_contacts).map(foreignRecord);
    channels.push(...contacts.flatMap((each) => movedRobotContact(each, notes)));
  }
  if (found.length === 0) return originRefusal("not_this_origin", "No file has a list of monitors of UptimeRobot.");
  return {
    ok: true,
    value: {
      ...movedRobotMonitors(found, notes),
      ...windowsOfMonitors(found, settings, notes),
      channels,
      notes: notes.list,
    },
  };
}

/**
 * UptimeRobot, by its API v3, by recorded answers of v2 and v3, or by the CSV export. Uptime: `all_time_uptime_ratio` of
 * v2; `custom_uptime_ratio` does not say its days, and v3's list has none.
 */
export const uptimerobotOrigin: ImportOrigin = {
  name: "uptimerobot",
  title: "UptimeRobot",
  files: [
    { ending: ".json", what: "the answer of getMonitors (v2) with logs=1, or of /v3/monitors" },
    { ending: ".csv", what: "the export of the list of monitors" },
  ],
  readFiles,
  loadApi: async () => (await import("../contract/uptimerobot/api")).uptimerobotApiReader,
};
