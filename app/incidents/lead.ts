import { personIdOfActor } from "~/access/actor";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import type { NoticeDraft } from "~/commit/commit";
import { updateAuthorOf } from "~/db/author";
import { incidentNoteTable, incidentTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import {
  guardLeadIsCandidateStatement,
  leadCandidateQuery,
  leadOfIncidentQuery,
  setLeadStatement,
} from "./queries/incident-lead";
import { incidentNoteCountQuery } from "./queries/incident-note";
import { decideLeadChange, leadChangeAction } from "./rules/lead";
import {
  type ChangeLeadInput,
  changeLeadInputSchema,
  maxNotesPerIncident,
  tooManyNotesFailure,
} from "./rules/note-input";

export type { ChangeLeadInput };

interface NewLead {
  pageId: string;
  id: string;
  version: number;
  personId: string;
  /** Id of the private note with what they must know; null without one. */
  noteId: string | null;
}

/**
 * Returns the email to the new lead, which is sent as soon as an escalation, because the person who handed over may
 * have left.
 */
const leadNotice = (ctx: Ctx, { id, version, personId, noteId }: NewLead): NoticeDraft => ({
  kind: "incident_lead",
  subjectId: id,
  sequence: version + 1,
  audience: "person",
  scope: { person_id: personId, incident_id: id, by: personIdOfActor(ctx.actor), note_id: noteId },
  dueAt: ctx.now(),
  expiresAt: ctx.now() + dayMs,
});

/** Returns the private note of a hand-over; no statement without a text. */
function noteStatements(ctx: Ctx, { pageId, id, personId, noteId }: NewLead, body: string): SqlStatement[] {
  if (noteId === null) return [];
  const [createdAt, leadId] = [ctx.now(), personId === "" ? null : personId];
  const row = { id: noteId, pageId, incidentId: id, body, leadId, createdAt, updatedAt: createdAt };
  return insertRowsStatements(incidentNoteTable, [{ ...row, ...updateAuthorOf(ctx) }]);
}

/**
 * Gives an incident a lead, or removes the lead. The note of a hand-over is stored as a private note, and a lead whom
 * someone else chose gets an email. Failures: invalid, missing, gone, conflict (`lead_changed`, `dismissed`,
 * `too_many`).
 */
export const changeIncidentLead = (ctx: Ctx, given: ChangeLeadInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "responder",
      subject: "incident",
      table: incidentTable,
      input: changeLeadInputSchema,
      row: (_, { pageId, id }) => leadOfIncidentQuery(ctx, pageId, id),
      facts: (_, { pageId, id, leadId }) => ({
        candidates: leadCandidateQuery(ctx, pageId, leadId),
        notes: incidentNoteCountQuery(ctx, pageId, id),
      }),
    },
    given,
    ({ row, input: { pageId, leadId, shownLeadId, note }, candidates, notes: [notes] }) => {
      const decided = decideLeadChange({ row, leadId, shownLeadId, note, mayLead: candidates.length > 0 });
      if (!decided.ok) return decided;
      if (decided.value === "kept") return ok(null);
      if (note !== "" && (notes?.count ?? 0) >= maxNotesPerIncident) return tooManyNotesFailure;
      const actorId = personIdOfActor(ctx.actor);
      const noteId = note === "" ? null : ctx.id();
      const next = { pageId, id: row.id, version: row.version, personId: leadId ?? "", noteId };
      return ok({
        action: leadChangeAction(leadId, actorId),
        guards: leadId === null ? [] : [guardLeadIsCandidateStatement(pageId, leadId)],
        changes: [setLeadStatement(pageId, row.id, leadId), ...noteStatements(ctx, next, note)],
        notices: leadId === null || leadId === actorId ? [] : [leadNotice(ctx, next)],
        before: { leadId: row.leadId },
        after: { leadId },
      });
    },
  );
