import type { ChangeResult } from "~/change/change-result";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import type { QueryRows } from "~/db/read";
import { type ComponentChange, incidentUpdateTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { fail, goneFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  affectedComponentsRefusal,
  componentChangesBetween,
  componentsSetByPerson,
  type IncidentFacts,
  type StatusByComponent,
  statusesAfterChange,
} from "./incident-facts";
import { impactOfComponents, incidentWordStatements, replaceIncidentComponentsStatements } from "./incident-rows";
import { changeIncident, incidentHistoryWithChange, statusHistoryOfIncident } from "./incident-step";
import type { IncidentHistoryAfterChange } from "./layer-plan";
import { incidentStartSql, updatesOfIncidentQuery } from "./queries/incident";
import { addComponentChangesStatement } from "./queries/incident-update";
import { restatedUpdateChanges } from "./rules/backfill";
import { editedPartsAfterChange } from "./rules/edited-parts";
import { type EditIncidentInput, editIncidentInputSchema } from "./rules/input";

export type { EditIncidentInput };

function refusal(facts: IncidentFacts, components: StatusByComponent, impactOverride: string | null) {
  if (facts.row.visibility === "withdrawn") return goneFailure;
  if (facts.row.visibility === "dismissed")
    return fail({ name: "conflict", code: "dismissed", detail: "incident.dismissed" });
  return affectedComponentsRefusal(facts, components, impactOverride);
}

interface MovedStart {
  rows: SqlStatement[];
  /** Absent when the layer stays as it is. */
  after?: IncidentHistoryAfterChange;
}

interface StartMove {
  ctx: Ctx;
  facts: IncidentFacts;
  components: StatusByComponent;
  changes: ComponentChange[];
  /** The present updates. */
  found: QueryRows<ReturnType<typeof updatesOfIncidentQuery>>;
}

/** Moves an open incident's components from now on. */
function movedNow({ ctx, facts, components, changes }: StartMove): MovedStart {
  const { row } = facts;
  const told = [
    ...(statusHistoryOfIncident(facts)?.updates ?? []),
    { status: row.status, shownAt: ctx.now(), changes },
  ];
  const rows = changes.length > 0 ? [addComponentChangesStatement(row.pageId, row.id, changes)] : [];
  return { rows, after: incidentHistoryWithChange(facts, row, components, told) };
}

/** Restates a resolved incident's components from its start to its end; its days are computed again. */
function movedThen({ facts, components, changes, found }: StartMove): MovedStart {
  const { row } = facts;
  if (changes.length === 0) return { rows: [] };
  const updates = found.map(({ row: { id, status, shownAt, changes: own } }) => ({
    id,
    status,
    shownAt,
    changes: own,
  }));
  const corrected = changes.map(({ componentId, name, to }) => ({ componentId, name, status: to }));
  const restated = restatedUpdateChanges(updates, row.startedAt, corrected);
  const told = updates.map((each) => ({ ...each, ...restated.find(({ id }) => id === each.id) }));
  return {
    rows: updateRowsStatements(incidentUpdateTable, row.pageId, restated),
    after: incidentHistoryWithChange(facts, row, components, told),
  };
}

/**
 * Changes title, impact or components without an update; for a resolved incident, as they were before it was resolved.
 * Failures: invalid, conflict, gone, missing.
 */
export const editIncident = (ctx: Ctx, given: EditIncidentInput): Promise<Result<ChangeResult>> =>
  changeIncident(
    ctx,
    {
      role: "responder",
      input: editIncidentInputSchema,
      since: incidentStartSql(given.id),
      more: ({ pageId, id }) => ({ found: updatesOfIncidentQuery(ctx, pageId, id) }),
    },
    given,
    (facts, input, { found }) => {
      const { row } = facts;
      const { pageId, id, title, impactOverride } = input;
      const touched = statusesAfterChange(facts, input);
      const components = touched ?? row.components;
      const refused = refusal(facts, components, impactOverride === undefined ? row.impactOverride : impactOverride);
      if (refused) return refused;
      const published = row.visibility === "published";
      const changes = componentChangesBetween(
        row.components,
        components,
        facts.names,
        row.closed ? undefined : ctx.now(),
      );
      const said = { title, impactOverride, componentIds: componentsSetByPerson(facts, input, components) };
      const editedParts = editedPartsAfterChange(row, said);
      const { after: fields } = changedValues(
        row,
        withoutUndefinedFields({ title, impactOverride, impact: impactOfComponents(components) }),
      );
      const move = row.closed ? movedThen : movedNow;
      const moved: MovedStart = published ? move({ ctx, facts, components, changes, found }) : { rows: [] };
      return ok({
        action: "incident.edit",
        fields: { ...fields, ...("title" in fields ? { titleSaid: null } : {}), editedParts },
        changes: [
          ...(touched ? replaceIncidentComponentsStatements(pageId, id, touched) : []),
          ...moved.rows,
          ...(title !== undefined && "title" in fields ? incidentWordStatements(pageId, { ...row, title }) : []),
        ],
        ...(moved.after === undefined ? {} : { after: moved.after }),
        saysHow: !row.closed,
        publishes: published,
        audited:
          changes.length > 0 ? { components: changes.map(({ name, from, to }) => `${name}: ${from} → ${to}`) } : {},
      });
    },
  );
