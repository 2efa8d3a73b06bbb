import { dayMs } from "~/time/durations";
import { proposedNoticeKind } from "./notice";

const noticeLifetimeMs = dayMs;

/** The kinds of what is proposed: a draft incident, an update, a postmortem, a maintenance. */
export type ProposedThing = "incident" | "update" | "postmortem" | "maintenance";

interface ProposalNoticeFacts {
  kind: ProposedThing;
  /** The draft, or the proposal. */
  subjectId: string;
  incidentId: string | null;
  /** The version that the subject has after this commit; absent for a new subject. */
  sequence?: number;
}

/** Notifies the channels that chose it of something that a program proposed. `now` in UTC ms. */
export const proposalNotice = ({ kind, subjectId, incidentId, sequence = 0 }: ProposalNoticeFacts, now: number) => ({
  kind: proposedNoticeKind as typeof proposedNoticeKind,
  audience: "team" as const,
  subjectId,
  sequence,
  scope: { thing: kind, ...(incidentId === null ? {} : { incident_id: incidentId }) },
  dueAt: now,
  expiresAt: now + noticeLifetimeMs,
});
