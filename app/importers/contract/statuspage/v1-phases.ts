import type { OriginReadMemory, OriginReadPhase, ReadPhaseContext, ReadPhaseFinding } from "../api-phases";
import { rowsOfOriginAnswer } from "../api-phases";
import type { ForeignPageNames } from "../chosen-page";
import { foreignList, foreignRecord, foreignText, foreignTexts, parseForeignId } from "../foreign-values";
import { originPageIdPart, pageChoicePhase } from "../key-or-site";
import { type MovedIncident, type MovedSubscriber, type MoveNote, movedIncidentSchema } from "../move-document";
import type { NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { feedTagsIn, statuspageFeedPhase } from "./feed";
import { type StatuspageRow, statuspageInstant, statuspageMarkdown, statuspageRowsInPosition } from "./incident";
import { readStatuspageIncidentList } from "./incident-list";
import {
  convertStatuspageComponent,
  convertStatuspageGroup,
  convertStatuspagePage,
  convertStatuspageTemplate,
} from "./page";
import { convertStatuspageSubscriber } from "./subscriber";

const base = "https://api.statuspage.io/v1";

/** Returns the address of something of the page; null before the page is known. */
const ofPage = (memory: OriginReadMemory, path: string): string | null => {
  const id = originPageIdPart(memory);
  return id && `${base}/pages/${id}${path}`;
};

const pageNames = (row: StatuspageRow): ForeignPageNames => {
  const [id, title, domain, subdomain] = [row.id, row.name, row.domain, row.subdomain].map(foreignText);
  return { id: id ?? "", title: title ?? "", hosts: [domain ?? "", subdomain ? `${subdomain}.statuspage.io` : ""] };
};

const pagePhase = pageChoicePhase({
  url: `${base}/pages`,
  api: "api.statuspage.io",
  rowsOf: (body) => rowsOfOriginAnswer(body, "Statuspage"),
  namesOf: pageNames,
  pageOf: convertStatuspagePage,
});

/** Returns a phase over a list of the page, which gives each page of rows to `take`. */
function listPhase(
  path: (context: Omit<ReadPhaseContext, "notes">) => string,
  from: number,
  take: (rows: StatuspageRow[], context: ReadPhaseContext) => ReadPhaseFinding,
): OriginReadPhase {
  return {
    pages: { from, size: 100 },
    url: (context) => ofPage(context.memory, path(context)),
    take(body, context) {
      const rows = rowsOfOriginAnswer(body, "Statuspage");
      return rows.ok ? { ok: true, value: { ...take(rows.value, context), rows: rows.value } } : rows;
    },
  };
}

/** Returns the phase with a note where the key may not read it, so that all else still comes. */
const optional = (phase: OriginReadPhase, noun: MoveNote["noun"], list: string): OriginReadPhase => ({
  ...phase,
  isOptional: true,
  missing({ notes }) {
    notes.leftOut({ noun, id: null, name: "" }, list, "The key may not read this list, or the page has none.");
    return { isLast: true };
  },
});

const byPage =
  (path: string) =>
  ({ cursor }: Omit<ReadPhaseContext, "notes">) =>
    `${path}?page=${cursor.page}&per_page=${cursor.size}`;

const groupsPhase = listPhase(byPage("/component-groups"), 1, (rows) => ({
  part: { groups: statuspageRowsInPosition(rows).flatMap((row) => convertStatuspageGroup(row) ?? []) },
}));

const isComponent = (row: StatuspageRow) => row.group !== true;

const componentIdsPhase = listPhase(byPage("/components"), 1, (rows, { memory }) => {
  const ids = rows.filter(isComponent).flatMap((row) => parseForeignId(row.id) ?? []);
  return { memory: { ...memory, componentIds: [...foreignTexts(memory.componentIds), ...ids] } };
});

const componentsPhase = listPhase(byPage("/components"), 1, (rows, { memory, notes }) => {
  const explained = new Set(foreignTexts(memory.openIds));
  const zone = foreignText(memory.zone);
  return {
    part: {
      components: statuspageRowsInPosition(rows)
        .filter(isComponent)
        .flatMap((row) => convertStatuspageComponent(row, zone, explained, notes) ?? []),
    },
  };
});

/** True for an incident whose postmortem is published but not in the list. */
const lacksPostmortem = (row: StatuspageRow, { postmortem }: MovedIncident) =>
  postmortem === null && (row.status === "postmortem" || foreignText(row.postmortem_published_at) !== "");

const incidentsPhase = listPhase(
  ({ cursor }) => `/incidents?page=${cursor.page}&limit=${cursor.size}`,
  1,
  (rows, { memory, notes }) => {
    const seen = new Set(foreignTexts(memory.seen));
    const componentIds = new Set(foreignTexts(memory.componentIds));
    const list = readStatuspageIncidentList(rows, seen, { componentIds, feedTags: feedTagsIn(memory), notes });
    const byId = new Map(rows.map((row) => [parseForeignId(row.id), row]));
    const held = list.incidents.filter((each) => lacksPostmortem(byId.get(each.id) ?? {}, each));
    const part = { incidents: list.incidents.filter((each) => !held.includes(each)), maintenances: list.maintenances };
    const openIds = [...new Set([...foreignTexts(memory.openIds), ...list.openComponentIds])];
    // The newest come first, so a row can move to the next page while they are read, but not to an earlier one.
    return { part, memory: { ...memory, openIds, held: [...foreignList(memory.held), ...held], seen: list.ids } };
  },
);

const heldIncident = (memory: OriginReadMemory): MovedIncident | null =>
  movedIncidentSchema.safeParse(foreignList(memory.held)[0]).data ?? null;

const withoutHeld = (memory: OriginReadMemory): OriginReadMemory => ({
  ...memory,
  held: foreignList(memory.held).slice(1),
});

function heldFinding({ memory, notes }: ReadPhaseContext, body: unknown): ReadPhaseFinding {
  const incident = heldIncident(memory);
  if (!incident) return { memory: withoutHeld(memory) };
  const row = foreignRecord(body);
  const text = statuspageMarkdown(row.body);
  const subject: NoteSubject = { noun: "incident", id: incident.id, name: incident.title };
  if (text.trim() === "") notes.leftOut(subject, "postmortem", "Its text could not be read.");
  const postmortem = text.trim() === "" ? null : { body: text, publishedAt: statuspageInstant(row.published_at) };
  return { part: { incidents: [{ ...incident, postmortem }] }, memory: withoutHeld(memory) };
}

const postmortemPhase: OriginReadPhase = {
  isDetour: true,
  url({ memory }) {
    const incident = heldIncident(memory);
    return incident && ofPage(memory, `/incidents/${encodeURIComponent(incident.id)}/postmortem`);
  },
  take: (body, context) => ({ ok: true, value: heldFinding(context, body) }),
  missing: (context) => heldFinding(context, null),
};

const templatesPhase = listPhase(byPage("/incident_templates"), 1, (rows, { notes }) => ({
  part: { templates: rows.flatMap((row) => convertStatuspageTemplate(row, notes) ?? []) },
}));

function subscribersPhase(path: string, state: MovedSubscriber["state"]): OriginReadPhase {
  const mark = path.includes("?") ? "&" : "?";
  return listPhase(
    ({ cursor }) => `${path}${mark}page=${cursor.page}&limit=${cursor.size}`,
    0,
    (rows, { notes }) => ({
      part: { subscribers: rows.flatMap((row) => convertStatuspageSubscriber(row, state, notes) ?? []) },
    }),
  );
}

const unconfirmedPhase = listPhase(
  ({ cursor }) => `/subscribers?state=unconfirmed&sort_field=created_at&page=${cursor.page}&limit=${cursor.size}`,
  0,
  (rows, { notes }) => {
    for (const row of rows)
      notes.leftOut({ noun: "subscriber", id: parseForeignId(row.id), name: "" }, "state", unmovedReasons.unconfirmed);
    return {};
  },
);

const metricsPhase = listPhase(byPage("/metrics"), 1, (rows, { notes }) => {
  for (const row of rows)
    notes.leftOut(
      { noun: "other", id: parseForeignId(row.id), name: foreignText(row.name) },
      "metric",
      "Metrics have no place here, and their points cannot be read.",
    );
  return {};
});

/** The phases with a key, in the order in which they are read. */
export const statuspageV1ReadPhases: readonly OriginReadPhase[] = [
  postmortemPhase,
  pagePhase,
  statuspageFeedPhase((memory) => {
    const id = originPageIdPart(memory);
    return id && `https://${id}.statuspage.io/history.atom`;
  }),
  groupsPhase,
  componentIdsPhase,
  incidentsPhase,
  componentsPhase,
  optional(templatesPhase, "template", "incident_templates"),
  optional(subscribersPhase("/subscribers?state=active&sort_field=created_at", "active"), "subscriber", "subscribers"),
  optional(
    subscribersPhase("/subscribers?state=quarantined&sort_field=created_at", "quarantined"),
    "subscriber",
    "subscribers (quarantined)",
  ),
  optional(unconfirmedPhase, "subscriber", "subscribers (unconfirmed)"),
  optional(subscribersPhase("/subscribers/unsubscribed", "unsubscribed"), "subscriber", "subscribers/unsubscribed"),
  optional(metricsPhase, "other", "metrics"),
];
