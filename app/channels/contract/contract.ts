import type { z } from "zod";
import type { Refusal } from "~/failures/refusal";
import type { SubscriberMessage, TeamMessage } from "./messages";

/** A call as it should go out; the sender does the calling. */
export interface ChannelCall {
  url: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers: Record<string, string>;
  /** Absent with GET. */
  body?: string;
}

export interface Sealing {
  /** UTC ms. */
  now: number;
  /** 256 random bits in base64url, new for each call. */
  token: string;
}

/** A call as it leaves. */
export interface SealedCall extends ChannelCall {
  /** What was encrypted, in place of the body. */
  bytes?: Uint8Array<ArrayBuffer>;
}

export interface ChannelAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** When it came, UTC ms; absent = nobody looked. */
  at?: number;
}

/**
 * A reason is for people, by `says`. `gone`: its other end says that it no longer exists: the channel is switched off and
 * people are shown why.
 */
export type ChannelVerdict =
  | { outcome: "sent" }
  | { outcome: "again"; retryAfter: number | null }
  | { outcome: "refused"; reason: Refusal }
  | { outcome: "gone"; reason: Refusal };

/** What calls are made from. */
export interface Telling<Message, Settings> {
  message: Message;
  settings: Settings;
  /** What `sent` kept of this subject on this channel; null at first, and whenever it was lost. */
  state: string | null;
  /** UTC ms. */
  now: number;
  /** By what a receiver knows these words: equal as long as they are (notifications/rules/text-id). Absent = the message's id. */
  textId?: string;
}

/** At most two calls, made in order; the first says what is new. None = this kind has nothing to say about it. */
export type Compose<Message, Settings> = (telling: Telling<Message, Settings>) => readonly ChannelCall[];

/** What arrived. */
export interface Sent {
  message: TeamMessage | SubscriberMessage;
  /** Which of the calls, from 0. */
  call: number;
  reply: ChannelAnswer;
  state: string | null;
}

/** An answer of the other side, for the contract test. */
export interface SampleAnswer {
  status: number;
  text?: string;
  headers?: Record<string, string>;
}

/** How visitors subscribe by a kind of channel. */
export interface Endpoint {
  /** What of its settings they give; the others are the deployment's. */
  target: z.ZodType<Record<string, string>>;
  /** What of it names them: who gives the same is the same subscriber. */
  identity(target: Record<string, string>): string;
  /** What they typed where that is no address of the web; null = it is none. `account`: the settings of the deployment. */
  typed?(text: string, account: Record<string, unknown>): TypedTarget | null;
  /** What they know it by, and what opens nothing. */
  shown?(target: Record<string, string>): string;
}

export interface TypedTarget {
  target: Record<string, string>;
  /** Of what it is one: strangers could give others of it without end. */
  among: string;
}

/**
 * One kind of channel. It translates, it does not act: no clock, no database, no network. `docs/add-a-channel.md`
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
  /** When what was made is made again: how both are known until then, UTC ms; absent = the old one ends at once. */
  rotated?(before: Settings, made: Partial<Settings>, until: number): Settings;
  /** Absent = teams cannot have it. */
  team?: Compose<TeamMessage, Settings>;
  /** Absent = visitors cannot subscribe by it themselves. */
  endpoint?: Endpoint;
  /** Absent = subscribers cannot have it. */
  subscriber?: Compose<SubscriberMessage, Settings>;
  /** At the very last, where a call is encrypted or signed with chance: what is sealed differs from try to try. */
  seal?(call: ChannelCall, settings: Settings, sealing: Sealing): Promise<SealedCall>;
  /** Of the addresses that strangers give, those that we post to: of a company, its own. */
  accepts?(settings: Settings): boolean;
  /** Secrets that the other side reads in the body, not in the address or a header. */
  secretsInBody?: readonly string[];
  read(answer: ChannelAnswer): ChannelVerdict;
  /** After each call that arrived: what to know of the subject next time, at most 200 bytes; null = nothing. */
  sent?(sent: Sent): string | null;
  /** After a call that was to end the subject and may have: what to know of it then. Absent = what was known. */
  perhapsEnded?(state: string | null): string | null;
  sampleSettings: Settings;
  /** What the other side answers, as its documentation says; `limited` where it says so in a way of its own, `gone` where it can. */
  sampleAnswers: { sent: SampleAnswer; refused: SampleAnswer; limited?: SampleAnswer; gone?: SampleAnswer };
}

export type AnyChannel = Channel<unknown>;

export { says } from "~/failures/refusal";

/** Keeps a channel's own settings type inside its file. */
export const defineChannel = <Settings>(channel: Channel<Settings>): AnyChannel => channel as AnyChannel;

/** Bytes of what is kept of a subject. */
export const mostState = 200;
export const mostCalls = 2;
