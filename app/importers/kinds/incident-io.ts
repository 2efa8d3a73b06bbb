import {
  type OriginReadMemory,
  type OriginReadPhase,
  phasedApiReader,
  type ReadPhaseContext,
  type ReadPhaseFinding,
} from "../contract/api-phases";
import { foreignList, foreignName, foreignRecord, foreignText, parseForeignId } from "../contract/foreign-values";
import { toMovedManualComponent } from "../contract/hand-kept-component";
import { convertIncidentIoIncident, type IncidentIoRow } from "../contract/incident-io/incident";
import {
  convertIncidentIoMaintenance,
  convertIncidentIoPage,
  readIncidentIoStructure,
} from "../contract/incident-io/page-structure";
import {
  beginWithKeyOrSite,
  originKeyHeaders,
  originPageIdPart,
  originSiteUrl,
  pageChoicePhase,
} from "../contract/key-or-site";
import type { MovedComponent } from "../contract/move-document";
import type { MoveNotes } from "../contract/move-notes";
import { movedGroupsFromNames } from "../contract/moved-things";
import type { ImportOrigin, OriginResult } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import { unmovedReasons } from "../contract/unmoved-reasons";

const base = "https://api.incident.io/v2";

const ofPage = (memory: OriginReadMemory, path: (id: string) => string): string | null => {
  const id = originPageIdPart(memory);
  return id && `${base}/${path(id)}`;
};

const namesOfPage = (row: IncidentIoRow) => {
  const [id, title, domain, url] = [row.id, row.name, row.custom_domain, row.public_url].map(foreignText);
  return { id: id ?? "", title: title ?? "", hosts: [domain ?? "", URL.parse(url ?? "")?.hostname ?? ""] };
};

function pagesIn(body: unknown): OriginResult<IncidentIoRow[]> {
  const list = foreignRecord(body).status_pages;
  if (Array.isArray(list)) return { ok: true, value: list.map(foreignRecord) };
  return originRefusal("unusable_answer", "incident.io did not answer a list of status pages.");
}

const pagePhase = pageChoicePhase({
  url: `${base}/status_pages?page_size=250`,
  api: "api.incident.io",
  rowsOf: pagesIn,
  namesOf: namesOfPage,
  pageOf(row, notes) {
    const noPeople = "The API has no subscribers and templates: export subscribers as CSV in its dashboard.";
    notes.leftOut({ noun: "subscriber", id: null, name: "" }, "subscribers", noPeople);
    const internal = "Incidents that only your own people see are not read.";
    notes.leftOut({ noun: "other", id: null, name: "" }, "incidents", internal);
    return convertIncidentIoPage(row);
  },
});

const noComponents = (notes: MoveNotes) =>
  notes.leftOut(
    { noun: "component", id: null, name: "" },
    "status_page_structures",
    "The structure of the page could not be read: add its components by hand.",
  );

const structurePhase: OriginReadPhase = {
  url: ({ memory }) => ofPage(memory, (id) => `status_page_structures/${id}`),
  take(body, { notes }) {
    const answer = foreignRecord(body);
    const found = readIncidentIoStructure(foreignRecord(answer.status_page_structure ?? answer), notes);
    if (found.components.length === 0) noComponents(notes);
    return { ok: true, value: { part: { ...found } } };
  },
  missing({ notes }) {
    noComponents(notes);
    return {};
  },
};

/** Returns a phase over a list with marks of its next page. */
function listPhase(
  list: string,
  take: (rows: IncidentIoRow[], notes: MoveNotes) => ReadPhaseFinding["part"],
): OriginReadPhase {
  return {
    pages: { from: 0, size: 250 },
    url: ({ memory, cursor }) =>
      ofPage(memory, (id) => {
        const after = cursor.after === null ? "" : `&after=${encodeURIComponent(cursor.after)}`;
        return `${list}?status_page_id=${id}&page_size=${cursor.size}${after}`;
      }),
    take(body, { notes }) {
      const rows = foreignRecord(body)[list];
      if (!Array.isArray(rows)) return originRefusal("unusable_answer", `incident.io did not answer a list “${list}”.`);
      const after = foreignText(foreignRecord(foreignRecord(body).pagination_meta).after) || null;
      return { ok: true, value: { part: take(rows.map(foreignRecord), notes) ?? {}, rows, after } };
    },
    missing({ notes }) {
      notes.leftOut({ noun: "other", id: null, name: list }, list, "incident.io does not answer this list.");
      return { isLast: true };
    },
  };
}

