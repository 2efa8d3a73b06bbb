import {
  type OriginReadMemory,
  type OriginReadPhase,
  phasedApiReader,
  type ReadPhaseContext,
  type ReadPhaseFinding,
  rowsOfOriginAnswer,
} from "../contract/api-phases";
import {
  foreignList,
  foreignRecord,
  foreignText,
  foreignTexts,
  inForeignOrder,
  parseForeignId,
} from "../contract/foreign-values";
import {
  convertInstatusIncident,
  convertInstatusMaintenance,
  type InstatusRow,
} from "../contract/instatus/incident-rows";
import { convertInstatusMonitor } from "../contract/instatus/monitor";
import {
  convertInstatusComponent,
  convertInstatusGroup,
  convertInstatusNestedGroup,
  convertInstatusPage,
  convertInstatusSubscriber,
  convertInstatusTemplate,
  instatusGroupIdOf,
} from "../contract/instatus/page";
import {
  beginWithKeyOrSite,
  originKeyHeaders,
  originPageIdPart,
  originSiteUrl,
  pageChoicePhase,
} from "../contract/key-or-site";
import type { MovedGroup } from "../contract/move-document";
import type { ImportOrigin } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import { unmovedReasons } from "../contract/unmoved-reasons";

const base = "https://api.instatus.com";

const ofPage = (memory: OriginReadMemory, version: string, list: string): string | null => {
  const id = originPageIdPart(memory);
  return id && `${base}/${version}/${id}/${list}`;
};

const pagePhase = pageChoicePhase({
  url: `${base}/v2/pages?page=1&per_page=100`,
  api: "api.instatus.com",
  rowsOf: (body) => rowsOfOriginAnswer(body, "Instatus"),
  namesOf: ({ id, name, customDomain, subdomain }) => ({
    id: foreignText(id),
    title: foreignText(name),
    hosts: [foreignText(customDomain), `${foreignText(subdomain)}.instatus.com`],
  }),
  pageOf(row, notes) {
    const why = "Metrics and people are not read: add them here.";
    notes.leftOut({ noun: "other", id: null, name: "" }, "metrics, team", why);
    return convertInstatusPage(row, notes);
  },
});

/** Returns a phase over a list; `older` are lists that the first version of the API answers where the second does not. */
function listPhase(
  list: string,
  versions: readonly [string, string?],
  take: (rows: InstatusRow[], context: ReadPhaseContext) => ReadPhaseFinding,
): OriginReadPhase[] {
  const absent = `absent ${list}`;
  const phaseOf = (version: string, isFirst: boolean): OriginReadPhase => ({
    pages: { from: 1, size: 100 },
    url({ memory, cursor }) {
      if (!isFirst && memory[absent] !== true) return null;
      const url = ofPage(memory, version, list);
      return url && `${url}?page=${cursor.page}&per_page=${cursor.size}`;
    },
    take(body, context) {
      const rows = rowsOfOriginAnswer(body, "Instatus");
      return rows.ok ? { ok: true, value: { ...take(rows.value, context), rows: rows.value } } : rows;
    },
    missing({ memory, notes }) {
      if (!isFirst || versions[1] === undefined)
        notes.leftOut({ noun: "other", id: null, name: list }, list, "Instatus does not answer this list.");
      return { isLast: true, memory: { ...memory, [absent]: true } };
    },
  });
  return versions.flatMap((version, index) => (version === undefined ? [] : [phaseOf(version, index === 0)]));
}

/** Remembers which rows are groups: those that others name. */
const groupIdsPhases = listPhase("components", ["v2", "v1"], (rows, { memory }) => {
  const ids = rows.flatMap((row) => instatusGroupIdOf(row) ?? []);
  return { memory: { ...memory, groupIds: [...new Set([...foreignTexts(memory.groupIds), ...ids])] } };
});

function componentsFinding(
  rows: readonly InstatusRow[],
  { memory, notes }: Pick<ReadPhaseContext, "memory" | "notes">,
): ReadPhaseFinding {
  const groupIds = new Set(foreignTexts(memory.groupIds));
  const written = new Set(foreignTexts(memory.writtenGroups));
  const explained = new Set(foreignTexts(memory.openIds));
  const isGroup = (row: InstatusRow) => row.isParent === true || groupIds.has(parseForeignId(row.id) ?? "");
  const groups = new Map<string, MovedGroup>();
  const ordered = inForeignOrder(rows, ({ order }) => order);
  for (const row of ordered) {
    const id = parseForeignId(row.id);
    if (isGroup(row) && id !== null) groups.set(id, convertInstatusGroup(row, id));
  }
  for (const group of ordered.flatMap((row) => convertInstatusNestedGroup(row) ?? []))
    if (!groups.has(group.id)) groups.set(group.id, group);
  const fresh = [...groups.values()].filter(({ id }) => !written.has(id));
  const components = ordered
    .filter((row) => !isGroup(row))
    .flatMap((row) => convertInstatusComponent(row, explained, notes) ?? []);
  return {
    part: { groups: fresh, components },
    memory: { ...memory, writtenGroups: [...written, ...fresh.map(({ id }) => id)] },
  };
}

