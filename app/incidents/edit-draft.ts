import type { z } from "zod";
import type { IdOnPage } from "~/access/id-on-page";
import type { ChangeResult } from "~/change/change-result";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { type incidentTable, incidentUpdateTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  affectedComponentsRefusal,
  componentChangesBetween,
  componentsSetByPerson,
  type IncidentFacts,
  type StatusByComponent,
  statusesAfterChange,
} from "./incident-facts";
import {
  impactOfComponents,
  incidentWordStatements,
  insertIncidentUpdatesStatements,
  renderedUpdateColumns,
  replaceIncidentComponentsStatements,
  titleForSearch,
} from "./incident-rows";
import { changeIncident } from "./incident-step";
import { incidentStartSql, updatesOfIncidentQuery } from "./queries/incident";
import { editedPartsAfterChange } from "./rules/edited-parts";
import { applyIncidentUpdate, nextUpdateDueAt } from "./rules/incident";
import { type EditIncidentDraftInput, editIncidentDraftInputSchema } from "./rules/input";

export type { EditIncidentDraftInput };

type DraftInput = z.output<typeof editIncidentDraftInputSchema>;
type IncidentUpdateRow = typeof incidentUpdateTable.$inferSelect;

/** Reads the newest update of a draft, whose text its form shows. */
export const newestUpdateQueries = (ctx: Ctx, { pageId, id }: IdOnPage) => ({
  newest: updatesOfIncidentQuery(ctx, pageId, id).limit(1),
});

export interface IncidentDraftChange {
  fields: Partial<typeof incidentTable.$inferSelect>;
  components: StatusByComponent;
  changes: SqlStatement[];
  audited: Record<string, unknown>;
}

/** Normalises line ends, because browsers send CRLF. */
const plain = (text: string): string => text.replaceAll("\r\n", "\n");

/** Returns the statements for the text, if it differs from before. */
function textRows(
  ctx: Ctx,
  { row }: IncidentFacts,
  said: DraftInput,
  newest: IncidentUpdateRow | undefined,
): SqlStatement[] {
  const { pageId } = row;
  const subject = { ...row, title: titleForSearch(row, said.title) };
  const body = said.body === undefined ? (newest?.body ?? "") : plain(said.body);
  const status = said.status ?? (row.status as "investigating");
  if (!newest) {
    const update = { status, body, shownAt: ctx.now(), notify: true, changes: [] };
    return body === "" ? [] : insertIncidentUpdatesStatements(ctx, pageId, subject, [update]);
  }
  if (body === plain(newest.body) && status === newest.status) return [];
  const update = { id: newest.id, ...renderedUpdateColumns(body), status, updatedAt: ctx.now() };
  return [
    ...updateRowsStatements(incidentUpdateTable, pageId, [update]),
    ...incidentWordStatements(pageId, subject, body === plain(newest.body) ? [] : [update]),
  ];
}

const titleWords = (row: IncidentFacts["row"], title: string | undefined): SqlStatement[] =>
  incidentWordStatements(row.pageId, { ...row, title: titleForSearch(row, title) });

/** Returns the changes of a draft; fields that stay the same do not mark it as edited by a person. */
export function decideDraftChange(
  ctx: Ctx,
  facts: IncidentFacts,
  said: DraftInput,
  newest: IncidentUpdateRow | undefined,
): Result<IncidentDraftChange> {
  const { row } = facts;
  const components = statusesAfterChange(facts, said) ?? row.components;
  const impactOverride = said.impactOverride === undefined ? row.impactOverride : said.impactOverride;
  const next = applyIncidentUpdate(row, { status: said.status ?? (row.status as "investigating"), at: ctx.now() });
  if (!next.ok) return fail(next.failure);
  const { status, monitoringAt } = next.value;
  const head = {
    ...withoutUndefinedFields({ title: said.title }),
    status,
    monitoringAt,
    impactOverride,
    impact: impactOfComponents(components),
  };
  const { after } = changedValues(row, head);
  const text = textRows(ctx, facts, said, newest);
  const moved = componentChangesBetween(row.components, components, facts.names);
  const touches = moved.length > 0 || "impactOverride" in after;
  const refused = touches ? affectedComponentsRefusal(facts, components, impactOverride) : null;
  if (refused) return refused;
  const componentIds = componentsSetByPerson(facts, said, components);
  const editedParts = editedPartsAfterChange(row, { ...said, text: text.length > 0, componentIds });
  const promised =
    said.nextMinutes === undefined ? {} : { nextUpdateAt: nextUpdateDueAt(said.nextMinutes, ctx.now(), false) };
  return ok({
    fields: {
      ...after,
      ...("title" in after ? { titleSaid: null } : {}),
      ...promised,
      ...(text.length > 0 ? { edited: true } : {}),
      editedParts,
    },
    components,
    changes: [
      ...text,
      ...("title" in after && text.length === 0 ? titleWords(row, said.title) : []),
      ...(moved.length > 0 ? replaceIncidentComponentsStatements(row.pageId, row.id, components) : []),
    ],
    audited: {
      ...(text.length > 0 ? { body: said.body } : {}),
      ...(moved.length > 0 ? { components: moved.map(({ name, from, to }) => `${name}: ${from} → ${to}`) } : {}),
    },
  });
}

const noDraft = fail({ name: "conflict", code: "not_possible_now", detail: "incident.not_possible" });

/**
 * Saves a draft for later, without showing it to visitors. Failures: invalid, conflict (not a draft any more), missing.
 */
export const editIncidentDraft = (ctx: Ctx, given: EditIncidentDraftInput): Promise<Result<ChangeResult>> =>
  changeIncident(
    ctx,
    {
      role: "responder",
      input: editIncidentDraftInputSchema,
      since: incidentStartSql(given.id),
      more: (input) => newestUpdateQueries(ctx, input),
    },
    given,
    (facts, said, { newest: [newest] }) => {
      if (facts.row.visibility !== "draft") return noDraft;
      const drafted = decideDraftChange(ctx, facts, said, newest?.row);
      if (!drafted.ok) return drafted;
      const { fields, changes, audited } = drafted.value;
      return ok({ action: "incident.edit", fields, changes, audited, publishes: false });
    },
  );