/** Components that open incidents name, as a public page lists no others. */
function namedComponents(rows: readonly IncidentIoRow[]): MovedComponent[] {
  const components = new Map<string, MovedComponent>();
  for (const row of rows.flatMap((each) => foreignList(each.affected_components)).map(foreignRecord)) {
    const id = parseForeignId(row.id);
    const group = foreignText(row.group_name);
    if (id === null || components.has(id)) continue;
    const name = foreignName(row.name, "Component");
    components.set(id, toMovedManualComponent({ id, name, groupId: parseForeignId(group) }));
  }
  return [...components.values()];
}

/** Returns an open incident of the summary as one of the API: its components have had their status since the last update. */
const openIncident = (row: IncidentIoRow): IncidentIoRow => ({
  ...row,
  published_at: row.last_update_at,
  component_impacts: foreignList(row.affected_components).map((each) => {
    const { id, current_status } = foreignRecord(each);
    return { component_id: id, component_status: current_status, start_at: row.last_update_at };
  }),
  updates: [{ message: row.last_update_message, published_at: row.last_update_at, incident_status: row.status }],
});

function summaryFinding(
  body: IncidentIoRow,
  { memory, notes }: Pick<ReadPhaseContext, "memory" | "notes">,
): ReadPhaseFinding {
  const host = URL.parse(foreignText(memory.site))?.host ?? "";
  const ongoing = foreignList(body.ongoing_incidents).map(foreignRecord);
  const planned = [body.in_progress_maintenances, body.scheduled_maintenances].flatMap(foreignList).map(foreignRecord);
  const page = convertIncidentIoPage({ id: host, name: body.page_title, custom_domain: host });
  const components = namedComponents([...ongoing, ...planned]);
  notes.leftOut({ noun: "incident", id: null, name: "" }, "history", unmovedReasons.firstRead);
  return {
    part: {
      page,
      groups: movedGroupsFromNames(components.map(({ groupId }) => groupId)),
      components,
      incidents: ongoing.flatMap((row) => convertIncidentIoIncident(openIncident(row), notes) ?? []),
      maintenances: planned.flatMap((row) => convertIncidentIoMaintenance(row, notes) ?? []),
    },
  };
}

const summaryPhase: OriginReadPhase = {
  url: ({ memory }) => originSiteUrl(memory, "/api/v1/summary"),
  take(body, context) {
    const answer = foreignRecord(body);
    if (foreignText(answer.page_title) === "")
      return originRefusal(
        "not_this_origin",
        "The answer has no page_title: the address is none of incident.io. Check it.",
      );
    return { ok: true, value: summaryFinding(answer, context) };
  },
};

/** incident.io: its API with a key; without one what a public page says of now. */
export const incidentIoOrigin: ImportOrigin = {
  name: "incident-io",
  title: "incident.io",
  files: [],
  api: phasedApiReader({
    title: "incident.io",
    // It allows 1,200 requests a minute.
    pauseMs: 100,
    headers: originKeyHeaders("Bearer"),
    begin: beginWithKeyOrSite("https://status.example.com"),
    phases: [
      pagePhase,
      structurePhase,
      listPhase("status_page_incidents", (rows, notes) => ({
        incidents: rows.flatMap((row) => convertIncidentIoIncident(row, notes) ?? []),
      })),
      listPhase("status_page_maintenances", (rows, notes) => ({
        maintenances: rows.flatMap((row) => convertIncidentIoMaintenance(row, notes) ?? []),
      })),
      summaryPhase,
    ],
  }),
};
