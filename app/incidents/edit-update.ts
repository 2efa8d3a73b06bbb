import type { ChangeResult } from "~/change/change-result";
import { authorOf } from "~/db/author";
import { incidentUpdate } from "~/db/schema";
import { updateRows } from "~/db/write";
import { goneFailure, invalid, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import type { IncidentFacts } from "./incident-facts";
import { updateColumns } from "./incident-rows";
import { stepIncident, storyOf, storyWith } from "./incident-step";
import { timeTrouble } from "./open";
import { startOf } from "./queries/incident";
import { updateById } from "./queries/incident-update";
import { partsWith } from "./rules/edited-parts";
import { type EditUpdateInput, editUpdateInput } from "./rules/input";
import { withEdit } from "./rules/update-edits";

export type { EditUpdateInput };

type Update = typeof incidentUpdate.$inferSelect;

const minute = (at: number) => Math.floor(at / minuteMs);

/** Returns the time of the update. A form shows minutes, so the same minute means that the time was not changed. */
const shownAtOf = (update: Update, asked: number | undefined): number =>
  asked === undefined || minute(asked) === minute(update.shownAt) ? update.shownAt : asked;

/** Moves the incident's times that come from this update along with it. */
function movedMarks({ row }: IncidentFacts, update: Update, shownAt: number) {
  const marks: { resolvedAt?: number; monitoringAt?: number } = {};
  if (row.resolvedAt === update.shownAt && update.status === "resolved") marks.resolvedAt = shownAt;
  if (row.monitoringAt === update.shownAt && update.status === "monitoring") marks.monitoringAt = shownAt;
  return marks;
}

/** Returns the story with this update at another time; component changes with their own time stay. */
function storyAfter(facts: IncidentFacts, update: Update, shownAt: number, marks: { resolvedAt?: number }) {
  const updates = (storyOf(facts)?.updates ?? []).map((each) =>
    each.shownAt === update.shownAt && each.status === update.status ? { ...each, shownAt } : each,
  );
  return storyWith(facts, { ...facts.row, ...marks }, facts.row.components, updates);
}

/** Returns the earlier version to keep; a draft, which nobody has read, keeps none. */
const editOf = (ctx: Ctx, { body, shownAt }: Update) => ({ at: ctx.now(), ...authorOf(ctx), body, shownAt });

/** Corrects the text of an update, or the time that it shows. Failures: invalid, conflict, gone, missing. */
export const editUpdate = (ctx: Ctx, given: EditUpdateInput): Promise<Result<ChangeResult>> =>
  stepIncident(
    ctx,
    {
      role: "responder",
      input: editUpdateInput,
      since: startOf(given.id),
      more: ({ pageId, id, updateId }) => ({ updates: updateById(ctx, pageId, id, updateId) }),
    },
    given,
    (facts, { pageId, updateId, body, shownAt: asked }, { updates: [update] }) => {
      const trouble = timeTrouble(ctx, asked);
      if (trouble) return invalid("shownAt", trouble);
      const { row } = facts;
      if (row.visibility === "withdrawn") return goneFailure;
      if (!update) return missingFailure;
      const shownAt = shownAtOf(update, asked);
      if (shownAt < row.startedAt && shownAt !== update.shownAt) {
        return invalid("shownAt", "incident.not_started");
      }
      const marks = movedMarks(facts, update, shownAt);
      const published = row.visibility === "published";
      const moves = published && shownAt !== update.shownAt;
      const text = updateColumns(body ?? update.body);
      const differs = text.body !== update.body || shownAt !== update.shownAt;
      const edits = published && differs ? withEdit(update.edits, editOf(ctx, update)) : update.edits;
      return ok({
        action: "incident.edit_update",
        fields: { ...marks, edited: true, editedParts: partsWith(row, { text: true }) },
        changes: updateRows(incidentUpdate, pageId, [{ id: updateId, ...text, shownAt, edits, updatedAt: ctx.now() }]),
        ...(moves ? { after: storyAfter(facts, update, shownAt, marks) } : {}),
        publishes: published,
        audited: { update: updateId, body_before: update.body, body: text.body, shownAt },
      });
    },
  );
