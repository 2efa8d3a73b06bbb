import { type Impact, type Status, statuses } from "~/status/status";
import { componentStatusReader, impactReader, incidentStatusWords, updateStatusReader } from "../foreign-statuses";
import {
  foreignIdOf,
  foreignInstant,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
} from "../foreign-values";
import type {
  MoveDocumentPart,
  MovedComponent,
  MovedIncident,
  MovedMaintenance,
  MovedPage,
  MovedSubscriber,
  MovedTemplate,
  MovedUpdate,
} from "../move-document";
import { MoveNotes, type NoteSubject, wholeOrigin } from "../move-notes";
import type { OriginResult } from "../origin";
import { originRefusal, parseOriginJson } from "../origin-texts";
import { movedUpfrontHeartbeat, movedUpfrontMonitor } from "./watchers";

type Row = Record<string, unknown>;
type Tables = ReadonlyMap<string, Row[]>;

const statusOf = componentStatusReader(Object.fromEntries(statuses.map((word): [string, Status] => [word, word])));
const updateStatusOf = updateStatusReader(incidentStatusWords);
const impactOf = impactReader({ none: "none", minor: "minor", major: "major", critical: "critical" } satisfies Record<
  Impact,
  Impact
>);

/** Version of the file's format that is read. */
const formatVersion = 1;

/** Reads the lines of a backup as rows by table. */
export function backupTables(path: string, text: string): OriginResult<Tables> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const header = parseOriginJson(`${path}, line 1`, lines[0] ?? "");
  if (!header.ok || foreignRecord(header.value).format !== "upfront-backup") {
    return originRefusal("not_this_origin", `${path} is no backup: its first line names no upfront-backup.`);
  }
  if (foreignRecord(header.value).version !== formatVersion) {
    return originRefusal("newer_version", `${path} is of another version of the format: update this deployment first.`);
  }
  const tables = new Map<string, Row[]>();
  for (const [index, line] of lines.slice(1).entries()) {
    const read = parseOriginJson(`${path}, line ${index + 2}`, line);
    if (!read.ok) return read;
    const { table, row } = foreignRecord(read.value);
    const name = foreignText(table);
    if (name !== "") tables.set(name, [...(tables.get(name) ?? []), foreignRecord(row)]);
  }
  return { ok: true, value: tables };
}

const rowsOf = (tables: Tables, name: string): Row[] => tables.get(name) ?? [];

/** Returns the value of a column that holds JSON; undefined when it is none. */
function jsonColumn(value: unknown): unknown {
  const read = parseOriginJson("column", foreignText(value) || "null");
  return read.ok ? read.value : undefined;
}

/** Returns settings that were written without a seal; null for sealed ones. */
function openSettings(value: unknown): Row | null {
  const text = foreignText(value);
  return text.startsWith("plain:") ? foreignRecord(jsonColumn(text.slice("plain:".length))) : null;
}

const instantOf = (value: unknown): number | null => {
  const at = foreignNumber(value);
  return at === null || Math.abs(at) > 8.64e15 ? null : Math.round(at);
};

