import type { z } from "zod";
import { englishSentence, type Refusal } from "~/failures/refusal";
import type { Outbound } from "~/platform/outbound";

export { englishSentence, englishText, type Refusal } from "~/failures/refusal";

/** One email to one person, ready to be sent. Header values have no line breaks and no control characters. */
export interface OutgoingMail {
  /** Id without angle brackets; made from notice, recipient and text, equal at every attempt with the same text. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Additional headers: List-Unsubscribe, In-Reply-To, Auto-Submitted … */
  headers: Record<string, string>;
}

/** Outcome of an email; `answer` is a text for people: the server's own words (`englishText`), or ours (`says`). */
export type MailResult =
  | { outcome: "sent"; answer: Refusal }
  /** Refused for this recipient, permanently (a bounce) or temporarily. */
  | { outcome: "refused"; permanent: boolean; answer: Refusal }
  /**
   * The mailer is unreachable, does not know us or asks to wait: the email was not tried, and the next mailer may try
   * it. `retryAfter` in seconds.
   */
  | { outcome: "away"; answer: Refusal; retryAfter: number | null }
  /**
   * Handed over, and acceptance is unconfirmed; no other mailer gets it in this run. `isSafeAgain` = the same emails
   * sent again together are recognised by their key and not duplicated.
   */
  | { outcome: "doubtful"; answer: Refusal; isSafeAgain: boolean }
  /** The time was up before its turn. */
  | { outcome: "untouched"; answer: Refusal };

/** Answer of every mailer when `to` is not an email address. */
export const notAnAddressResult: MailResult = {
  outcome: "refused",
  permanent: true,
  answer: englishSentence("This is not an email address."),
};

export const untouchedMailResult: MailResult = {
  outcome: "untouched",
  answer: englishSentence("It could not be sent in time."),
};

export interface MailSession {
  /**
   * Sends emails in order and returns a result for each, in the same order. Returns by `until` (UTC ms), if set; emails
   * that were not handed over by then are reported as not tried. Never throws.
   */
  send(mails: readonly OutgoingMail[], until?: number): Promise<MailResult[]>;
  close(): Promise<void>;
}

/**
 * A later report of the service on an email that it accepted. `bounce` = it will never reach this address; `left` = the
 * recipient complained or unsubscribed at the service.
 */
export interface MailEvent {
  address: string;
  kind: "bounce" | "left";
  /** Reason in the service's words. */
  reason: string;
  /** Time of the event, UTC ms; null = the service does not state it. */
  at: number | null;
}

/** A post to the URL that a mailer has for events. */
export interface MailerWebhookRequest<Settings> {
  settings: Settings;
  headers: Headers;
  rawBody: Uint8Array;
  payload: unknown;
  now: number;
  /** Text that was fetched because of `needs`. */
  fetched: string | null;
}

/** A text to fetch from the service itself. */
export interface FetchRequirement {
  url: string;
  pinned: RegExp;
  keep: boolean;
  isUsable?: (text: string) => boolean;
}

export interface MailerWebhook<Settings> {
  /**
   * Returns true when the service itself posted this. For a service that does not sign, the secret URL is the only
   * check.
   */
  isProven(post: MailerWebhookRequest<Settings>): boolean;
  /**
   * Returns what to fetch in order to verify the post, and then in order to answer it (Amazon SNS). The URL matches
   * `pinned` as a whole.
   */
  needs?(payload: unknown, proven: boolean): FetchRequirement | null;
  /**
   * Returns a further check that a verified post is the deployment's own, for a service that signs for all customers
   * while no setting names a sender; null = no check is needed.
   */
  vouchedBy?(
    post: MailerWebhookRequest<Settings>,
  ): Promise<{ need: FetchRequirement; vouches(text: string): boolean } | null>;
  /**
   * Returns settings that the first verified post fills in permanently, such as the only sender accepted from then on.
   * null = none.
   */
  learns?(post: MailerWebhookRequest<Settings>): Partial<Settings> | null;
  read(payload: unknown): MailEvent[];
}

/**
 * One way of sending email. It only translates: no clock, no database; its only way out is `outbound`.
 * `docs/add-a-mailer.md` shows a whole one; the shared contract test runs for every kind in the registry.
 */
export interface MailerAdapter<Settings = unknown> {
  /** Permanent name in the database. `[a-z0-9-]`. */
  kind: string;
  title: string;
  /**
   * Settings of its form. Secrets carry `.meta({ secret: true, origin: "url" })`, where `url` is the setting with the
   * address that they are sent to, and are masked everywhere.
   */
  settings: z.ZodType<Settings>;
  /** True when each email is a call of its own: no more are handed over than the invocation has calls left. */
  oneCallEach?: boolean;
  /** Requirement of the deployment for it to be offered: `email` = Cloudflare's binding `send_email`. */
  needs?: "email";
  /** Its SPF mechanism, and its DKIM selector if that is the same for every domain. */
  records?: { spf?: string; selector?: string };
  /** Bounces and complaints after an email was accepted; absent = the service posts none. */
  events?: MailerWebhook<Settings>;
  /** Connects at the first email, not before. */
  open(given: { settings: Settings; outbound: Outbound; now: () => number }): MailSession;
  /** Settings that pass the schema, for the contract test. */
  sampleSettings: Settings;
}

export type AnyMailerAdapter = MailerAdapter<unknown>;

/** Keeps a mailer's own settings type inside its file. */
export const defineMailerAdapter = <Settings>(mailer: MailerAdapter<Settings>): AnyMailerAdapter =>
  mailer as AnyMailerAdapter;
