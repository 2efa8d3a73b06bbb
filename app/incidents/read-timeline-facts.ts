import type { IdOnPage } from "~/access/id-on-page";
import { type AlertView, alertViewOf } from "~/alerts/list";
import { firingsOfIncidentQuery } from "~/alerts/queries/alert-list";
import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { SentNotice } from "~/notifications/rules/delivery-summary";
import { teamReachOfPageQuery } from "~/now/queries/untold";
import type { Ctx } from "~/platform/ctx";
import { type TeamUnreachedReason, teamUnreachedReason } from "~/status-page/rules/page-duties";
import { type IncidentNoteView, incidentNoteView } from "./notes/verbs";
import { notesOfIncidentQuery } from "./queries/incident-note";
import { noticesOfIncidentQuery } from "./queries/incident-notices";
import { maxNotesPerIncident } from "./rules/note-input";
import { isEndedByOriginDeletion } from "./rules/timeline";

/** Most firings listed for one incident; a storm has thousands. */
export const maxListedFirings = 50;
const maxNotices = 400;

/** A firing that the incident was about; instants in ms. Its alert may belong to another incident now. */
export interface AlertFiringView {
  /** With the name of the person who acknowledged it; null when nobody did, or that person is gone. */
  alert: AlertView & { acknowledgedByName: string | null };
  firedAt: number;
  recoveredAt: number | null;
  /** True when it did not recover, but its origin was deleted. */
  endedBySource: boolean;
}

/** Entries of an incident's timeline beside its updates. */
export interface IncidentTimelineFacts {
  /** Firings, newest first, at most `maxListedFirings`. */
  firings: AlertFiringView[];
  hasMoreFirings: boolean;
  /** Private notes, newest first. */
  notes: IncidentNoteView[];
  /** Notices to subscribers and the team, newest first. */
  notices: SentNotice[];
  /**
   * Set when nobody of the team could be notified of it so far, and nobody acknowledged one of its alerts; `why` is null
   * when someone can be now.
   */
  untold: { why: TeamUnreachedReason | null } | null;
}

function untoldIn(
  [found]: Awaited<ReturnType<typeof teamReachOfPageQuery>>,
  id: string,
): IncidentTimelineFacts["untold"] {
  if (!found || !(JSON.parse(found.untold) as string[]).includes(id)) return null;
  return { why: teamUnreachedReason({ ...found, failing: Boolean(found.failing) }) };
}

/** Reads alerts, private notes and deliveries in one read, whose rows grow with this incident alone. */
export const readIncidentTimelineFacts = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<IncidentTimelineFacts>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      firingsOfIncidentQuery(ctx, pageId, id, maxListedFirings + 1),
      notesOfIncidentQuery(ctx, pageId, id, maxNotesPerIncident),
      noticesOfIncidentQuery(ctx, pageId, id, maxNotices),
      teamReachOfPageQuery(ctx, pageId),
    ],
    ([firings, notes, notices, reach]) =>
      ok({
        firings: firings.slice(0, maxListedFirings).map(({ firedAt, recoveredAt, acknowledgedByName, ...found }) => ({
          alert: { ...alertViewOf(found, ctx.now()), acknowledgedByName },
          firedAt,
          recoveredAt,
          endedBySource: isEndedByOriginDeletion({ ...found, recoveredAt }),
        })),
        hasMoreFirings: firings.length > maxListedFirings,
        notes: notes.map((each) => incidentNoteView(ctx, each)),
        notices,
        untold: firings.some(({ row }) => row.acknowledgedAt !== null) ? null : untoldIn(reach, id),
      }),
  );
