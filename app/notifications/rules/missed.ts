import type { Audience, NoticeKind } from "./notice";

/**
 * The line in which a page's summary of what nobody could be told waits until somebody can be: no sender looks at it, the
 * tick asks for it (notifications/queries/missed).
 */
export const missedLane = 90;

/** A channel that wants one of these is told of what was missed. */
export const missedEvents = ["draft_opened", "incident_opened", "incident_worsened", "unassigned"] as const;

/** By these the team is told of an incident, or of a source's alerts; of what it was reminded of it was told. */
export const tellingKinds: readonly NoticeKind[] = [...missedEvents, "incident_stale"];

/** What is older is no news: it is left out of the summary, which ends once all of it is. */
export const youngFor = 24 * 3600_000;

/** After mail refused a summary it is tried again so much later, ms. */
export const probeEvery = 2 * 60_000;

/** So many subjects of a page are remembered, the newest. */
export const subjectsAtMost = 500;

/** The events of which a channel has to want one to be told of this kind. */
export const eventsOf = (kind: NoticeKind): readonly string[] =>
  kind === "missed_notifications" ? missedEvents : [kind];

interface Told {
  audience: Audience;
  kind: NoticeKind;
}

/** Whether somebody has to be told of it later where nobody was: a summary that reached nobody waits again. */
export const isOwed = ({ audience, kind }: Told): boolean =>
  audience === "team" && (kind === "missed_notifications" || missedEvents.some((each) => each === kind));

/** Whether it waits for no mailer: what is owed is summed up, and a reminder comes again. */
export const isNowOrNever = (told: Told): boolean =>
  isOwed(told) || (told.audience === "team" && told.kind === "incident_stale");
