import type { z } from "zod";
import { type Refusal, says } from "~/failures/refusal";
import type { Outbound } from "~/platform/outbound";

export { inEnglish, type Refusal, says } from "~/failures/refusal";

/** One mail to one person, ready to leave. Header values have no line breaks and no control characters. */
export interface Mail {
  /** Without angle brackets; made from notice, recipient and words, equal on every try as long as these are. */
  messageId: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Everything beyond the usual: List-Unsubscribe, In-Reply-To, Auto-Submitted … */
  headers: Record<string, string>;
}

/**
 * What became of a mail. `refused` is about this recipient: permanent (a bounce) or for now. `away` is about the mailer:
 * it cannot be reached, does not know us or wants us to wait; the mail was not tried and the next mailer may.
 * `doubtful`: it was handed over and nobody said whether it was taken; no other mailer has it in this run.
 * `untouched`: the time was up before its turn. An `answer` is for people: the server’s own words (`inEnglish`), or ours (`says`).
 */
export type Handed =
  | { outcome: "sent"; answer: Refusal }
  | { outcome: "refused"; permanent: boolean; answer: Refusal }
  | { outcome: "away"; answer: Refusal; retryAfter: number | null }
  /** `isSafeAgain`: the same mails handed over again together are known by their key and not doubled. */
  | { outcome: "doubtful"; answer: Refusal; isSafeAgain: boolean }
  | { outcome: "untouched"; answer: Refusal };

/** What every mailer answers where `to` is none. */
export const notAnAddress: Handed = {
  outcome: "refused",
  permanent: true,
  answer: says("This is not an email address."),
};

export const untouched: Handed = { outcome: "untouched", answer: says("The time was up before it could be sent.") };

export interface Sending {
  /**
   * In order; one answer a mail, in the same order. At `until` (UTC ms, where given) it has answered: what it could not
   * hand over by then is untouched. Never throws.
   */
  send(mails: readonly Mail[], until?: number): Promise<Handed[]>;
  close(): Promise<void>;
}

/**
 * What a service tells later of a mail that it took. `bounce`: it will never arrive at this address. `left`: whoever has it
 * complained, or asked the service for no more.
 */
export interface MailEvent {
  address: string;
  kind: "bounce" | "left";
  /** In the service's words. */
  reason: string;
  /** When it happened, UTC ms; null = it does not say. */
  at: number | null;
}

/** A post to the address that a mailer has for this. */
export interface EventsPost<Settings> {
  settings: Settings;
  headers: Headers;
  rawBody: Uint8Array;
  payload: unknown;
  now: number;
  /** The text that was needed. */
  fetched: string | null;
}

/** What is fetched from the service itself. */
export interface Needed {
  url: string;
  pinned: RegExp;
  keep: boolean;
  isUsable?: (text: string) => boolean;
}

export interface MailEvents<Settings> {
  /** Whether the service itself posted this. What it does not sign, the address alone lets in. */
  isProven(post: EventsPost<Settings>): boolean;
  /** What must be fetched to prove it, and then to answer it (Amazon SNS). The address matches `pinned` as a whole. */
  needs?(payload: unknown, proven: boolean): Needed | null;
  /**
   * Who else has to say that a proven post is the deployment's own, where the service signs for everybody and no setting
   * says whose posts are taken; null = nobody.
   */
  vouchedBy?(post: EventsPost<Settings>): Promise<{ need: Needed; vouches(text: string): boolean } | null>;
  /** Settings that a proven post fills in for good, as long as nobody has: from whom alone posts are taken. null = none. */
  learns?(post: EventsPost<Settings>): Partial<Settings> | null;
  read(payload: unknown): MailEvent[];
}

/**
 * One way in which mail leaves. It translates, it does not act: no clock, no database; its only way out is `outbound`.
 * `docs/add-a-mailer.md` shows a whole one; the shared contract test runs over every kind in the registry.
 */
export interface Mailer<Settings = unknown> {
  /** In the database, for ever. `[a-z0-9-]`. */
  kind: string;
  title: string;
  /**
   * The settings on its form. Secrets carry `.meta({ secret: true, origin: "url" })`, where `url` is the setting with the
   * address that they are sent to, and are masked everywhere.
   */
  settings: z.ZodType<Settings>;
  /** Each mail is a call of its own: no more are handed over than the invocation has calls left. */
  oneCallEach?: boolean;
  /** What the deployment must have for it to be offered: `email`, Cloudflare's binding `send_email`. */
  needs?: "email";
  /** What SPF calls it, and where its DKIM key lies if every domain has it there. */
  records?: { spf?: string; selector?: string };
  /** Bounces and complaints that come after a mail was taken; absent = it posts none. */
  events?: MailEvents<Settings>;
  /** Connects at the first mail, not before. */
  open(given: { settings: Settings; outbound: Outbound; now: () => number }): Sending;
  /** Settings that pass the schema, for the contract test. */
  sampleSettings: Settings;
}

export type AnyMailer = Mailer<unknown>;

/** Keeps a mailer's own settings type inside its file. */
export const defineMailer = <Settings>(mailer: Mailer<Settings>): AnyMailer => mailer as AnyMailer;
