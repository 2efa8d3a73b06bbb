import { worstImpact } from "~/incidents/rules/impact";
import { postmortemWord } from "~/incidents/rules/postmortem";
import { escapeText } from "~/text/escape-html";
import { publishedIdOf } from "../rules/foreign-ids";
import { separatePostmortem } from "../rules/postmortem-entry";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance, SnapshotUpdate } from "../rules/snapshot-document";
import { toStatuspageV2Component } from "./statuspage-v2-components";

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

/**
 * Returns the plain text as safe HTML, because readers of the format print bodies as HTML, with line ends as the format
 * writes them.
 */
export const statuspageV2BodyHtml = (text: string): string => escapeText(text).replace(/\r?\n/g, "<br />");

/** Replaces `no_data`, which the format does not have. */
const v2Word = (status: string) => (status === "no_data" ? "degraded_performance" : status);

/** Returns "Group - Component" for a grouped component. */
function fullName({ components, groups }: Snapshot, id: string, name: string): string {
  const groupId = components.find((each) => each.id === id)?.groupId;
  const group = groups.find((each) => each.id === groupId);
  return group ? `${group.name} - ${name}` : name;
}

function affected(snapshot: Snapshot, { changes }: SnapshotUpdate) {
  if (changes.length === 0) return null;
  return changes.map(({ componentId, name, from, to }) => ({
    code: publishedIdOf(snapshot, componentId),
    name: fullName(snapshot, componentId, name),
    old_status: v2Word(from),
    new_status: v2Word(to),
  }));
}

interface UpdateParent {
  id: string;
  /** Address of the incident or maintenance, used instead of a body that was too long for the list. */
  url: string;
}

const v2Update = (snapshot: Snapshot, parent: UpdateParent, update: SnapshotUpdate) => ({
  id: update.id,
  status: update.status,
  body: statuspageV2BodyHtml(update.cut ? parent.url : update.text),
  incident_id: parent.id,
  created_at: iso(update.createdAt),
  updated_at: iso(update.updatedAt),
  display_at: iso(update.shownAt),
  affected_components: affected(snapshot, update),
  deliver_notifications: update.notify,
  custom_tweet: null,
  tweet_id: null,
});

/** Returns the components with their current state; archived ones are left out. */
const componentsOf = (snapshot: Snapshot, touched: readonly { id: string }[]) =>
  snapshot.components
    .filter((each) => touched.some(({ id }) => id === each.id))
    .map((each) => toStatuspageV2Component(snapshot, each));

const urlOf = ({ page }: Snapshot, kind: "incidents" | "maintenances", { id }: { id: string }): string =>
  `${page.url}/${kind}/${id}`;

/** Returns the postmortem's members. It is also among the updates, as in the format. */
function v2Postmortem(snapshot: Snapshot, incident: SnapshotIncident) {
  const { postmortem } = separatePostmortem(incident);
  return {
    postmortem_body:
      postmortem && statuspageV2BodyHtml(postmortem.cut ? urlOf(snapshot, "incidents", incident) : postmortem.text),
    postmortem_body_last_updated_at: isoOrNull(postmortem?.updatedAt ?? null),
    postmortem_ignored: false,
    postmortem_published_at: isoOrNull(postmortem?.shownAt ?? null),
    postmortem_notified_subscribers: postmortem?.notify ?? false,
    postmortem_notified_twitter: false,
  };
}

const isOver = ({ resolvedAt }: SnapshotIncident) => resolvedAt !== null;

/**
 * Returns the id by which programs that moved here know the event: that of the origin if it was imported, otherwise
 * ours.
 */
const publishedEventId = ({ id, foreignId }: { id: string; foreignId?: string }): string => foreignId ?? id;

export const toStatuspageV2Incident = (snapshot: Snapshot, incident: SnapshotIncident) => ({
  id: publishedEventId(incident),
  name: incident.title,
  status: isOver(incident) && separatePostmortem(incident).postmortem ? postmortemWord : incident.status,
  created_at: iso(incident.createdAt),
  updated_at: iso(incident.updatedAt),
  monitoring_at: isoOrNull(incident.monitoringAt),
  resolved_at: isoOrNull(incident.resolvedAt),
  ...(incident.nextUpdateAt === undefined ? {} : { next_update_by: iso(incident.nextUpdateAt) }),
  impact: worstImpact(incident),
  shortlink: urlOf(snapshot, "incidents", incident),
  started_at: iso(incident.startedAt),
  page_id: publishedIdOf(snapshot, snapshot.page.id),
  incident_updates: incident.updates.map((each) =>
    v2Update(snapshot, { id: publishedEventId(incident), url: urlOf(snapshot, "incidents", incident) }, each),
  ),
  components: componentsOf(snapshot, incident.components),
  reminder_intervals: null,
  ...v2Postmortem(snapshot, incident),
});

/** Returns the updates; for a plan without any, one with the text of the plan. */
function updatesOf(maintenance: SnapshotMaintenance): SnapshotUpdate[] {
  if (maintenance.updates.length > 0) return maintenance.updates;
  const { id, html, text, cut, createdAt, updatedAt } = maintenance;
  const times = { shownAt: createdAt, createdAt, updatedAt };
  return [{ id, status: "scheduled", html, text, ...times, notify: true, changes: [], ...(cut ? { cut } : {}) }];
}

export const toStatuspageV2Maintenance = (snapshot: Snapshot, maintenance: SnapshotMaintenance) => ({
  id: publishedEventId(maintenance),
  name: maintenance.title,
  status: maintenance.status,
  created_at: iso(maintenance.createdAt),
  updated_at: iso(maintenance.updatedAt),
  monitoring_at: isoOrNull(maintenance.verifyingAt),
  resolved_at: isoOrNull(maintenance.completedAt),
  impact: "maintenance",
  shortlink: urlOf(snapshot, "maintenances", maintenance),
  started_at: iso(maintenance.startsAt),
  page_id: publishedIdOf(snapshot, snapshot.page.id),
  incident_updates: updatesOf(maintenance).map((each) =>
    v2Update(snapshot, { id: publishedEventId(maintenance), url: urlOf(snapshot, "maintenances", maintenance) }, each),
  ),
  components: componentsOf(snapshot, maintenance.components),
  scheduled_for: iso(maintenance.startsAt),
  scheduled_until: iso(maintenance.endsAt),
});
