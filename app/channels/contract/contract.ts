import type { z } from "zod";
import type { Refusal } from "~/failures/refusal";
import type { SubscriberMessage, TeamMessage } from "./messages";

/** A call for the sender to make. */
export interface ChannelCall {
  url: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers: Record<string, string>;
  /** Body; absent with GET. */
  body?: string;
}

export interface ChannelCallSealContext {
  /** Present time, UTC ms. */
  now: number;
  /** 256 random bits in base64url, new for each call. */
  token: string;
}

/** A call as it is sent. */
export interface SealedChannelCall extends ChannelCall {
  /** Encrypted content that replaces the body. */
  bytes?: Uint8Array<ArrayBuffer>;
}

export interface ChannelResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Time at which the answer arrived, UTC ms; absent = not recorded. */
  at?: number;
}

/**
 * A reason is shown to people, by `says`. `gone` = the receiver says that it no longer exists: the channel is switched
 * off and people are shown why.
 */
export type ChannelSendResult =
  | { outcome: "sent" }
  | { outcome: "again"; retryAfter: number | null }
  | { outcome: "refused"; reason: Refusal }
  | { outcome: "gone"; reason: Refusal };

/** The input from which calls are made. */
export interface ChannelCallContext<Message, Settings> {
  message: Message;
  settings: Settings;
  /** State that `sent` kept of this subject on this channel; null at first, and whenever it was lost. */
  state: string | null;
  /** Present time, UTC ms. */
  now: number;
  /**
   * Id by which a receiver recognises the text: equal as long as the text is (notifications/rules/text-id). Absent =
   * the message's id.
   */
  textId?: string;
}

/**
 * Returns at most two calls, which are sent in order; the first contains the message. An empty list means that this
 * kind sends nothing for the message.
 */
export type ComposeChannelCalls<Message, Settings> = (
  telling: ChannelCallContext<Message, Settings>,
) => readonly ChannelCall[];

/** A call that succeeded, with its reply. */
export interface SentChannelCall {
  message: TeamMessage | SubscriberMessage;
  /** Position of the call, from 0. */
  call: number;
  reply: ChannelResponse;
  state: string | null;
}

/** A sample answer of the receiver, for the contract test. */
export interface SampleChannelResponse {
  status: number;
  text?: string;
  headers?: Record<string, string>;
}

/** Subscribing by a kind of channel, for visitors. */
export interface ChannelEndpoint {
  /** The settings that visitors give; the others are the deployment's. */
  target: z.ZodType<Record<string, string>>;
  /** Returns the part that identifies the subscriber: the same part is the same subscriber. */
  identity(target: Record<string, string>): string;
  /**
   * Returns the target that a visitor typed, when it is not a URL; null = it is invalid. `account` = the deployment's
   * settings.
   */
  typed?(text: string, account: Record<string, unknown>): TypedEndpointTarget | null;
  /** Returns a text by which visitors recognise it, without anything that grants access. */
  shown?(target: Record<string, string>): string;
}

export interface TypedEndpointTarget {
  target: Record<string, string>;
  /**
   * Range to which the target belongs, such as a network, because strangers could enter endless targets of one range.
   */
  among: string;
}

/**
 * One kind of channel. It only translates: no clock, no database, no network. `docs/add-a-channel.md` shows a whole
 * one; the shared contract test runs for every kind in the registry.
 */
export interface ChannelAdapter<Settings = unknown> {
  /** Permanent name in the database and the API. `[a-z0-9-]`. */
  kind: string;
  title: string;
  /** One or two sentences that say where to find its settings in the other product. */
  intro: string;
  /** Secrets carry `.meta({ secret: true })`; so does an address that is a secret. */
  settings: z.ZodType<Settings>;
  /**
   * Returns settings that are generated at creation rather than typed, such as a signing secret; `token` is 256 random
   * bits.
   */
  generate?(token: string): Partial<Settings>;
  /**
   * Returns the settings after a rotation, in which both secrets are valid until `until` (UTC ms). Absent if the old
   * secret ends at once.
   */
  rotated?(before: Settings, made: Partial<Settings>, until: number): Settings;
  /** Absent = teams cannot use it. */
  team?: ComposeChannelCalls<TeamMessage, Settings>;
  /** Absent = visitors cannot subscribe by it themselves. */
  endpoint?: ChannelEndpoint;
  /** Absent = subscribers cannot use it. */
  subscriber?: ComposeChannelCalls<SubscriberMessage, Settings>;
  /** Encrypts or signs a call with random data, right before it is sent: the result differs at each attempt. */
  seal?(call: ChannelCall, settings: Settings, sealing: ChannelCallSealContext): Promise<SealedChannelCall>;
  /**
   * Returns true for a visitor's address that may be called: for a kind of one company, only that company's addresses.
   */
  accepts?(settings: Settings): boolean;
  /** Names of secrets that are sent in the body, rather than in the URL or a header. */
  secretsInBody?: readonly string[];
  read(answer: ChannelResponse): ChannelSendResult;
  /** Returns the state to keep of the subject after each call that succeeded, at most 200 bytes; null = nothing. */
  sent?(sent: SentChannelCall): string | null;
  /** Returns the state to keep after a call that may have ended the subject. Absent = the state stays. */
  perhapsEnded?(state: string | null): string | null;
  sampleSettings: Settings;
  /**
   * The receiver's answers, as its documentation says; `limited` when it has a form of its own, `gone` when it exists.
   */
  sampleAnswers: {
    sent: SampleChannelResponse;
    refused: SampleChannelResponse;
    limited?: SampleChannelResponse;
    gone?: SampleChannelResponse;
  };
}

export type AnyChannelAdapter = ChannelAdapter<unknown>;

export { englishSentence } from "~/failures/refusal";

/** Keeps a channel's own settings type inside its file. */
export const defineChannelAdapter = <Settings>(channel: ChannelAdapter<Settings>): AnyChannelAdapter =>
  channel as AnyChannelAdapter;

/** Maximum number of bytes of the state that is kept of a subject. */
export const maxThreadStateBytes = 200;
export const maxCallsPerChannelMessage = 2;
