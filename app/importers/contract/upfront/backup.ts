import { firstForeignPage } from "../chosen-page";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart, MovedComponent, MovedPage, MovedSubscriber, MovedTemplate } from "../move-document";
import { countedThings, MoveNotes, type NoteSubject, wholeOriginSubject } from "../move-notes";
import { convertForeignLinks, type ForeignLink, toMovedPage } from "../moved-things";
import type { OriginResult } from "../origin";
import { originRefusal, parseOriginJson } from "../origin-texts";
import { unmovedReasons } from "../unmoved-reasons";
import { convertBackupIncident, convertBackupMaintenance } from "./backup-history";
import {
  backupInstant,
  backupRowsOfTable,
  parseBackupJson,
  readBackupStatus,
  readBackupUpdateStatus,
  type UpfrontBackupRow,
  type UpfrontBackupTables,
} from "./backup-rows";
import { convertBackupSeries } from "./backup-series";
import { convertUpfrontHeartbeat, convertUpfrontMonitor } from "./watchers";

/** Version of the file's format that is read. */
const formatVersion = 1;

/** Reads the lines of a backup as rows by table. */
export function parseBackupTables(path: string, text: string): OriginResult<UpfrontBackupTables> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const header = parseOriginJson(`${path}, line 1`, lines[0] ?? "");
  if (!header.ok || foreignRecord(header.value).format !== "upfront-backup") {
    return originRefusal("not_this_origin", `${path} is no backup: its first line names no upfront-backup.`);
  }
  if (foreignRecord(header.value).version !== formatVersion) {
    return originRefusal("newer_version", `${path} is of another version of the format: update this deployment first.`);
  }
  const tables = new Map<string, UpfrontBackupRow[]>();
  for (const [index, line] of lines.slice(1).entries()) {
    const read = parseOriginJson(`${path}, line ${index + 2}`, line);
    if (!read.ok) return read;
    const { table, row } = foreignRecord(read.value);
    const name = foreignText(table);
    if (name !== "") tables.set(name, [...(tables.get(name) ?? []), foreignRecord(row)]);
  }
  return { ok: true, value: tables };
}

/** Returns settings that were written without a seal; null for sealed ones. */
function openSettings(value: unknown): UpfrontBackupRow | null {
  const text = foreignText(value);
  return text.startsWith("plain:") ? foreignRecord(parseBackupJson(text.slice("plain:".length))) : null;
}

/** Returns the links of a page, which a backup holds as JSON within its text. */
const linksOf = (links: unknown): ForeignLink[] =>
  foreignList(typeof links === "string" ? parseBackupJson(links) : links)
    .map(foreignRecord)
    .map(({ label, url }) => ({ label, url }));

