import { type AlertView, alertView } from "~/alerts/list";
import { firingsOf } from "~/alerts/queries/alert-list";
import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { SentNotice } from "~/notifications/rules/delivery-summary";
import { reachNow } from "~/now/queries/untold";
import type { Ctx } from "~/platform/ctx";
import { type UnreachedReason, unreachedReason } from "~/status-page/rules/page-duties";
import { type NoteView, noteView } from "./notes/verbs";
import { notesOf } from "./queries/incident-note";
import { incidentNotices } from "./queries/incident-notices";
import { maxNotes } from "./rules/note-input";
import { isEndedBySource } from "./rules/timeline";

/** Most firings listed for one incident; a storm has thousands. */
export const maxFirings = 50;
const maxNotices = 400;

/** A firing that the incident was about; instants in ms. Its alert may belong to another incident now. */
export interface FiringView {
  alert: AlertView;
  firedAt: number;
  recoveredAt: number | null;
  /** True when it did not recover, but its origin was deleted. */
  endedBySource: boolean;
}

/** Entries of an incident's timeline beside its updates. */
export interface IncidentTimelineFacts {
  /** Firings, newest first, at most `maxFirings`. */
  firings: FiringView[];
  hasMoreFirings: boolean;
  /** Private notes, newest first. */
  notes: NoteView[];
  /** Notices to subscribers and the team, newest first. */
  notices: SentNotice[];
  /** Set when nobody of the team could be notified of it so far; `why` is null when someone can be now. */
  untold: { why: UnreachedReason | null } | null;
}

function untoldIn([found]: Awaited<ReturnType<typeof reachNow>>, id: string): IncidentTimelineFacts["untold"] {
  if (!found || !(JSON.parse(found.untold) as string[]).includes(id)) return null;
  return { why: unreachedReason({ ...found, failing: Boolean(found.failing) }) };
}

/** Reads alerts, private notes and deliveries in one read, whose rows grow with this incident alone. */
export const readIncidentTimelineFacts = (
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<IncidentTimelineFacts>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      firingsOf(ctx, pageId, id, maxFirings + 1),
      notesOf(ctx, pageId, id, maxNotes),
      incidentNotices(ctx, pageId, id, maxNotices),
      reachNow(ctx, pageId),
    ],
    ([firings, notes, notices, reach]) =>
      ok({
        firings: firings.slice(0, maxFirings).map(({ firedAt, recoveredAt, ...found }) => ({
          alert: alertView(found, ctx.now()),
          firedAt,
          recoveredAt,
          endedBySource: isEndedBySource({ ...found, recoveredAt }),
        })),
        hasMoreFirings: firings.length > maxFirings,
        notes: notes.map((each) => noteView(ctx, each)),
        notices,
        untold: untoldIn(reach, id),
      }),
  );
