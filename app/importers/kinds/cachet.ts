import {
  type OriginReadMemory,
  type OriginReadPhase,
  phasedApiReader,
  type ReadPhaseContext,
  type ReadPhaseFinding,
} from "../contract/api-phases";
import {
  type CachetRow,
  cachetRelatedIds,
  isDeletedCachetRow,
  isPublicCachetRow,
  readCachetAnswer,
} from "../contract/cachet/cachet-row";
import {
  convertCachetComponent,
  convertCachetGroup,
  convertCachetSubscriber,
  convertCachetTemplate,
} from "../contract/cachet/component";
import {
  type CachetContext,
  type CachetTrouble,
  cachetUpdateRows,
  convertCachetIncident,
} from "../contract/cachet/incident";
import { joinCachetTroubles, type OpenCachetTrouble } from "../contract/cachet/joined-rows";
import { convertCachetMaintenance, isScheduledCachetIncident } from "../contract/cachet/maintenance";
import {
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  inForeignOrder,
  parseForeignId,
} from "../contract/foreign-values";
import type { MovedIncident } from "../contract/move-document";
import type { ImportOrigin, OriginSettings } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import { httpsOriginOf } from "../contract/web-address";

const pageSize = 100;

const versionPhase: OriginReadPhase = {
  url: ({ memory }) => `${foreignText(memory.site)}/api/v1/version`,
  take(body, { memory, settings, notes }) {
    const found = foreignText(foreignRecord(body).data);
    if (found === "") return originRefusal("not_this_origin", "The address answers no version of Cachet. Check it.");
    notePage(notes, settings);
    return { ok: true, value: { memory: { ...memory, major: /^3\b/.test(found) ? 3 : 2 } } };
  },
  missing({ memory, settings, notes }) {
    notePage(notes, settings);
    return { memory: { ...memory, major: 3 } };
  },
};

function notePage(notes: ReadPhaseContext["notes"], { timeZone }: OriginSettings): void {
  notes.leftOut(
    { noun: "page", id: null, name: "" },
    "app_name, app_about, timezone",
    "The API does not answer the page’s own settings: enter them here.",
  );
  notes.leftOut({ noun: "other", id: null, name: "" }, "metrics, users", "Metrics and people are not read.");
  notes.approximated(
    { noun: "other", id: null, name: "" },
    "times",
    `Times have no zone there: they are read in ${timeZone || "UTC"}.`,
  );
}

const majorOf = (memory: OriginReadMemory) => foreignNumber(memory.major);

/** Returns the address of a list of a version; null for the other version. */
function listUrl(memory: OriginReadMemory, major: number, path: string, page: number, size: number): string | null {
  if (majorOf(memory) !== major) return null;
  const prefix = major === 2 ? "/api/v1" : "/api";
  return `${foreignText(memory.site)}${prefix}/${path}${path.includes("?") ? "&" : "?"}per_page=${size}&page=${page}`;
}

/** Returns whether an answer is the last of its list; undefined when it does not say. */
function isLastPage(body: unknown): boolean | undefined {
  const { meta, links } = foreignRecord(body);
  const pagination = foreignRecord(foreignRecord(meta).pagination);
  const [current, total] = [foreignNumber(pagination.current_page), foreignNumber(pagination.total_pages)];
  if (current !== null && total !== null) return current >= total;
  return "next" in foreignRecord(links) ? foreignText(foreignRecord(links).next) === "" : undefined;
}

interface ListAnswer {
  rows: CachetRow[];
  around: CachetContext;
  isLast: boolean;
}

interface ListPath {
  major: number;
  path: string;
  /** True for what is read only with a key. */
  needsKey?: boolean;
}