const incidentsFinding = (
  rows: readonly InstatusRow[],
  { memory, notes }: Pick<ReadPhaseContext, "memory" | "notes">,
): ReadPhaseFinding => {
  const incidents = rows.flatMap((row) => convertInstatusIncident(row, notes) ?? []);
  const open = incidents
    .filter(({ resolvedAt }) => resolvedAt === null)
    .flatMap(({ components }) => components.map(({ componentId }) => componentId));
  return {
    part: { incidents },
    memory: { ...memory, openIds: [...new Set([...foreignTexts(memory.openIds), ...open])] },
  };
};

const maintenancesFinding = (
  rows: readonly InstatusRow[],
  { memory, notes }: Pick<ReadPhaseContext, "memory" | "notes">,
): ReadPhaseFinding => {
  const maintenances = rows.flatMap((row) => convertInstatusMaintenance(row, notes) ?? []);
  const open = maintenances.filter(({ state }) => state === "in_progress").flatMap(({ componentIds }) => componentIds);
  return {
    part: { maintenances },
    memory: { ...memory, openIds: [...new Set([...foreignTexts(memory.openIds), ...open])] },
  };
};

const monitorsPhase: OriginReadPhase = {
  pages: { from: 1, size: 100 },
  url({ memory, cursor }) {
    const id = originPageIdPart(memory);
    return id && `${base}/${id}/monitors?page=${cursor.page}&limit=${cursor.size}`;
  },
  isOptional: true,
  take(body, { notes }) {
    const rows = foreignList(foreignRecord(body).monitors).map(foreignRecord);
    const monitors = rows.flatMap((row) => convertInstatusMonitor(row, notes) ?? []);
    if (monitors.length > 0)
      notes.question(
        { noun: "monitor", id: null, name: "" },
        "component",
        "Which component follows a monitor is not in the API: choose it in the monitor’s settings.",
      );
    return { ok: true, value: { part: { monitors }, rows } };
  },
  missing({ notes }) {
    notes.leftOut({ noun: "monitor", id: null, name: "" }, "monitors", unmovedReasons.noRight);
    return { isLast: true };
  },
};

const summaryPhase: OriginReadPhase = {
  url: ({ memory }) => originSiteUrl(memory, "/summary.json"),
  take(body, { memory, notes }) {
    const { page: row, activeIncidents, activeMaintenances } = foreignRecord(body);
    const host = URL.parse(foreignText(memory.site))?.host ?? "";
    const name = foreignText(foreignRecord(row).name);
    const page = name === "" ? null : convertInstatusPage({ ...foreignRecord(row), id: host }, notes);
    if (!page)
      return originRefusal("not_this_origin", "The answer names no page: the address is none of Instatus. Check it.");
    notes.leftOut({ noun: "incident", id: null, name: "" }, "history", unmovedReasons.firstRead);
    const incidents = incidentsFinding(foreignList(activeIncidents).map(foreignRecord), { memory, notes });
    const maintenances = maintenancesFinding(foreignList(activeMaintenances).map(foreignRecord), {
      memory: incidents.memory ?? memory,
      notes,
    });
    return {
      ok: true,
      value: {
        part: { page: { ...page, host }, ...incidents.part, ...maintenances.part },
        memory: maintenances.memory ?? memory,
      },
    };
  },
};

const publicComponentsPhase: OriginReadPhase = {
  url: ({ memory }) => originSiteUrl(memory, "/v2/components.json"),
  take(body, { memory, notes }) {
    const rows = foreignList(foreignRecord(body).components).map(foreignRecord);
    const groupIds = rows.flatMap((row) => instatusGroupIdOf(row) ?? []);
    return { ok: true, value: componentsFinding(rows, { memory: { ...memory, groupIds }, notes }) };
  },
  missing({ notes }) {
    notes.leftOut(
      { noun: "component", id: null, name: "" },
      "components",
      "The page does not answer its components: give a key.",
    );
    return {};
  },
};

/** Instatus: its API with a key; without one what a public page says of now. */
export const instatusOrigin: ImportOrigin = {
  name: "instatus",
  title: "Instatus",
  files: [],
  api: phasedApiReader({
    title: "Instatus",
    // No limit is documented; this is slow enough for any.
    pauseMs: 500,
    headers: originKeyHeaders("Bearer"),
    begin: beginWithKeyOrSite("https://acme.instatus.com"),
    phases: [
      pagePhase,
      ...groupIdsPhases,
      ...listPhase("incidents", ["v1"], incidentsFinding),
      ...listPhase("maintenances", ["v1", "v2"], maintenancesFinding),
      ...listPhase("components", ["v2", "v1"], componentsFinding),
      monitorsPhase,
      ...listPhase("templates", ["v1"], (rows, { notes }) => ({
        part: { templates: rows.flatMap((row) => convertInstatusTemplate(row, notes) ?? []) },
      })),
      ...listPhase("subscribers", ["v2"], (rows, { notes }) => ({
        part: { subscribers: rows.flatMap((row) => convertInstatusSubscriber(row, notes) ?? []) },
      })),
      summaryPhase,
      publicComponentsPhase,
    ],
  }),
};
