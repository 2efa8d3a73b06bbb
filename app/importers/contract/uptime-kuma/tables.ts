import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignRecord,
  foreignSeconds,
  foreignText,
  isForeignRecord,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart } from "../move-document";
import { MoveNotes } from "../move-notes";
import type { OriginResult, OriginSettings } from "../origin";
import { originRefusal } from "../origin-texts";
import { convertKumaChannels } from "./channels";
import { kumaStatusSpansByMonitor, kumaUptimeReader } from "./history";
import { convertKumaIncident } from "./incident";
import { convertKumaMaintenance, convertKumaMaintenanceSeries, isKumaSeries } from "./maintenance";
import { type KumaRow, kumaMonitorRowOfBackup } from "./monitor-row";
import { convertKumaMonitors } from "./monitors";
import {
  chooseKumaPage,
  convertKumaPage,
  convertKumaPageStructure,
  isKumaRowOfPage,
  type KumaTables,
  kumaSetting,
  kumaTableRows,
} from "./page";

/** Tables of kuma.db that are read; `user`, `api_key` and the secrets among the settings never are. */
export const kumaTableNames = [
  "monitor",
  "tag",
  "monitor_tag",
  "notification",
  "status_page",
  "status_page_cname",
  "group",
  "monitor_group",
  "incident",
  "maintenance",
  "monitor_maintenance",
  "maintenance_status_page",
  "heartbeat",
  "stat_daily",
  "setting",
] as const;

/** Settings that are read, by key. */
export const kumaSettingKeys = ["serverTimezone", "database_version"] as const;

/** Returns the monitors’ rows with their tags, as a backup has them. */
function withTags(tables: KumaTables): KumaRow[] {
  const names = new Map(kumaTableRows(tables, "tag").map((row) => [foreignText(row.id), row.name]));
  const tags = Map.groupBy(kumaTableRows(tables, "monitor_tag"), (row) => foreignText(row.monitor_id));
  return kumaTableRows(tables, "monitor").map((row) => ({
    ...row,
    tags: (tags.get(foreignText(row.id)) ?? []).map((each) => ({
      name: names.get(foreignText(each.tag_id)),
      value: each.value,
    })),
  }));
}

/** Returns the newest time of the file, which is about when it was made. */
function madeAtOf(tables: KumaTables): number {
  const beats = kumaTableRows(tables, "heartbeat").map((row) => foreignInstant(row.time, "UTC") ?? 0);
  const days = kumaTableRows(tables, "stat_daily").map((row) => foreignSeconds(row.timestamp) ?? 0);
  return [...beats, ...days].reduce((latest, at) => Math.max(latest, at), 0);
}

function maintenancesOf(
  tables: KumaTables,
  pageId: string,
  shown: ReadonlySet<string>,
  timeZone: string,
  notes: MoveNotes,
) {
  const pages = Map.groupBy(kumaTableRows(tables, "maintenance_status_page"), (row) => foreignText(row.maintenance_id));
  const monitors = Map.groupBy(kumaTableRows(tables, "monitor_maintenance"), (row) => foreignText(row.maintenance_id));
  const serverTimeZone = kumaSetting(tables, "serverTimezone") || timeZone;
  const madeAt = madeAtOf(tables);
  const moved: Required<Pick<MoveDocumentPart, "maintenances" | "maintenanceSeries">> = {
    maintenances: [],
    maintenanceSeries: [],
  };
  for (const row of kumaTableRows(tables, "maintenance")) {
    const id = foreignText(row.id);
    const ids = (monitors.get(id) ?? []).map((each) => foreignText(each.monitor_id));
    const componentIds = [...new Set(ids.filter((each) => shown.has(each)))];
    const isHere = (pages.get(id) ?? []).some((each) => foreignText(each.status_page_id) === pageId);
    if (!isHere && componentIds.length === 0) {
      notes.leftOut(
        { noun: "maintenance", id: parseForeignId(row.id), name: foreignName(row.title, "Maintenance") },
        "maintenance_status_page",
        "It concerns neither this page nor its components.",
      );
      continue;
    }
    const facts = { componentIds, serverTimeZone, madeAt };
    if (isKumaSeries(row)) moved.maintenanceSeries.push(...convertKumaMaintenanceSeries(row, facts, notes));
    else moved.maintenances.push(...[convertKumaMaintenance(row, facts, notes) ?? []].flat());
  }
  return moved;
}

