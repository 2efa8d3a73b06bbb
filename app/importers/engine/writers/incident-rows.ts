import { incidentComponentTable, incidentTable, incidentUpdateTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { allIncidentParts } from "~/incidents/rules/edited-parts";
import { renderMarkdown } from "~/platform/markdown";
import { keepWordsInOneRowStatements } from "~/search/queries/keep-words";
import { type SearchWordSource, searchPostmortemPart, searchTitlePart } from "~/search/rules/word-entries";
import { generatedTextNameOf } from "~/status/usual-words";
import type { ImportedIncident, ImportedIncidentUpdate } from "../../rules/moved-incident";
import type { ImportWriteFacts } from "../noun-writer";
import { boundedStatements } from "./bounded-inserts";
import type { WrittenEventUpdate } from "./event-updates";

/** An incident that a step writes, as it is stored. */
export interface WrittenIncident {
  ourId: string;
  here: ImportedIncident;
}

/** Returns the columns of a text, printed by our own printer: HTML of the origin is never stored. */
export function printedTextColumns(body: string) {
  const { html, text } = renderMarkdown(body);
  return { body, bodyHtml: html, bodyText: text, said: generatedTextNameOf(body) };
}

function postmortemColumns(
  { state, body, publishedAt, isNotified }: ImportedIncident["postmortem"],
  importedAt: number,
) {
  const { html, text } = body === "" ? { html: "", text: "" } : renderMarkdown(body);
  return {
    postmortem: state,
    postmortemBody: body,
    postmortemHtml: html,
    postmortemText: text,
    postmortemUpdatedAt: state === "none" ? null : (publishedAt ?? importedAt),
    postmortemPublishedAt: publishedAt,
    postmortemNotified: isNotified,
  };
}

/** Returns the columns that a later run changes too. */
export const changingIncidentColumns = (here: ImportedIncident, { startedAt: importedAt }: ImportWriteFacts) => ({
  title: here.title,
  status: here.status,
  impact: here.impact,
  impactOverride: here.impactOverride,
  startedAt: here.startedAt,
  monitoringAt: here.monitoringAt,
  resolvedAt: here.resolvedAt,
  resolvedBy: here.resolvedAt === null ? null : ("person" as const),
  closed: here.resolvedAt !== null,
  ...postmortemColumns(here.postmortem, importedAt),
  updatedAt: Math.min(importedAt, here.updates.at(-1)?.shownAt ?? here.startedAt),
});

/**
 * Its times are those of the origin, so that readers of feeds do not take it for new. It counts as written by people
 * and has no alerts: nothing but a person resolves it.
 */
const newIncidentRow = ({ ourId, here }: WrittenIncident, facts: ImportWriteFacts) => ({
  id: ourId,
  pageId: facts.pageId,
  ...changingIncidentColumns(here, facts),
  visibility: "published" as const,
  publishedAt: here.publishedAt,
  backfilled: here.resolvedAt !== null,
  origin: "person" as const,
  edited: true,
  editedParts: [...allIncidentParts],
  createdAt: Math.min(here.startedAt, here.publishedAt),
});

export const insertImportedIncidentStatements = (
  made: readonly WrittenIncident[],
  facts: ImportWriteFacts,
): SqlStatement[] =>
  boundedStatements(
    made.map((each) => newIncidentRow(each, facts)),
    (rows) => insertRowsStatements(incidentTable, rows, { onConflict: { key: ["id"], set: null } }),
  );

export const changeImportedIncidentStatements = (
  changed: readonly WrittenIncident[],
  facts: ImportWriteFacts,
): SqlStatement[] =>
  boundedStatements(
    changed.map(({ ourId, here }) => ({ id: ourId, ...changingIncidentColumns(here, facts) })),
    (rows) => updateRowsStatements(incidentTable, facts.pageId, rows),
  );

/** Writes the statuses of components; those of incidents that change replace the known ones. */
export const keepIncidentComponentStatements = (written: readonly WrittenIncident[], pageId: string): SqlStatement[] =>
  insertRowsStatements(
    incidentComponentTable,
    written.flatMap(({ ourId, here }) =>
      Object.entries(here.components).map(([componentId, status]) => ({
        incidentId: ourId,
        componentId,
        pageId,
        status,
      })),
    ),
    { onConflict: { key: ["incidentId", "componentId"], set: "status = excluded.status" } },
  );

/** SQL for the changes with the names that the components have, also when the same commit makes them. */
const changesWithNames = `(SELECT json_group_array(json_set(c.value, '$.name',
  coalesce((SELECT k.name FROM component k WHERE k.id = c.value->>'componentId'), '')))
  FROM json_each(j.value->'$.changes') c)`;

export const addedUpdateRows = (
  added: readonly WrittenEventUpdate<ImportedIncidentUpdate>[],
  { pageId, importId, startedAt }: ImportWriteFacts,
) =>
  added.map(({ id, eventId: incidentId, update: { status, body, shownAt, createdAt, changes } }) => ({
    id,
    pageId,
    incidentId,
    status,
    ...printedTextColumns(body),
    shownAt,
    notify: false,
    changes: changes.map((each) => ({ ...each, name: "" })),
    authorKind: "machine" as const,
    authorId: importId,
    createdAt: Math.min(startedAt, createdAt),
    updatedAt: Math.min(startedAt, createdAt),
  }));

export type AddedUpdateRow = ReturnType<typeof addedUpdateRows>[number];

/** SET for an update that the origin has corrected since it came. */
const correction = ["status", "body", "body_html", "body_text", "said", "changes"]
  .map((name) => `${name} = excluded.${name}`)
  .concat("updated_at = max(incident_update.updated_at, excluded.updated_at)")
  .join(", ");

/** Adds updates. Corrected ones are there under their ids, and get the text that they have now. */
export const insertImportedUpdatesStatements = (
  rows: readonly AddedUpdateRow[],
  areCorrected: boolean,
): SqlStatement[] =>
  boundedStatements(rows, (part) =>
    insertRowsStatements(incidentUpdateTable, part, {
      computed: { changes: changesWithNames },
      onConflict: { key: ["id"], set: areCorrected ? correction : null },
    }),
  );

/** Keeps the words of titles, postmortems and texts for the search, without those that no person wrote. */
export function importedIncidentWordStatements(
  pageId: string,
  written: readonly WrittenIncident[],
  titled: readonly WrittenIncident[],
  texts: readonly AddedUpdateRow[],
): SqlStatement[] {
  const kind = "incident" as const;
  const startOf = new Map(written.map(({ ourId, here }) => [ourId, here.startedAt]));
  const sources: SearchWordSource[] = titled.flatMap(({ ourId: id, here: { title, startedAt: at, postmortem } }) => [
    { kind, id, part: searchTitlePart, at, text: title },
    { kind, id, part: searchPostmortemPart, at, text: renderMarkdown(postmortem.body).text },
  ]);
  const said = texts.map(({ id: part, incidentId: id, bodyText, said }) => {
    const text = said === null ? bodyText : "";
    return { kind, id, part, at: startOf.get(id) ?? 0, text };
  });
  return keepWordsInOneRowStatements(pageId, [...sources, ...said]);
}
