import type { ChangeResult } from "~/change/change-result";
import { updateAuthorOf } from "~/db/author";
import { incidentUpdateTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { goneFailure, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import type { IncidentFacts } from "./incident-facts";
import { incidentWordStatements, renderedUpdateColumns, titleForSearch } from "./incident-rows";
import { changeIncident, incidentHistoryWithChange, statusHistoryOfIncident } from "./incident-step";
import { givenTimeRefusal } from "./open";
import { incidentStartSql } from "./queries/incident";
import { incidentUpdateByIdQuery } from "./queries/incident-update";
import { editedPartsAfterChange } from "./rules/edited-parts";
import { type EditIncidentUpdateInput, editIncidentUpdateInputSchema } from "./rules/input";
import { withUpdateEdit } from "./rules/update-edits";

export type { EditIncidentUpdateInput };

type IncidentUpdateRow = typeof incidentUpdateTable.$inferSelect;

const minute = (at: number) => Math.floor(at / minuteMs);

/** Returns the time of the update. A form shows minutes, so the same minute means that the time was not changed. */
const shownAtOf = (update: IncidentUpdateRow, asked: number | undefined): number =>
  asked === undefined || minute(asked) === minute(update.shownAt) ? update.shownAt : asked;

/** Changes those times of the incident that come from this update. */
function movedMarks({ row }: IncidentFacts, update: IncidentUpdateRow, shownAt: number) {
  const marks: { resolvedAt?: number; monitoringAt?: number } = {};
  if (row.resolvedAt === update.shownAt && update.status === "resolved") marks.resolvedAt = shownAt;
  if (row.monitoringAt === update.shownAt && update.status === "monitoring") marks.monitoringAt = shownAt;
  return marks;
}

/** Returns the story with this update at another time; component changes with their own time stay. */
function storyAfter(facts: IncidentFacts, update: IncidentUpdateRow, shownAt: number, marks: { resolvedAt?: number }) {
  const updates = (statusHistoryOfIncident(facts)?.updates ?? []).map((each) =>
    each.shownAt === update.shownAt && each.status === update.status ? { ...each, shownAt } : each,
  );
  return incidentHistoryWithChange(facts, { ...facts.row, ...marks }, facts.row.components, updates);
}

/** Returns the earlier version to keep; a draft, which nobody has read, keeps none. */
const editOf = (ctx: Ctx, { body, shownAt }: IncidentUpdateRow) => ({
  at: ctx.now(),
  ...updateAuthorOf(ctx),
  body,
  shownAt,
});

/** Corrects the text of an update, or the time that it shows. Failures: invalid, conflict, gone, missing. */
export const editIncidentUpdate = (ctx: Ctx, given: EditIncidentUpdateInput): Promise<Result<ChangeResult>> =>
  changeIncident(
    ctx,
    {
      role: "responder",
      input: editIncidentUpdateInputSchema,
      since: incidentStartSql(given.id),
      more: ({ pageId, id, updateId }) => ({ updates: incidentUpdateByIdQuery(ctx, pageId, id, updateId) }),
    },
    given,
    (facts, { pageId, updateId, body, shownAt: asked }, { updates: [update] }) => {
      const trouble = givenTimeRefusal(ctx, asked);
      if (trouble) return invalidFieldFailure("shownAt", trouble);
      const { row } = facts;
      if (row.visibility === "withdrawn") return goneFailure;
      if (!update) return missingFailure;
      const shownAt = shownAtOf(update, asked);
      if (shownAt < row.startedAt && shownAt !== update.shownAt) {
        return invalidFieldFailure("shownAt", "incident.not_started");
      }
      const marks = movedMarks(facts, update, shownAt);
      const published = row.visibility === "published";
      const moves = published && shownAt !== update.shownAt;
      const text = renderedUpdateColumns(body ?? update.body);
      const differs = text.body !== update.body || shownAt !== update.shownAt;
      const edits = published && differs ? withUpdateEdit(update.edits, editOf(ctx, update)) : update.edits;
      return ok({
        action: "incident.edit_update",
        fields: { ...marks, edited: true, editedParts: editedPartsAfterChange(row, { text: true }) },
        changes: [
          ...updateRowsStatements(incidentUpdateTable, pageId, [
            { id: updateId, ...text, shownAt, edits, updatedAt: ctx.now() },
          ]),
          ...(text.body === update.body
            ? []
            : incidentWordStatements(pageId, { ...row, title: titleForSearch(row, undefined) }, [
                { id: updateId, ...text },
              ])),
        ],
        ...(moves ? { after: storyAfter(facts, update, shownAt, marks) } : {}),
        publishes: published,
        audited: { update: updateId, body_before: update.body, body: text.body, shownAt },
      });
    },
  );
