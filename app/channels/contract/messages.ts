import type { SubscriberNoticeKind, TeamNoticeKind } from "~/notifications/rules/notice";

/** The subject of a message: where the receiver supports it, all messages about one subject form a thread. */
export interface MessageThread {
  /** Id of the incident, the maintenance or the source of alerts. */
  id: string;
  /** True when it continues after this message; false = it is over, and what was opened for it may be closed. */
  open: boolean;
  /** True when it may start again after its end, as a new one; its state is then dropped at its end. */
  recurs?: boolean;
}

export interface MessageLink {
  text: string;
  url: string;
}

/** A message to a team channel as plain data; every text may come from a stranger and is escaped by the channel. */
export interface TeamMessage {
  /** Id of notice and channel, equal at every attempt. */
  id: string;
  event: TeamNoticeKind | "test";
  /** Time of the event, UTC ms. */
  at: number;
  page: { name: string; url: string };
  /** One line that summarises the message. */
  title: string;
  /** One or two sentences, or the update; may be empty. */
  text: string;
  severity: "critical" | "error" | "warning" | "info" | null;
  /** Worst impact of an incident, and its present one when that differs. */
  impact: LabelledKey | null;
  impactNow: LabelledKey | null;
  /** True when someone may have to act at once. Scheduled work opens no alert in other tools and wakes nobody. */
  alarm: boolean;
  /** Link to where people act: the draft, the alert, the outbox. */
  link: MessageLink;
  /** Further facts in order: component and status, source, start. */
  facts: { name: string; value: string }[];
  /** Thread; null = the message stands alone. */
  thread: MessageThread | null;
}

/** A value that programs compare, with its text for people. */
export interface LabelledKey {
  key: string;
  text: string;
}

/** A message to a subscriber in their language; the channel escapes it, too. */
export interface SubscriberMessage {
  /** Id of notice and subscriber, equal at every attempt. */
  id: string;
  /** `proof` is the first message, which verifies the address; its `text` has the code to enter. */
  event: SubscriberNoticeKind | "proof";
  /** Time of the event, UTC ms. */
  at: number;
  /** `status` = the page's overall status, as in `/api/v2/status.json`; null when it is not included. */
  page: { id: string; name: string; url: string; status: { indicator: string; description: string } | null };
  language: string;
  /** Title of the incident or maintenance. */
  title: string;
  status: LabelledKey | null;
  /** none, minor, major, critical or maintenance; for an incident the worst, and the present one when that differs. */
  impact: LabelledKey | null;
  impactNow: LabelledKey | null;
  /** The news, in plain text. */
  text: string;
  components: { id: string; name: string; status: LabelledKey }[];
  /** Window of a maintenance: UTC ms, and a text in the subscriber's time zone. */
  window: { startsAt: number; endsAt: number; text: string } | null;
  /** Link to the public page with the details. */
  link: MessageLink;
  /** Link to change the subscription or unsubscribe. */
  manage: MessageLink;
  thread: MessageThread | null;
}