function pageOf(row: UpfrontBackupRow, notes: MoveNotes): MovedPage {
  const id = parseForeignId(row.id) ?? "page";
  const name = foreignName(row.name, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  const isPrivate = foreignText(row.visibility) !== "public" && foreignText(row.visibility) !== "";
  if (isPrivate) notes.question(subject, "visibility", unmovedReasons.notPublic);
  notes.leftOutFields(subject, row, {
    footer: unmovedReasons.footerSetting,
    escalates: unmovedReasons.escalationSetting,
  });
  const language = foreignText(row.language);
  return toMovedPage({
    id,
    name,
    about: row.about,
    timeZone: foreignText(row.time_zone) || null,
    slug: row.slug,
    host: row.host,
    accentColor: row.accent,
    isPrivate,
    languages: language ? [language] : [],
    links: convertForeignLinks(linksOf(row.links), subject, "links", notes),
  });
}

/** Returns who keeps a component; versions without the column knew none but people. Null there = nobody vouches for it. */
const keeperOf = ({ kept_by }: UpfrontBackupRow): MovedComponent["keptBy"] =>
  kept_by === undefined || kept_by === "manual" ? "manual" : "watched";

/** Returns the status that people set; one that calls a watched component well needs its monitor to vouch for it. */
function manualStatusOf(row: UpfrontBackupRow, notes: MoveNotes, subject: NoteSubject): MovedComponent["manualStatus"] {
  const manual = foreignText(row.manual_status);
  if (manual === "") return null;
  notes.leftOutFields(subject, row, {
    manual_reason: unmovedReasons.manualReason,
    manual_until: unmovedReasons.manualEnd,
  });
  const status = readBackupStatus(manual, notes, subject, "manual_status");
  if (keeperOf(row) === "manual" || (status !== "operational" && status !== "no_data")) return status;
  notes.leftOut(subject, "manual_status", unmovedReasons.unwatched);
  return null;
}

function componentOf(row: UpfrontBackupRow, zone: string, notes: MoveNotes): MovedComponent[] {
  const id = parseForeignId(row.id);
  if (id === null || foreignNumber(row.archived_at) !== null) return [];
  const name = foreignName(row.name, "Component");
  const subject: NoteSubject = { noun: "component", id, name };
  notes.leftOutFields(subject, row, { depends_on: unmovedReasons.dependsOn });
  return [
    {
      id,
      name,
      description: foreignText(row.description),
      groupId: parseForeignId(row.group_id),
      manualStatus: manualStatusOf(row, notes, subject),
      keptBy: keeperOf(row),
      startedAt: foreignInstant(row.start_date, zone),
      showsUptime: row.show_uptime !== 0,
      isHidden: false,
    },
  ];
}

function subscriberOf(row: UpfrontBackupRow): MovedSubscriber[] {
  const kind = (["email", "sms", "webhook"] as const).find((each) => each === row.kind);
  const state = (["active", "unsubscribed", "quarantined"] as const).find((each) => each === row.state);
  const address = foreignText(row.address);
  if (kind !== "email" || state === undefined || address === "") return [];
  const componentIds = foreignTexts(parseBackupJson(row.component_ids));
  return [{ kind, address, state, componentIds, consentedAt: backupInstant(row.confirmed_at) }];
}

function templateOf(row: UpfrontBackupRow, notes: MoveNotes): MovedTemplate[] {
  const id = parseForeignId(row.id);
  if (id === null) return [];
  const name = foreignName(row.name, "Template");
  const subject: NoteSubject = { noun: "template", id, name };
  notes.leftOutFields(subject, row, {
    next_minutes: "Set it in the template.",
    impact_override: "Set it in the template.",
  });
  const status = foreignText(row.status) === "" ? null : readBackupUpdateStatus(row.status, notes, subject, "status");
  const chosen = Object.entries(foreignRecord(parseBackupJson(row.components))).map(([componentId, word]) => ({
    componentId,
    status: readBackupStatus(word, notes, subject, "components"),
  }));
  return [
    {
      id,
      name,
      title: foreignText(row.title),
      body: foreignText(row.body),
      status,
      ...(chosen.length > 0 && { components: chosen }),
    },
  ];
}

/** Monitors and heartbeats share their id with the source that they report to. */
function watchersOf(tables: UpfrontBackupTables, notes: MoveNotes): Pick<MoveDocumentPart, "monitors" | "heartbeats"> {
  const sources = new Map(backupRowsOfTable(tables, "source").map((row) => [row.id, row]));
  const monitors = backupRowsOfTable(tables, "monitor").flatMap((row) => {
    const source = sources.get(row.id) ?? {};
    const settings = openSettings(source.settings_sealed);
    return convertUpfrontMonitor(
      {
        id: parseForeignId(row.id),
        name: foreignText(source.name),
        kind: foreignText(source.kind),
        settings: settings ?? {},
        minutes: foreignNumber(row.interval),
        timeoutSeconds: foreignNumber(row.timeout_seconds),
        isPaused: foreignNumber(row.paused_at) !== null,
        tags: foreignTexts(parseBackupJson(row.tags)),
        componentIds: [],
        missing: settings === null ? ["settings"] : [],
      },
      notes,
    );
  });
  const heartbeats = backupRowsOfTable(tables, "heartbeat").flatMap((row) => {
    const name = foreignText(sources.get(row.id)?.name);
    const columns = ["tags", "schedule", "fail_words", "success_words", "start_words"];
    const read = { ...row, ...Object.fromEntries(columns.map((each) => [each, parseBackupJson(row[each])])) };
    return convertUpfrontHeartbeat({ row: read, name, url: "", graceSeconds: foreignNumber(row.grace_seconds) }, notes);
  });
  return { monitors, heartbeats };
}

const tablesLeftOut: Readonly<Record<string, string>> = {
  rule: unmovedReasons.rules,
  channel: unmovedReasons.channel,
  status_change: unmovedReasons.timeline,
  component_year: unmovedReasons.days,
  person: "People are invited anew.",
  api_token: "Tokens are made anew.",
};

/** Returns the page of a backup that is chosen, or its first. */
export function movePartOfBackup(tables: UpfrontBackupTables, wanted: string): OriginResult<MoveDocumentPart> {
  const pages = backupRowsOfTable(tables, "page");
  const notes = new MoveNotes();
  const page = firstForeignPage(pages, wanted, ({ id, name, slug }) => ({ id, name, slug }), "page", notes);
  if (!page) return originRefusal("not_found", "The backup has no page.");
  const own: UpfrontBackupTables = new Map(
    [...tables].map(([name, rows]) => [
      name,
      rows.filter((row) => row.page_id === undefined || row.page_id === page.id),
    ]),
  );
  const subscribers = backupRowsOfTable(own, "subscriber");
  const moved = subscribers.flatMap(subscriberOf);
  const rest = subscribers.length - moved.length;
  if (rest > 0)
    notes.leftOut(
      { noun: "subscriber", id: null, name: countedThings(rest, "subscriber") },
      "subscriber",
      unmovedReasons.unseenWays,
    );
  for (const [name, reason] of Object.entries(tablesLeftOut)) {
    const count = backupRowsOfTable(own, name).length;
    if (count > 0) notes.leftOut(wholeOriginSubject(countedThings(count, "row")), name, reason);
  }
  const inOrder = (rows: UpfrontBackupRow[]) =>
    [...rows].sort((a, b) => (foreignNumber(a.position) ?? 0) - (foreignNumber(b.position) ?? 0));
  const groups = inOrder(backupRowsOfTable(own, "component_group")).flatMap((row) => {
    const id = parseForeignId(row.id);
    return id === null ? [] : [{ id, name: foreignName(row.name, "Group"), description: foreignText(row.description) }];
  });
  const zone = foreignText(page.time_zone) || "UTC";
  const part = {
    page: pageOf(page, notes),
    groups,
    components: inOrder(backupRowsOfTable(own, "component")).flatMap((row) => componentOf(row, zone, notes)),
    ...watchersOf(own, notes),
    incidents: backupRowsOfTable(own, "incident").flatMap((row) => convertBackupIncident(row, own, notes)),
    maintenances: backupRowsOfTable(own, "maintenance").flatMap((row) => convertBackupMaintenance(row, own, notes)),
    maintenanceSeries: backupRowsOfTable(own, "maintenance_series").flatMap((row) => convertBackupSeries(row, notes)),
    templates: backupRowsOfTable(own, "template").flatMap((row) => templateOf(row, notes)),
    subscribers: moved,
  };
  return { ok: true, value: { ...part, notes: notes.list } };
}
