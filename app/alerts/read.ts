import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { failedTriesOfAlertQuery } from "~/notifications/queries/accepted-notices";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { type AlertAssignment, alertAssignmentResolver } from "./assignments";
import { type AlertView, alertViewOf } from "./list";
import { alertWithOriginQuery, type EpisodeRow, episodesOfAlertQuery } from "./queries/alert-list";
import { assignmentFactsOfPageQuery, type ChoiceAuthorScope, choiceAuthorQuery } from "./queries/assignment";
import { attachableIncidentsQuery } from "./settling/queries/attach";

/** A person or channel with its present name. */
export interface NotifiedRecipient {
  id: string;
  name: string;
}

/** One firing; instants in ms. */
export interface EpisodeView {
  startedAt: number;
  endedAt: number | null;
  incidentId: string | null;
  dismissedAt: number | null;
  dismissedReason: string | null;
  /** The escalations of the firing: their times, with the notified people and channels that still exist. */
  told: { at: number; people: NotifiedRecipient[]; channels: NotifiedRecipient[] }[];
}

/**
 * The recipients of an alert, and who chose that nobody is notified; `name` is null when the audit log no longer has
 * it.
 */
export interface ChosenAssignment extends AlertAssignment {
  by: { name: string | null; at: number } | null;
  /** Number of tries to notify the team that failed while none was accepted. */
  failedTries: number;
}

export interface AlertDetail {
  alert: AlertView;
  /** Null when it does not fire. */
  assigned: ChosenAssignment | null;
  /** Name of the person who acknowledged it. */
  acknowledgedByName: string | null;
  /** The newest twenty, newest first. */
  episodes: EpisodeView[];
  /** Open incidents and drafts to which it may be attached, newest first. */
  incidents: { id: string; title: string; visibility: string }[];
}

type EpisodeNotifications = Pick<EpisodeRow, "told" | "toldNames">;

function toldOf({ told, toldNames }: EpisodeNotifications): EpisodeView["told"] {
  const names = new Map(Object.entries(JSON.parse(toldNames) as Record<string, string>));
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
  return told.map(({ at, channelIds, personIds }) => ({ at, people: named(personIds), channels: named(channelIds) }));
}

const episodeView = ({ toldNames, told, ...rest }: EpisodeRow): EpisodeView => ({
  ...rest,
  told: toldOf({ told, toldNames }),
});

/** Longest mute: a week, with a day to spare. */
const maxMuteMs = 8 * dayMs;

/** Longest distance between a row's time and that of its commit, in ms. */
const commitDelayMs = 5000;

/** Returns where the audit log records who chose that nobody is notified; null when nobody had to choose. */
function choiceOf(
  alert: AlertView,
  pageId: string,
  { told, rule }: AlertAssignment,
  now: number,
): ChoiceAuthorScope | null {
  const { id, sourceId, family, dismissedAt } = alert;
  const around = (at: number) => ({ from: at - commitDelayMs, until: at + commitDelayMs });
  if (told.state === "dismissed") {
    return {
      actions: ["alert.dismiss", "alert.dismiss_several"],
      subjects: [id, pageId],
      ...around(dismissedAt ?? now),
    };
  }
  if (told.state === "muted") {
    const [kind, subjects] = {
      page: ["page", [pageId]] as const,
      source: [family ?? "source", [sourceId, pageId]] as const,
      components: ["component", rule?.components ?? []] as const,
    }[told.by];
    const actions = [`${kind}.mute`, `${kind}.bulk_mute`, "alert.mute_several"];
    return { actions, subjects, from: now - maxMuteMs, until: now + commitDelayMs };
  }
  if (told.state !== "not_notified" || rule === null) return null;
  const actions = ["rule.create", "rule.update", `${family}.create`, `${family}.update`];
  return { actions, subjects: [rule.id, sourceId], ...around(rule.updatedAt) };
}

/**
 * Returns an alert with its firings, and whom it reaches. Failures: missing. Five statements, and one more when someone
 * chose that nobody is notified.
 */
export async function readAlert(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<AlertDetail>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found], episodes, incidents, [facts], [tries]] = await readBatch(
    ctx,
    alertWithOriginQuery(ctx, pageId, id),
    episodesOfAlertQuery(ctx, pageId, id),
    attachableIncidentsQuery(ctx, pageId),
    assignmentFactsOfPageQuery(ctx, pageId),
    failedTriesOfAlertQuery(ctx, id),
  );
  if (!found || !facts) return missingFailure;
  const { acknowledgedByName, ...rest } = found;
  const alert = alertViewOf(rest, ctx.now());
  const assigned = alert.state === "firing" ? alertAssignmentResolver(facts, ctx.now())(alert) : null;
  const choice = assigned && choiceOf(alert, pageId, assigned, ctx.now());
  const [[by = null]] = choice ? await readBatch(ctx, choiceAuthorQuery(ctx, pageId, choice)) : [[]];
  return ok({
    alert,
    assigned: assigned && { ...assigned, by, failedTries: tries?.count ?? 0 },
    acknowledgedByName,
    episodes: episodes.map(episodeView),
    incidents,
  });
}
