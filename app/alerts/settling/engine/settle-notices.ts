import type { NoticeDraft } from "~/commit/commit";
import { lastMuteEndBySource } from "~/mutes/rules/mute-rules";
import { noticesToTeamAndSubscribers } from "~/notifications/engine/notices-to-both";
import { draftDismissedNotice } from "~/notifications/rules/taken-back-notices";
import {
  endsReportedTrouble,
  planTeamNews,
  planUnassignedNews,
  type UnassignedSource,
} from "~/notifications/rules/team-news";
import { dayMs } from "~/time/durations";
import type { SettleReadResult } from "../queries/settle";
import type { SettleDecisionWithTexts } from "./public-words";

const noticeLifetimeMs = dayMs;

/**
 * Returns the notices about incidents to subscribers and the team. `sequence` is the version after this commit, which
 * is guarded.
 */
function incidentNotices({ facts }: SettleReadResult, decision: SettleDecisionWithTexts): NoticeDraft[] {
  const times = { dueAt: facts.now, expiresAt: facts.now + noticeLifetimeMs };
  const about = (id: string, sequence: number) => ({ subjectId: id, sequence, scope: { incident_id: id }, ...times });
  const opened = decision.opened.flatMap(({ id, visibility }): NoticeDraft[] =>
    visibility === "draft"
      ? [{ kind: "draft_opened", audience: "team", ...about(id, 0) }]
      : [
          { kind: "incident_opened", audience: "team", ...about(id, 0) },
          { kind: "incident_update", audience: "subscribers", ...about(id, 0) },
        ],
  );
  const versions = new Map(facts.incidents.map((each) => [each.id, each.version + 1]));
  const told = decision.changed.filter((each) => each.change === "reopened" || each.change === "resolved");
  const updates = told.flatMap(({ id, change }): NoticeDraft[] =>
    noticesToTeamAndSubscribers(
      { kind: "incident_update", audience: "subscribers", ...about(id, versions.get(id) ?? 0) },
      change === "resolved" ? "incident_resolved" : "incident_updated",
      true,
    ),
  );
  const worse = decision.moved.filter(({ id, saysSo }) => saysSo && !told.some((each) => each.id === id));
  const worsened = worse.flatMap(({ id }) =>
    noticesToTeamAndSubscribers(
      { kind: "incident_update", audience: "subscribers", ...about(id, versions.get(id) ?? 0) },
      "incident_updated",
      true,
    ),
  );
  const dismissed = decision.changed.filter(({ change }) => change === "dismissed");
  const ended = dismissed.map(({ id }) => draftDismissedNotice(id, facts.now, true));
  return [...opened, ...updates, ...worsened, ...growing(facts.now, decision), ...ended];
}

/**
 * Returns the team's notices about news of open incidents; their sequence is the time, because the incident may not
 * change.
 */
const growing = (now: number, { news }: SettleDecisionWithTexts): NoticeDraft[] =>
  news.map(({ incidentId, after, components, names, severity }) => ({
    kind: "incident_worsened",
    audience: "team",
    subjectId: incidentId,
    sequence: now,
    scope: { incident_id: incidentId, after, components, names, severity },
    dueAt: now,
    expiresAt: now + noticeLifetimeMs,
  }));

/**
 * Counts the components that changed, may be reported, and are named by no open incident or had their start reported.
 */
function movedAlone(
  { facts, news }: SettleReadResult,
  { observed, after, silencedComponents }: SettleDecisionWithTexts,
): number {
  const spokenOf = new Set(after.flatMap(({ components }) => components.map((each) => each.componentId)));
  const heard = observed.filter(({ component }) => !silencedComponents.has(component.id));
  const since = new Map(facts.components.map((each) => [each.id, each.observedSince]));
  const ends = ({ id, observedStatus }: (typeof heard)[number]["component"]) =>
    endsReportedTrouble(observedStatus, since.get(id) ?? facts.now, news.changedTold);
  return heard.filter(({ component }) => !spokenOf.has(component.id) || ends(component)).length;
}

/**
 * Returns the channels' notices about alerts and components: one message per source and kind, due when a storm has been
 * collected.
 */
function newsNotices(known: SettleReadResult, decision: SettleDecisionWithTexts): NoticeDraft[] {
  const { facts, news } = known;
  const unmutedAt = lastMuteEndBySource(facts);
  const heard = news.sources.filter(({ id }) => !decision.silencedSources.has(id));
  const calmed = new Set(decision.calmed.map(({ sourceId }) => sourceId));
  const sources = heard.map((each) => ({
    ...each,
    recoveredAt: calmed.has(each.id) ? facts.now : each.recoveredAt,
    unmutedAt: unmutedAt(each.id),
  }));
  const quiet = new Set([...decision.silencedAlerts, ...decision.calmed.map(({ alertId }) => alertId)]);
  const fired = news.fired.filter(({ alertId }) => !quiet.has(alertId));
  const found = planTeamNews({ ...news, sources, fired, now: facts.now, moved: movedAlone(known, decision) });
  return found.map(({ kind, subjectId, after, until, dueAt }) => ({
    kind,
    subjectId,
    sequence: dueAt,
    audience: "team",
    scope: { after, until },
    dueAt,
    expiresAt: dueAt + noticeLifetimeMs,
  }));
}

/** Returns the newest unassigned alert of each source and reason that may be reported. */
function unassignedHeard({ facts, news }: SettleReadResult, decision: SettleDecisionWithTexts): UnassignedSource[] {
  const unmutedAt = lastMuteEndBySource(facts);
  const quiet = new Set([...decision.silencedAlerts, ...decision.calmed.map(({ alertId }) => alertId)]);
  const told = news.unassigned.filter(
    ({ alertId, sourceId }) => !quiet.has(alertId) && !decision.silencedSources.has(sourceId),
  );
  return [...Map.groupBy(told, ({ sourceId, reason }) => `${reason} ${sourceId}`).values()].flatMap(
    ([first, ...others]) =>
      first
        ? [
            {
              ...first,
              heardAt: Math.max(first.heardAt, ...others.map(({ heardAt }) => heardAt)),
              unmutedAt: unmutedAt(first.sourceId),
            },
          ]
        : [],
  );
}

/** Returns the team's notices about alerts that no other message reports: they reach no component and open nothing. */
const unassignedNotices = (known: SettleReadResult, decision: SettleDecisionWithTexts): NoticeDraft[] =>
  planUnassignedNews(known.facts.now, unassignedHeard(known, decision)).map(
    ({ sourceId, reason, after, until, dueAt, sequence }) => ({
      kind: "unassigned",
      subjectId: sourceId,
      sequence,
      audience: "team",
      scope: { reason, after, until },
      dueAt,
      expiresAt: dueAt + noticeLifetimeMs,
    }),
  );

export const noticesOfSettling = (known: SettleReadResult, decision: SettleDecisionWithTexts): NoticeDraft[] => [
  ...incidentNotices(known, decision),
  ...newsNotices(known, decision),
  ...unassignedNotices(known, decision),
];