/** Returns the monitors that are on the page, by id, before it is known which have a check. */
function shownMonitorIds(tables: KumaTables, pageId: string | null): ReadonlySet<string> {
  if (pageId === null) return new Set();
  const groups = new Set(
    kumaTableRows(tables, "group")
      .filter((row) => isKumaRowOfPage(row, pageId))
      .map((row) => foreignText(row.id)),
  );
  const known = new Set(kumaTableRows(tables, "monitor").map((row) => foreignText(row.id)));
  const ids = kumaTableRows(tables, "monitor_group")
    .filter((row) => groups.has(foreignText(row.group_id)))
    .map((row) => foreignText(row.monitor_id));
  return new Set(ids.filter((id) => known.has(id)));
}

function partOf(tables: KumaTables, settings: OriginSettings): MoveDocumentPart {
  const notes = new MoveNotes();
  const row = chooseKumaPage(tables, settings.choices.page ?? "", notes);
  const page = row && convertKumaPage(row, tables, notes);
  const pageId = page?.id ?? null;
  const shown = shownMonitorIds(tables, pageId);
  const historyOf = kumaStatusSpansByMonitor(
    kumaTableRows(tables, "heartbeat"),
    kumaTableRows(tables, "stat_daily"),
    notes,
  );
  const componentIdsOf = (id: string) => (shown.has(id) ? [id] : []);
  const around = { componentIdsOf, historyOf, uptimeOf: kumaUptimeReader(kumaTableRows(tables, "stat_daily")) };
  const { monitors, heartbeats } = convertKumaMonitors(withTags(tables), around, notes);
  const watched = new Set([...monitors.filter(({ kind }) => kind !== null), ...heartbeats].map(({ id }) => id));
  const places =
    pageId === null ? { groups: [], components: [] } : convertKumaPageStructure(tables, pageId, watched, notes);
  const incidents = kumaTableRows(tables, "incident").filter(
    (each) => pageId !== null && isKumaRowOfPage(each, pageId),
  );
  const channels = convertKumaChannels(kumaTableRows(tables, "notification"), notes);
  return {
    page,
    ...places,
    monitors,
    heartbeats,
    incidents: incidents.flatMap((each) => convertKumaIncident(each, notes) ?? []),
    ...(pageId === null ? {} : maintenancesOf(tables, pageId, shown, settings.timeZone, notes)),
    channels,
    notes: notes.list,
  };
}

/** Translates rows of kuma.db, of 1.x and 2.x, by the names of their columns. */
export function movePartOfKumaTables(
  given: Readonly<Record<string, unknown>>,
  settings: OriginSettings,
): OriginResult<MoveDocumentPart> {
  const tables = Object.fromEntries(
    Object.entries(given).map(([name, rows]) => [name, Array.isArray(rows) ? rows.filter(isForeignRecord) : []]),
  );
  if (!Array.isArray(given.monitor))
    return originRefusal("not_this_origin", "There is no table “monitor”: this is no database of Uptime Kuma.");
  const slug = settings.choices.page ?? "";
  if (slug !== "" && !kumaTableRows(tables, "status_page").some((row) => row.slug === slug))
    return originRefusal("not_found", `There is no status page with the slug “${slug.slice(0, 60)}”.`);
  return { ok: true, value: partOf(tables, settings) };
}

/** Translates the monitors and channels of a backup. */
export function movePartOfKumaBackup(path: string, backup: unknown): OriginResult<MoveDocumentPart> {
  const { version, monitorList, notificationList } = foreignRecord(backup);
  if (!Array.isArray(monitorList))
    return originRefusal(
      "not_this_origin",
      `${path} has no monitorList: it is no backup of Uptime Kuma. Export one in Settings, Backup.`,
    );
  const major = /^(\d{1,4})\./.exec(foreignText(version))?.[1];
  if (major !== undefined && Number(major) > 1)
    return originRefusal(
      "newer_version",
      `${path} is of version ${major}, whose backup is not known here. Give data/kuma.db instead.`,
    );
  const notes = new MoveNotes();
  const rows = monitorList.filter(isForeignRecord);
  if (rows.length < monitorList.length)
    notes.leftOut(
      { noun: "monitor", id: null, name: "" },
      "monitorList",
      "Entries that are no monitor are passed over.",
    );
  const around = { componentIdsOf: () => [], historyOf: () => [], uptimeOf: () => undefined };
  const found = convertKumaMonitors(rows.map(kumaMonitorRowOfBackup), around, notes);
  const channels = convertKumaChannels(foreignList(notificationList).filter(isForeignRecord), notes);
  notes.leftOut(
    { noun: "page", id: null, name: "" },
    "status_page",
    "A backup has neither pages nor history: data/kuma.db has both.",
  );
  return { ok: true, value: { ...found, channels, notes: notes.list } };
}
