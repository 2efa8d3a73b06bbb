import type { z } from "zod";
import type { AlertOutcome } from "~/alerts/rules/delivery";
import type { DeliveryReading, Signal, SignalOrder, SkippedBodyPart } from "~/alerts/rules/signal";
import { hourMs } from "~/time/durations";
import { type DecodeResult, decodeJsonBody, type RawRequest } from "./decode";

/** A decoded body: a JSON value, or the fields of a form or a query. */
export type SourcePayload = unknown;

/** HTTP method, or `MAIL` for an email to the source's address, which is not an HTTP method. */
export type SourceMethod = "POST" | "PUT" | "PATCH" | "DELETE" | "GET" | "OPTIONS" | "MAIL";

export interface SourceRequest<Settings> extends RawRequest {
  settings: Settings;
  /** Current time, UTC ms. */
  now: number;
  /** Text at the address that `needs` named; null when it named none. */
  fetched: string | null;
}

/** A delivery with its decoded body. */
export interface SourceMessage {
  /** Instant of receipt, UTC ms. */
  now: number;
  payload: SourcePayload;
  headers: Headers;
  query: URLSearchParams;
  /** True when only the beginning was read: anything that a sender writes after its list is missing. */
  isShort?: boolean;
}

/** One https address whose text is needed to judge or answer a delivery. */
export interface SourceFetchRequirement {
  url: string;
  /** Pattern that must match the whole address, otherwise nothing is fetched. */
  pinned: RegExp;
  /** True when its text never changes, so it is kept. */
  keep: boolean;
  /** Returns true for a text of the expected kind; any other is not kept, and the sender is asked to retry. */
  isUsable?: (text: string) => boolean;
}

/** Response for a sender that expects a special one. */
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
  /** One or two sentences that say where to paste the snippets. */
  intro: string;
  /** Texts to paste; `file`: the text is a whole file of that name. */
  snippets: { title: string; language: string; text: string; file?: string | undefined }[];
}

/**
 * A delivery as the tool sends it, without the proof of its sender: JSON, and headers when those for JSON are not
 * enough.
 */
export interface SourceSample {
  payload: SourcePayload;
  headers?: Record<string, string>;
  signals: Signal[];
}

/**
 * Returns headers with which a genuine sender proves itself for this body; the kind has null when only the real sender
 * can.
 */
export type ProveDelivery<Settings> = (sent: {
  rawBody: Uint8Array;
  settings: Settings;
  now: number;
  deliveryId: string;
}) => Record<string, string>;

/**
 * One kind of outside tool that posts to us. It only translates: it has no clock, no database and no network.
 * `docs/add-a-source.md` shows a complete one; the shared contract test runs over every kind in the registry.
 */
export interface SourceAdapter<Settings = unknown> {
  /** Permanent name in the database and the API. `[a-z0-9-]`. */
  kind: string;
  /** Name of the tool for people. */
  title: string;
  /** Form of its address key; `routing_key` = 32 characters of base32, when the tool's form accepts no longer key. */
  addressKey: "token" | "routing_key";
  /**
   * Methods by which it delivers; OPTIONS is answered without a delivery. A GET without a query never counts as one.
   */
  methods: readonly SourceMethod[];
  order: SignalOrder;
  /** True when the sender promises that one event id always has the same body: another body is refused with 409. */
  immutableIds: boolean;
  /** Status for deliveries over the limit, chosen so that the sender retries. */
  limitStatus: 429 | 503;
  /**
   * The settings on its form; secrets carry `.meta({ secret: true })` and are masked everywhere. `{}` must be valid for
   * a draft.
   */
  settings: z.ZodType<Settings>;
  /** Media types that it posts, without parameters; "" = without a type. */
  contentTypes: readonly string[];
  /**
   * Headers that describe the body, so that a stored delivery can be read again. A final `*` matches any rest of the
   * name.
   */
  keptHeaders: readonly string[];
  /** Fields of forms and queries that prove the sender: not stored. */
  hiddenFields: readonly string[];
  /** Returns the sender's id of this event, equal on every retry; null when it has none. */
  deliveryId(message: SourceMessage): string | null;
  /** Returns an address to fetch: asked once before `authenticate`, and once after it, then with `proven`. */
  needs(sent: SourceRequest<Settings>, proven: boolean): SourceFetchRequirement | null;
  /** Returns true when the sender is genuine, or there is nothing to prove. Compare secrets with text/same-text. */
  authenticate(sent: SourceRequest<Settings>): boolean | Promise<boolean>;
  /** Decodes the body to a payload. Never throws; returns a failure for a body that it cannot decode. */
  decode(raw: RawRequest): DecodeResult;
  /**
   * Returns true when a body with these settings is a list of alerts: then its first megabyte is read and the rest is
   * dropped.
   */
  lists(settings: Settings): boolean;
  /**
   * Time within which the sender repeats firing alerts, in ms: for that long, a shortened list still vouches for them.
   */
  repeatsWithin: number;
  /** Reads the alerts. Never throws for any payload; one malformed alert does not lose the others. */
  read(message: SourceMessage, settings: Settings): DeliveryReading;
  /** Returns the response; null = the usual one: 202 with the delivery's id. */
  answer(answered: DeliveryOutcome): SenderReply | null;
  /** Returns the exact texts to paste at the other side; null when they are in `public/setup/<kind>.json`. */
  setup: ((input: { ingestUrl: string; settings: Settings }) => SourceSetup) | null;
  /** Valid settings for the contract test, with a secret if the kind has one. */
  sampleSettings: Settings;
  /**
   * Returns a body as the tool sends it at `now`, and the signals that it must give. "Send a test" posts it, according
   * to its settings.
   */
  sample(now: number, settings?: Settings): SourceSample;
  prove: ProveDelivery<Settings> | null;
}

/** A source as the registry exports it: its settings are parsed by its own schema and opaque to other code. */
export type AnySourceAdapter = SourceAdapter<unknown>;

/** Defaults of most kinds: JSON by POST without ids, nothing to fetch, the usual response, the set-up in a file. */
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
