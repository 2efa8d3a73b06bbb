import type { z } from "zod";
import type { Refusal } from "~/rules/failures/refusal";
import type { TeamNotice } from "~/rules/telling/notice";

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
  /** A sentence or two; may be empty. */
  text: string;
  severity: "critical" | "error" | "warning" | "info" | null;
  /** Where to act: the draft, the alert, the outbox. */
  link: { text: string; url: string };
  /** Further facts in order: component and status, source, since when. */
  facts: { name: string; value: string }[];
}

/** A call as it should go out; the sender does the calling. */
export interface ChannelCall {
  url: string;
  method: "POST" | "PUT";
  headers: Record<string, string>;
  body: string;
}

export interface ChannelAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Reasons are for people, by `says`. `gone`: its other end says that it no longer exists: the channel is switched off and people are shown why. */
export type ChannelVerdict =
  | { outcome: "sent" }
  | { outcome: "again"; retryAfter: number | null }
  | { outcome: "refused"; reason: Refusal }
  | { outcome: "gone"; reason: Refusal };

/**
 * One kind of team channel. It translates, it does not act: no clock, no database, no network. `docs/add-a-channel.md`
 * shows a whole one; the shared contract test runs over every kind in the registry.
 */
export interface Channel<Settings = unknown> {
  /** In the database and the API, for ever. `[a-z0-9-]`. */
  kind: string;
  title: string;
  /** One or two sentences: where its settings are found on the other side. */
  intro: string;
  /** Secrets carry `.meta({ secret: true })`; so does an address that is a secret. */
  settings: z.ZodType<Settings>;
  /** Settings that people do not type but we make at creation, such as a signing secret; `token` is 256 random bits. */
  generate?(token: string): Partial<Settings>;
  /** The call for this message; `now` in UTC ms. */
  compose(given: { message: TeamMessage; settings: Settings; now: number }): ChannelCall;
  read(answer: ChannelAnswer): ChannelVerdict;
  sampleSettings: Settings;
}

export type AnyChannel = Channel<unknown>;

export { says } from "~/rules/failures/refusal";

/** Keeps a channel's own settings type inside its file. */
export const defineChannel = <Settings>(channel: Channel<Settings>): AnyChannel => channel as AnyChannel;
