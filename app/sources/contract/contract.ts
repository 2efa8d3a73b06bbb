import type { z } from "zod";
import type { AlertOutcome } from "~/alerts/rules/delivery";
import type { DeliveryReading, Signal, SignalOrder, SkippedBodyPart } from "~/alerts/rules/signal";
import { hourMs } from "~/time/durations";
import { type DecodeResult, decodeJsonBody, type RawRequest } from "./decode";

/** A decoded body: a JSON value, or the fields of a form or query. */
export type SourcePayload = unknown;

/** HTTP method, or `MAIL` for an email to the source's address, which is not an HTTP method. */
export type SourceMethod = "POST" | "PUT" | "PATCH" | "DELETE" | "GET" | "OPTIONS" | "MAIL";

export interface SourceRequest<Settings> extends RawRequest {
  settings: Settings;
  /** Current time, UTC ms. */
  now: number;
  /** Text at the address that `needs` returned; null when it returned none. */
  fetched: string | null;
}

/** A delivery with its decoded body. */
export interface SourceMessage {
  /** Instant of receipt, UTC ms. */
  now: number;
  payload: SourcePayload;
  headers: Headers;
  query: URLSearchParams;
  /** True when only the beginning of the body was read, so that anything after the list is missing. */
  isShort?: boolean;
}

/** One https address whose text is needed to authenticate or answer a delivery. */
export interface SourceFetchRequirement {
  url: string;
  /** Pattern that must match the whole address, otherwise nothing is fetched. */
  pinned: RegExp;
  /** True when its text never changes, so it is kept. */
  keep: boolean;
  /** Returns true for a text of the expected kind. Any other text is not kept, and the sender is asked to retry. */
  isUsable?: (text: string) => boolean;
}

/** Response for a sender that expects a special response. */
export interface SenderReply {
  status: number;
  headers?: Record<string, string>;
  /** Body, sent as JSON; absent = an empty body. */
  body?: unknown;
}

/** Result of a delivery; `accepted` is null for OPTIONS, which delivers nothing. */
export interface DeliveryOutcome {
  message: SourceMessage;
  accepted: { id: string; duplicate: boolean; alerts: AlertOutcome[]; skipped: SkippedBodyPart[] } | null;
}

export interface SourceSetup {
  /** One or two sentences which explain where to paste the snippets. */
  intro: string;
  /** Texts to paste. With `file`, the text is a whole file of that name. */
  snippets: { title: string; language: string; text: string; file?: string | undefined }[];
}

/**
 * A delivery as the tool sends it, without the sender's proof. It has headers when the usual ones for JSON are not
 * enough.
 */
export interface SourceSample {
  payload: SourcePayload;
  headers?: Record<string, string>;
  signals: Signal[];
}

/**
 * Returns the headers with which a genuine sender proves its identity for this body. A kind has null here when only the
 * real sender can produce them.
 */
export type ProveDelivery<Settings> = (sent: {
  rawBody: Uint8Array;
  settings: Settings;
  now: number;
  deliveryId: string;
}) => Record<string, string>;

/**
 * One kind of external tool that posts to us. An adapter only translates: it has no clock, database or network.
 * `docs/add-a-source.md` shows a complete adapter; the shared contract test runs over every kind in the registry.
 */
export interface SourceAdapter<Settings = unknown> {
  /** Permanent name in the database and the API. `[a-z0-9-]`. */
  kind: string;
  /** Name of the tool, as people read it. */
  title: string;
  /**
   * Form of the key in its address. `routing_key` is 32 characters of base32, for tools whose form accepts no longer
   * key.
   */
  addressKey: "token" | "routing_key";
  /** Methods with which it delivers. OPTIONS is answered without a delivery, and a GET without a query is not one. */
  methods: readonly SourceMethod[];
  order: SignalOrder;
  /** True when the sender guarantees that an event id always has the same body; another body is refused with 409. */
  immutableIds: boolean;
  /** Status for deliveries over the limit, chosen so that the sender retries. */
  limitStatus: 429 | 503;
  /**
   * Schema of the settings on its form. Secrets have `.meta({ secret: true })` and are masked everywhere. `{}` must be
   * valid, for a draft.
   */
  settings: z.ZodType<Settings>;
  /** Media types of its bodies, without parameters; "" = without a type. */
  contentTypes: readonly string[];
  /**
   * Headers that describe the body, so that a stored delivery can be read again. A final `*` matches any rest of the
   * name.
   */
  keptHeaders: readonly string[];
  /** Fields of forms and queries that authenticate the sender, which are not stored. */
  hiddenFields: readonly string[];
  /** Returns the sender's id of this event, equal on every retry; null when it has none. */
  deliveryId(message: SourceMessage): string | null;
  /** Returns an address to fetch, or null. Called once before `authenticate`, and once after it, then with `proven`. */
  needs(sent: SourceRequest<Settings>, proven: boolean): SourceFetchRequirement | null;
  /**
   * Returns true when the sender is genuine, or when the kind has nothing to verify. Compare secrets with
   * text/same-text.
   */
  authenticate(sent: SourceRequest<Settings>): boolean | Promise<boolean>;
  /** Decodes the body to a payload. Never throws; returns a failure for a body that it cannot decode. */
  decode(raw: RawRequest): DecodeResult;
  /** Returns true when a body with these settings is a list of alerts, of which only the first megabyte is read. */
  lists(settings: Settings): boolean;
  /**
   * Time within which the sender repeats firing alerts, in ms. Until then, alerts missing from a cut list are assumed
   * to fire.
   */
  repeatsWithin: number;
  /** Reads the alerts. Never throws, whatever the payload; one malformed alert does not affect the others. */
  read(message: SourceMessage, settings: Settings): DeliveryReading;
  /** Returns the response; null = the default, which is 202 with the delivery's id. */
  answer(answered: DeliveryOutcome): SenderReply | null;
  /** Returns the exact texts to paste into the other tool; null when they are in `public/setup/<kind>.json`. */
  setup: ((input: { ingestUrl: string; settings: Settings }) => SourceSetup) | null;
  /** Valid settings for the contract test, with a secret if the kind has one. */
  sampleSettings: Settings;
  /** Returns a body as the tool sends it at `now`, and the signals that it must give. "Send a test" posts this body. */
  sample(now: number, settings?: Settings): SourceSample;
  prove: ProveDelivery<Settings> | null;
}

/** A source as the registry exports it: its own schema parses its settings, which are opaque to other code. */
export type AnySourceAdapter = SourceAdapter<unknown>;

/** Defaults of most kinds: JSON by POST without ids, nothing to fetch, the usual response, and the setup in a file. */
const usual = {
  addressKey: "token",
  methods: ["POST"],
  contentTypes: ["application/json"],
  immutableIds: false,
  limitStatus: 503,
  deliveryId: () => null,
  setup: null,
  keptHeaders: [],
  hiddenFields: [],
  needs: () => null,
  lists: () => false,
  // Alertmanager and Grafana repeat after four hours by default.
  repeatsWithin: 6 * hourMs,
  decode: decodeJsonBody,
  answer: () => null,
} satisfies Partial<AnySourceAdapter>;

type SourceAdapterDefinition<Settings> = Omit<SourceAdapter<Settings>, keyof typeof usual> &
  Partial<SourceAdapter<Settings>>;

/** Hides a kind's own settings type outside its file. */
export const defineSourceAdapter = <Settings>(source: SourceAdapterDefinition<Settings>): AnySourceAdapter =>
  ({ ...usual, ...source }) as AnySourceAdapter;
