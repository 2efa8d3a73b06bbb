import { alertList } from "~/db/queries/alert-list";
import { notesOf } from "~/db/queries/incident-note";
import { incidentNotices } from "~/db/queries/incident-notices";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { notesAtMost } from "~/rules/incidents/note-input";
import type { SentNotice } from "~/rules/telling/delivered";
import { type AlertView, alertView } from "../alerts/list";
import { type NoteView, noteView } from "../incident-notes/list";

/** So many alerts are listed of one incident: a storm has thousands. */
export const alertsListed = 50;
const noticesRead = 400;

/** What stands in an incident's timeline beside its updates. */
export interface IncidentAround {
  /** Last heard of first, at most `alertsListed`. */
  alerts: AlertView[];
  hasMoreAlerts: boolean;
  /** Newest first. */
  notes: NoteView[];
  /** What subscribers were told, newest first. */
  notices: SentNotice[];
}

/** Alerts, private notes and what was delivered, in one read whose rows grow with this incident alone. */
export async function readAround(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<IncidentAround>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [alerts, notes, notices] = await read(
    ctx,
    alertList(ctx, pageId, { incidentId: id, before: null, limit: alertsListed + 1 }),
    notesOf(ctx, pageId, id, notesAtMost),
    incidentNotices(ctx, pageId, id, noticesRead),
  );
  return ok({
    alerts: alerts.slice(0, alertsListed).map((each) => alertView(each, ctx.now())),
    hasMoreAlerts: alerts.length > alertsListed,
    notes: notes.map((each) => noteView(ctx, each)),
    notices: notices.map((each) => ({ ...each, isOver: each.isOver === 1 })),
  });
}