function listPhase(
  { major, path, needsKey = false }: ListPath,
  take: (answer: ListAnswer, context: ReadPhaseContext) => ReadPhaseFinding,
): OriginReadPhase {
  return {
    pages: { from: 1, size: pageSize },
    url: ({ memory, cursor, settings }) =>
      needsKey && settings.key.trim() === "" ? null : listUrl(memory, major, path, cursor.page, cursor.size),
    take(body, context) {
      const answer = readCachetAnswer(body);
      if (!answer)
        return originRefusal(
          "not_this_origin",
          `/${path} did not answer a list: the address is none of Cachet. Check it.`,
        );
      const isLast = isLastPage(body);
      const { settings, notes, cursor } = context;
      const isEnd = isLast ?? answer.rows.length < cursor.size;
      const around = { timeZone: settings.timeZone, notes, included: answer.included };
      const finding = take({ rows: answer.rows, around, isLast: isEnd || answer.rows.length === 0 }, context);
      return { ok: true, value: { ...finding, rows: answer.rows, isLast: isEnd || answer.rows.length === 0 } };
    },
    missing({ notes }) {
      notes.leftOut({ noun: "other", id: null, name: path }, path, "This version does not answer the list.");
      return { isLast: true };
    },
  };
}

/** Returns rows in the order in which the page shows them. */
const inOrder = (rows: readonly CachetRow[]): CachetRow[] => inForeignOrder(rows, ({ order }) => order);

const groupsFinding = ({ rows }: ListAnswer, { memory, notes }: ReadPhaseContext): ReadPhaseFinding => {
  const own = rows.flatMap((row) =>
    cachetRelatedIds(row, "components").map((id) => [id, parseForeignId(row.id)] as const),
  );
  const groupIds = { ...foreignRecord(memory.groupIds), ...Object.fromEntries(own) };
  return {
    part: { groups: inOrder(rows).flatMap((row) => convertCachetGroup(row, notes) ?? []) },
    memory: { ...memory, groupIds },
  };
};

const componentsFinding = ({ rows }: ListAnswer, { memory, notes }: ReadPhaseContext): ReadPhaseFinding => {
  const explained = new Set(foreignTexts(memory.openIds));
  return {
    part: {
      components: inOrder(rows).flatMap(
        (row) => convertCachetComponent(row, foreignRecord(memory.groupIds), explained, notes) ?? [],
      ),
    },
  };
};

/** Returns the rows that everybody saw, and notes the others. */
function publicRows(rows: readonly CachetRow[], { notes }: CachetContext): CachetRow[] {
  return rows.filter((row) => {
    const isShown = isPublicCachetRow(row) && !isDeletedCachetRow(row);
    if (!isShown)
      notes.leftOut(
        { noun: "incident", id: parseForeignId(row.id), name: foreignName(row.name, "Incident") },
        isDeletedCachetRow(row) ? "deleted_at" : "visible",
        "Not everybody saw it there.",
      );
    return isShown;
  });
}

const openIdsOf = (memory: OriginReadMemory, incidents: readonly MovedIncident[]): string[] => [
  ...new Set([
    ...foreignTexts(memory.openIds),
    ...incidents
      .filter(({ resolvedAt }) => resolvedAt === null)
      .flatMap(({ components }) => components.map(({ componentId }) => componentId)),
  ]),
];

const openTroublesIn = (memory: OriginReadMemory): OpenCachetTrouble[] =>
  foreignList(memory.troubles).map((each) => foreignList(each).map(foreignRecord));

/** Translates incidents of version 2: rows without updates of their own may belong together. */
const olderIncidentsFinding = (
  { rows, around, isLast }: ListAnswer,
  { memory }: ReadPhaseContext,
): ReadPhaseFinding => {
  const shown = publicRows(rows, around);
  const maintenances = shown
    .filter(isScheduledCachetIncident)
    .flatMap((row) => convertCachetMaintenance(row, "incident-", around) ?? []);
  const told = shown.filter((row) => !isScheduledCachetIncident(row));
  const whole = told
    .filter((row) => cachetUpdateRows(row, around.included).length > 0)
    .map((row): CachetTrouble => ({ rows: [row], closes: false }));
  const parts = told.filter((row) => cachetUpdateRows(row, around.included).length === 0);
  const { done, waiting } = joinCachetTroubles(openTroublesIn(memory), parts, around.timeZone, isLast);
  const incidents = [...whole, ...done].flatMap((each) => convertCachetIncident(each, around) ?? []);
  return {
    part: { incidents, maintenances },
    memory: { ...memory, troubles: waiting, openIds: openIdsOf(memory, incidents) },
  };
};

