import type { SubscriberNotice, TeamNotice } from "~/notifications/rules/notice";

/** Of what a message tells: all messages about one subject make one thread where the other side can. */
export interface Thread {
  /** The incident, the maintenance or the source of alerts. */
  id: string;
  /** Whether it goes on after this message; false = it is over, and what was opened for it may be closed. */
  open: boolean;
  /** After its end it may begin anew, as another one: what is kept of it is forgotten with its end. */
  recurs?: boolean;
}

export interface Link {
  text: string;
  url: string;
}

/** What a team channel is told, as plain data; every text may come from a stranger and is escaped by the channel. */
export interface TeamMessage {
  /** Equal on every try: notice and channel. */
  id: string;
  event: TeamNotice | "test";
  /** UTC ms. */
  at: number;
  page: { name: string; url: string };
  /** One line that says it all. */
  title: string;
  /** A sentence or two, or the update; may be empty. */
  text: string;
  severity: "critical" | "error" | "warning" | "info" | null;
  /** Of an incident: its worst, and its present one where that differs. */
  impact: Said | null;
  impactNow: Said | null;
  /** Somebody may have to act at once. What is planned opens no alert elsewhere, and is no reason to wake anybody. */
  alarm: boolean;
  /** Where to act: the draft, the alert, the outbox. */
  link: Link;
  /** Further facts in order: component and status, source, since when. */
  facts: { name: string; value: string }[];
  /** null = it stands alone. */
  thread: Thread | null;
}

/** A word that programs compare and how people read it. */
export interface Said {
  key: string;
  text: string;
}

/** What a subscriber is told, in public words of their language; escaped by the channel all the same. */
export interface SubscriberMessage {
  /** Equal on every try: notice and subscriber. */
  id: string;
  /** `proof`: before anything else, that the address is theirs; its `text` says the code that is typed back. */
  event: SubscriberNotice | "proof";
  /** UTC ms. */
  at: number;
  /** `status`: how the whole page is, as `/api/v2/status.json` says it; null where that is not told. */
  page: { id: string; name: string; url: string; status: { indicator: string; description: string } | null };
  language: string;
  /** The name of the incident or maintenance. */
  title: string;
  status: Said | null;
  /** none, minor, major, critical or maintenance; of an incident its worst, and its present one where that differs. */
  impact: Said | null;
  impactNow: Said | null;
  /** What is new, in plain text. */
  text: string;
  components: { id: string; name: string; status: Said }[];
  /** Of a maintenance: UTC ms, and as it is read in the subscriber's zone. */
  window: { startsAt: number; endsAt: number; text: string } | null;
  /** The public page that says more. */
  link: Link;
  /** Where the subscription is changed and left. */
  manage: Link;
  thread: Thread | null;
}