function pageOf(row: Row, notes: MoveNotes): MovedPage {
  const id = foreignIdOf(row.id) ?? "page";
  const name = foreignName(row.name, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  const isPrivate = foreignText(row.visibility) !== "public" && foreignText(row.visibility) !== "";
  if (isPrivate)
    notes.question(subject, "visibility", "It is not public: choose who may see it, and set a passphrase anew.");
  notes.leftOutFields(subject, row, {
    links: "Links are added in the page's settings.",
    footer: "It is written in the page's settings.",
    escalates: "Escalation is set in the page's settings.",
  });
  const [zone, language, slug, host, accent] = [row.time_zone, row.language, row.slug, row.host, row.accent].map(
    (each) => foreignText(each) || null,
  );
  return {
    id,
    name,
    about: foreignText(row.about),
    timeZone: zone ?? null,
    slug: slug ?? null,
    host: host ?? null,
    accentColor: accent ?? null,
    logoUrl: null,
    isPrivate,
    languages: language ? [language] : [],
  };
}

function componentOf(row: Row, zone: string, notes: MoveNotes): MovedComponent[] {
  const id = foreignIdOf(row.id);
  if (id === null || foreignNumber(row.archived_at) !== null) return [];
  const name = foreignName(row.name, "Component");
  const subject: NoteSubject = { noun: "component", id, name };
  const manual = foreignText(row.manual_status);
  notes.leftOutFields(subject, row, { depends_on: "Set on what it depends, in the component's settings." });
  const keeper = foreignText(row.kept_by);
  return [
    {
      id,
      name,
      description: foreignText(row.description),
      groupId: foreignIdOf(row.group_id),
      manualStatus: manual === "" ? null : statusOf(manual, notes, subject, "manual_status"),
      keptBy: keeper === "" || keeper === "people" || keeper === "manual" ? "manual" : "watched",
      startedAt: foreignInstant(row.start_date, zone),
      showsUptime: row.show_uptime !== 0,
      isHidden: false,
    },
  ];
}

/** Returns what an update changed; the file keeps it as JSON. */
function changesOf(value: unknown, notes: MoveNotes, subject: NoteSubject): MovedUpdate["changes"] {
  const given = typeof value === "string" ? jsonColumn(value) : value;
  const rows = Array.isArray(given)
    ? given.map((each) => [foreignRecord(each).componentId, foreignRecord(each).to] as const)
    : Object.entries(foreignRecord(given)).map(
        ([id, to]) => [id, typeof to === "object" ? foreignRecord(to).to : to] as const,
      );
  return rows.flatMap(([id, to]) => {
    const componentId = foreignIdOf(id);
    if (componentId === null) return [];
    const status = to === null || to === "operational" ? null : statusOf(to, notes, subject, "changes");
    return [{ componentId, status }];
  });
}

const byTime = (a: { shownAt: number }, b: { shownAt: number }): number => a.shownAt - b.shownAt;

function incidentOf(row: Row, tables: Tables, notes: MoveNotes): MovedIncident[] {
  const [id, startedAt] = [foreignIdOf(row.id), instantOf(row.started_at)];
  const title = foreignName(row.title, "Incident");
  const subject: NoteSubject = { noun: "incident", id, name: title };
  if (id === null || startedAt === null) return [];
  if (foreignText(row.visibility) === "draft") {
    notes.leftOut(subject, "visibility", "It is a draft, which nobody has seen.");
    return [];
  }
  const own = (name: string) => rowsOf(tables, name).filter(({ incident_id }) => incident_id === row.id);
  const updates = own("incident_update").map(
    (update): MovedUpdate => ({
      status: updateStatusOf(update.status, notes, subject, "status"),
      body: foreignText(update.body),
      shownAt: instantOf(update.shown_at) ?? startedAt,
      changes: changesOf(update.changes, notes, subject),
    }),
  );
  const body = foreignText(row.postmortem_body);
  const isPublished = foreignText(row.postmortem) === "published";
  const none: MovedUpdate = {
    status: updateStatusOf(row.status, notes, subject, "status"),
    body: "",
    shownAt: startedAt,
    changes: [],
  };
  const components = own("incident_component").flatMap(({ component_id, status }) => {
    const componentId = foreignIdOf(component_id);
    return componentId === null
      ? []
      : [{ componentId, status: statusOf(status, notes, subject, "incident_component") }];
  });
  return [
    {
      id,
      title,
      impact: impactOf(row.impact_override ?? row.impact, notes, subject, "impact"),
      startedAt,
      resolvedAt: instantOf(row.resolved_at),
      updates: updates.length > 0 ? updates.sort(byTime) : [none],
      components,
      postmortem:
        body === "" ? null : { body, publishedAt: isPublished ? instantOf(row.postmortem_published_at) : null },
      path: `/incidents/${id}`,
      isBackfilled: row.backfilled === 1,
    },
  ];
}

const maintenanceStates: Readonly<Record<string, MovedMaintenance["state"]>> = {
  scheduled: "scheduled",
  in_progress: "in_progress",
  verifying: "in_progress",
  completed: "completed",
};

function maintenanceOf(row: Row, tables: Tables, notes: MoveNotes): MovedMaintenance[] {
  const [id, startsAt, endsAt] = [foreignIdOf(row.id), instantOf(row.starts_at), instantOf(row.ends_at)];
  const title = foreignName(row.title, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name: title };
  if (id === null || startsAt === null) return [];
  const state = maintenanceStates[foreignText(row.status)];
  if (state === undefined) notes.question(subject, "status", "Its word is not known here: it is scheduled.");
  if (row.series_id) notes.approximated(subject, "series_id", "It comes as one maintenance: set its repetition anew.");
  const own = (name: string) => rowsOf(tables, name).filter(({ maintenance_id }) => maintenance_id === row.id);
  const updates = own("maintenance_update").map(({ body, shown_at }) => ({
    body: foreignText(body),
    shownAt: instantOf(shown_at) ?? startsAt,
  }));
  const planned = { body: foreignText(row.body), shownAt: Math.min(startsAt, instantOf(row.created_at) ?? startsAt) };
  return [
    {
      id,
      title,
      startsAt,
      endsAt: Math.max(startsAt, endsAt ?? startsAt),
      state: state ?? "scheduled",
      updates: [...(planned.body === "" ? [] : [planned]), ...updates].sort(byTime),
      componentIds: own("maintenance_component").flatMap(({ component_id }) => foreignIdOf(component_id) ?? []),
      autoStart: row.auto_start !== 0,
      autoEnd: row.auto_end !== 0,
      path: `/maintenances/${id}`,
    },
  ];
}

function subscriberOf(row: Row): MovedSubscriber[] {
  const kind = (["email", "sms", "webhook"] as const).find((each) => each === row.kind);
  const state = (["active", "unsubscribed", "quarantined"] as const).find((each) => each === row.state);
  const address = foreignText(row.address);
  if (kind !== "email" || state === undefined || address === "") return [];
  const componentIds = foreignTexts(jsonColumn(row.component_ids));
  return [{ kind, address, state, componentIds, consentedAt: instantOf(row.confirmed_at) }];
}

function templateOf(row: Row, notes: MoveNotes): MovedTemplate[] {
  const id = foreignIdOf(row.id);
  if (id === null) return [];
  const name = foreignName(row.name, "Template");
  const subject: NoteSubject = { noun: "template", id, name };
  notes.leftOutFields(subject, row, {
    components: "Components are chosen on the incident.",
    next_minutes: "Set it in the template.",
    impact_override: "Set it in the template.",
  });
  const status = foreignText(row.status) === "" ? null : updateStatusOf(row.status, notes, subject, "status");
  return [{ id, name, title: foreignText(row.title), body: foreignText(row.body), status }];
}

/** Monitors and heartbeats share their id with the source that they report to. */
function watchersOf(tables: Tables, notes: MoveNotes): Pick<MoveDocumentPart, "monitors" | "heartbeats"> {
  const sources = new Map(rowsOf(tables, "source").map((row) => [row.id, row]));
  const monitors = rowsOf(tables, "monitor").flatMap((row) => {
    const source = sources.get(row.id) ?? {};
    const settings = openSettings(source.settings_sealed);
    return movedUpfrontMonitor(
      {
        id: foreignIdOf(row.id),
        name: foreignText(source.name),
        kind: foreignText(source.kind),
        settings: settings ?? {},
        minutes: foreignNumber(row.interval),
        timeoutSeconds: foreignNumber(row.timeout_seconds),
        isPaused: foreignNumber(row.paused_at) !== null,
        tags: foreignTexts(jsonColumn(row.tags)),
        componentIds: [],
        missing: settings === null ? ["settings"] : [],
      },
      notes,
    );
  });
  const heartbeats = rowsOf(tables, "heartbeat").flatMap((row) => {
    const name = foreignText(sources.get(row.id)?.name);
    const read = { ...row, tags: jsonColumn(row.tags), schedule: jsonColumn(row.schedule) };
    return movedUpfrontHeartbeat({ row: read, name, url: "", graceSeconds: foreignNumber(row.grace_seconds) }, notes);
  });
  return { monitors, heartbeats };
}

const tablesLeftOut: Readonly<Record<string, string>> = {
  rule: "Rules of alerts are set anew: they say which monitor changes which component.",
  channel: "Channels are added anew: their addresses are secrets.",
  status_change: "The timeline of components does not move: incidents and maintenances do.",
  component_year: "Days of components do not move: restore the backup itself to keep them.",
  maintenance_series: "Repetitions are set anew.",
  person: "People are invited anew.",
  api_token: "Tokens are made anew.",
};

/** Returns the page of a backup that is chosen, or its first. */
export function partOfBackup(tables: Tables, wanted: string): OriginResult<MoveDocumentPart> {
  const pages = rowsOf(tables, "page");
  const page = pages.find(({ id, slug }) => wanted !== "" && (id === wanted || slug === wanted)) ?? pages[0];
  if (!page) return originRefusal("not_found", "The backup has no page.");
  const notes = new MoveNotes();
  for (const other of pages.filter((each) => each !== page)) {
    notes.question(
      { noun: "page", id: foreignIdOf(other.id), name: foreignText(other.name) },
      "page",
      "One page is moved at a time: choose it by its name in addresses.",
    );
  }
  const own: Tables = new Map(
    [...tables].map(([name, rows]) => [
      name,
      rows.filter((row) => row.page_id === undefined || row.page_id === page.id),
    ]),
  );
  const subscribers = rowsOf(own, "subscriber");
  const moved = subscribers.flatMap(subscriberOf);
  const rest = subscribers.length - moved.length;
  if (rest > 0)
    notes.leftOut(
      { noun: "subscriber", id: null, name: `${rest} subscribers` },
      "subscriber",
      "They are unconfirmed or of ways whose address is sealed.",
    );
  for (const [name, reason] of Object.entries(tablesLeftOut)) {
    const count = rowsOf(own, name).length;
    if (count > 0) notes.leftOut(wholeOrigin(`${count} rows`), name, reason);
  }
  const inOrder = (rows: Row[]) =>
    [...rows].sort((a, b) => (foreignNumber(a.position) ?? 0) - (foreignNumber(b.position) ?? 0));
  const groups = inOrder(rowsOf(own, "component_group")).flatMap((row) => {
    const id = foreignIdOf(row.id);
    return id === null ? [] : [{ id, name: foreignName(row.name, "Group"), description: foreignText(row.description) }];
  });
  const zone = foreignText(page.time_zone) || "UTC";
  const part = {
    page: pageOf(page, notes),
    groups,
    components: inOrder(rowsOf(own, "component")).flatMap((row) => componentOf(row, zone, notes)),
    ...watchersOf(own, notes),
    incidents: rowsOf(own, "incident").flatMap((row) => incidentOf(row, own, notes)),
    maintenances: rowsOf(own, "maintenance").flatMap((row) => maintenanceOf(row, own, notes)),
    templates: rowsOf(own, "template").flatMap((row) => templateOf(row, notes)),
    subscribers: moved,
  };
  return { ok: true, value: { ...part, notes: foreignList(notes.list) as MoveDocumentPart["notes"] } };
}