const incidentsFinding = ({ rows, around }: ListAnswer, { memory }: ReadPhaseContext): ReadPhaseFinding => {
  const incidents = publicRows(rows, around).flatMap(
    (row) => convertCachetIncident({ rows: [row], closes: false }, around) ?? [],
  );
  return { part: { incidents }, memory: { ...memory, openIds: openIdsOf(memory, incidents) } };
};

const schedulesFinding = ({ rows, around }: ListAnswer, { memory }: ReadPhaseContext): ReadPhaseFinding => {
  const maintenances = rows.flatMap((row) => convertCachetMaintenance(row, "", around) ?? []);
  const open = maintenances.filter(({ state }) => state === "in_progress").flatMap(({ componentIds }) => componentIds);
  return {
    part: { maintenances },
    memory: { ...memory, openIds: [...new Set([...foreignTexts(memory.openIds), ...open])] },
  };
};

/** Reads schedules, and first what still waited: a server that repeats its pages never says which is the last. */
const olderSchedulesFinding = (answer: ListAnswer, context: ReadPhaseContext): ReadPhaseFinding => {
  const left = olderIncidentsFinding({ ...answer, rows: [], isLast: true }, context);
  const found = schedulesFinding(answer, { ...context, memory: left.memory ?? context.memory });
  return { ...found, part: { ...found.part, incidents: left.part?.incidents ?? [] } };
};

const subscribersFinding = ({ rows, around }: ListAnswer): ReadPhaseFinding => ({
  part: { subscribers: rows.flatMap((row) => convertCachetSubscriber(row, around.timeZone, around.notes) ?? []) },
});

/** Cachet 2 and 3, on an own machine: its API, with a key for subscribers. */
export const cachetOrigin: ImportOrigin = {
  name: "cachet",
  title: "Cachet",
  files: [],
  api: phasedApiReader({
    title: "Cachet",
    // It runs on a small machine of its owner, and limits to 300 requests a minute.
    pauseMs: 250,
    headers: ({ key }) => ({
      accept: "application/json",
      ...(key.trim() === "" ? {} : { "x-cachet-token": key.trim(), authorization: `Bearer ${key.trim()}` }),
    }),
    begin({ url }) {
      const site = httpsOriginOf(url);
      return site
        ? { ok: true, value: { site } }
        : originRefusal("not_found", "Enter the address of Cachet, such as https://status.example.com.");
    },
    phases: [
      versionPhase,
      listPhase({ major: 2, path: "components/groups" }, groupsFinding),
      listPhase({ major: 2, path: "incidents?sort=id&order=desc" }, olderIncidentsFinding),
      listPhase({ major: 2, path: "schedules" }, olderSchedulesFinding),
      listPhase({ major: 2, path: "components" }, componentsFinding),
      listPhase({ major: 2, path: "subscribers", needsKey: true }, subscribersFinding),
      listPhase({ major: 3, path: "component-groups?include=components" }, groupsFinding),
      listPhase({ major: 3, path: "incidents?include=components,updates" }, incidentsFinding),
      listPhase({ major: 3, path: "schedules?include=components,updates" }, schedulesFinding),
      listPhase({ major: 3, path: "components" }, componentsFinding),
      listPhase({ major: 3, path: "incident-templates" }, ({ rows, around }) => ({
        part: { templates: rows.flatMap((row) => convertCachetTemplate(row, around.notes) ?? []) },
      })),
      listPhase({ major: 3, path: "subscribers?include=components", needsKey: true }, subscribersFinding),
    ],
  }),
};
