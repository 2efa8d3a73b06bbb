import type { ChangeResult } from "~/change/change-result";
import { createOne } from "~/change/create-one";
import { authorOf } from "~/db/author";
import { incidentNote } from "~/db/schema";
import { insertRows } from "~/db/write";
import { fail, goneFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { incidentById } from "../queries/incident";
import { noteCount } from "../queries/incident-note";
import { type AddNoteInput, addNoteInput, maxNotes } from "../rules/note-input";

export type { AddNoteInput };

const limit = refusalFor("incident.notes_limit", { most: maxNotes });

/**
 * Adds a private note for the team, beside the updates. Failures: invalid, missing, gone (withdrawn), conflict
 * `too_many`.
 */
export const addNote = (ctx: Ctx, given: AddNoteInput): Promise<Result<ChangeResult>> =>
  createOne(
    ctx,
    {
      role: "responder",
      subject: "incident_note",
      input: addNoteInput,
      facts: (_, { pageId, incidentId }) => ({
        found: incidentById(ctx, pageId, incidentId),
        notes: noteCount(ctx, pageId, incidentId),
      }),
    },
    given,
    ({ id, input: { pageId, incidentId, body }, found: [found], notes: [notes] }) => {
      if (!found) return missingFailure;
      if (found.row.visibility === "withdrawn") return goneFailure;
      if ((notes?.count ?? 0) >= maxNotes) return fail({ name: "conflict", code: "too_many", detail: limit });
      const now = ctx.now();
      const row = { id, pageId, incidentId, body, ...authorOf(ctx), createdAt: now, updatedAt: now };
      return ok({
        action: "incident.note_add",
        changes: insertRows(incidentNote, [row]),
        after: { incidentId, body },
      });
    },
  );
