import {
  type PhaseContext,
  type PhaseFinding,
  phasedApiReader,
  type ReadMemory,
  type ReadPhase,
} from "../contract/api-phases";
import { chosenForeignPage } from "../contract/chosen-page";
import { foreignIdOf, foreignList, foreignName, foreignRecord, foreignText } from "../contract/foreign-values";
import { type ForeignRow, incidentIoIncident } from "../contract/incident-io/incident";
import { incidentIoMaintenance, incidentIoPage, incidentIoStructure } from "../contract/incident-io/page-structure";
import type { MovedComponent } from "../contract/move-document";
import type { MoveNotes } from "../contract/move-notes";
import type { Origin } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import { httpsOriginOf } from "../contract/web-address";

const base = "https://api.incident.io/v2";

const ofPage = (memory: ReadMemory, path: (id: string) => string): string | null => {
  const id = foreignText(memory.pageId);
  return memory.way === "key" && id !== "" ? `${base}/${path(encodeURIComponent(id))}` : null;
};

const namesOfPage = (row: ForeignRow) => {
  const [id, title, domain, url] = [row.id, row.name, row.custom_domain, row.public_url].map(foreignText);
  return { id: id ?? "", title: title ?? "", hosts: [domain ?? "", URL.parse(url ?? "")?.hostname ?? ""] };
};

const pagePhase: ReadPhase = {
  url: ({ memory }) => (memory.way === "key" ? `${base}/status_pages?page_size=250` : null),
  take(body, { memory, settings, notes }) {
    const list = foreignRecord(body).status_pages;
    if (!Array.isArray(list))
      return originRefusal("unusable_answer", "incident.io did not answer a list of status pages.");
    const row = chosenForeignPage(list.map(foreignRecord), namesOfPage, settings, "api.incident.io");
    if (!row.ok) return row;
    const page = incidentIoPage(row.value);
    if (!page) return originRefusal("unusable_answer", "The page has no id.");
    notes.leftOut(
      { noun: "subscriber", id: null, name: "" },
      "subscribers",
      "The API has no subscribers and templates: export subscribers as CSV in its dashboard.",
    );
    return { ok: true, value: { part: { page }, memory: { ...memory, pageId: page.id } } };
  },
};

const noComponents = (notes: MoveNotes) =>
  notes.leftOut(
    { noun: "component", id: null, name: "" },
    "status_page_structures",
    "The structure of the page could not be read: add its components by hand.",
  );

const structurePhase: ReadPhase = {
  url: ({ memory }) => ofPage(memory, (id) => `status_page_structures/${id}`),
  take(body, { notes }) {
    const answer = foreignRecord(body);
    const found = incidentIoStructure(foreignRecord(answer.status_page_structure ?? answer), notes);
    if (found.components.length === 0) noComponents(notes);
    return { ok: true, value: { part: { ...found } } };
  },
  missing({ notes }) {
    noComponents(notes);
    return {};
  },
};

/** Returns a phase over a list with marks of its next page. */
function listPhase(list: string, take: (rows: ForeignRow[], notes: MoveNotes) => PhaseFinding["part"]): ReadPhase {
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
function namedComponents(rows: readonly ForeignRow[]): MovedComponent[] {
  const components = new Map<string, MovedComponent>();
  for (const row of rows.flatMap((each) => foreignList(each.affected_components)).map(foreignRecord)) {
    const id = foreignIdOf(row.id);
    const group = foreignText(row.group_name);
    if (id === null || components.has(id)) continue;
    const name = foreignName(row.name, "Component");
    components.set(id, {
      id,
      name,
      description: "",
      groupId: foreignIdOf(group),
      manualStatus: null,
      keptBy: "manual",
      startedAt: null,
      showsUptime: true,
      isHidden: false,
    });
  }
  return [...components.values()];
}

/** Returns an open incident of the summary as one of the API: its components have had their status since the last update. */
const openIncident = (row: ForeignRow): ForeignRow => ({
  ...row,
  published_at: row.last_update_at,
  component_impacts: foreignList(row.affected_components).map((each) => {
    const { id, current_status } = foreignRecord(each);
    return { component_id: id, component_status: current_status, start_at: row.last_update_at };
  }),
  updates: [{ message: row.last_update_message, published_at: row.last_update_at, incident_status: row.status }],
});

function summaryFinding(body: ForeignRow, { memory, notes }: Pick<PhaseContext, "memory" | "notes">): PhaseFinding {
  const host = URL.parse(foreignText(memory.site))?.host ?? "";
  const ongoing = foreignList(body.ongoing_incidents).map(foreignRecord);
  const planned = [body.in_progress_maintenances, body.scheduled_maintenances].flatMap(foreignList).map(foreignRecord);
  const page = incidentIoPage({ id: host, name: body.page_title, custom_domain: host });
  const components = namedComponents([...ongoing, ...planned]);
  const groupIds = [...new Set(components.flatMap(({ groupId }) => groupId ?? []))];
  notes.leftOut({ noun: "incident", id: null, name: "" }, "history", "Without a key only what is open now is read.");
  return {
    part: {
      page,
      groups: groupIds.map((id) => ({ id, name: foreignName(id, "Group"), description: "" })),
      components,
      incidents: ongoing.flatMap((row) => incidentIoIncident(openIncident(row), notes) ?? []),
      maintenances: planned.flatMap((row) => incidentIoMaintenance(row, notes) ?? []),
    },
  };
}

const summaryPhase: ReadPhase = {
  url: ({ memory }) => (memory.way === "public" ? `${foreignText(memory.site)}/api/v1/summary` : null),
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
export const incidentIoOrigin: Origin = {
  name: "incident-io",
  title: "incident.io",
  files: [],
  api: phasedApiReader({
    title: "incident.io",
    // It allows 1,200 requests a minute.
    pauseMs: 100,
    headers: ({ key }) => ({
      accept: "application/json",
      ...(key.trim() === "" ? {} : { authorization: `Bearer ${key.trim()}` }),
    }),
    begin({ url, key }) {
      if (key.trim() !== "") return { ok: true, value: { way: "key" } };
      const site = httpsOriginOf(url);
      if (site) return { ok: true, value: { way: "public", site } };
      return originRefusal(
        "not_found",
        "Enter the page’s address, such as https://status.example.com, or a key of the API.",
      );
    },
    phases: [
      pagePhase,
      structurePhase,
      listPhase("status_page_incidents", (rows, notes) => ({
        incidents: rows.flatMap((row) => incidentIoIncident(row, notes) ?? []),
      })),
      listPhase("status_page_maintenances", (rows, notes) => ({
        maintenances: rows.flatMap((row) => incidentIoMaintenance(row, notes) ?? []),
      })),
      summaryPhase,
    ],
  }),
};
