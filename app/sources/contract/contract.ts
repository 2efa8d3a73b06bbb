import type { z } from "zod";
import type { AlertOutcome } from "~/alerts/rules/delivery";
import type { Order, Reading, Signal, Skipped } from "~/alerts/rules/signal";
import { type Decoded, decodeJson, type Raw } from "./decode";

/** What a body comes to when it is decoded: a JSON value, or the fields of a form or a query. */
export type Payload = unknown;

/** `MAIL`: an email to the source's address; no HTTP method is called so. */
export type Method = "POST" | "PUT" | "PATCH" | "DELETE" | "GET" | "OPTIONS" | "MAIL";

export interface Sent<Settings> extends Raw {
  settings: Settings;
  /** UTC ms. */
  now: number;
  /** The text at the address that `needs` named; null when it named none. */
  fetched: string | null;
}

/** A delivery whose body is decoded. */
export interface Message {
  /** When it was received, UTC ms. */
  now: number;
  payload: Payload;
  headers: Headers;
  query: URLSearchParams;
  /** Only its beginning was read: what a sender says behind its list is missing. */
  isShort?: boolean;
}

/** One https address that a delivery cannot be judged or answered without. */
export interface Need {
  url: string;
  /** Nothing is fetched from an address that does not match, from its first letter to its last. */
  pinned: RegExp;
  /** Its text is the same whenever it is asked, and is kept. */
  keep: boolean;
  /** Whether the text is of the kind that is needed; another is not kept, and the sender is asked to come again. */
  isUsable?: (text: string) => boolean;
}

/** What the sender is answered where it expects something of its own. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON; none = an empty body. */
  body?: unknown;
}

/** What became of a delivery; `accepted` is null for OPTIONS, which delivers nothing. */
export interface Answered {
  message: Message;
  accepted: { id: string; duplicate: boolean; alerts: AlertOutcome[]; skipped: Skipped[] } | null;
}

export interface Setup {
  /** One or two sentences: where the other side wants what follows. */
  intro: string;
  /** `file`: it is a whole file of that name. */
  snippets: { title: string; language: string; text: string; file?: string | undefined }[];
}

/** A delivery as the tool sends it, without what proves its sender: JSON, and headers where those of JSON do not do. */
export interface Sample {
  payload: Payload;
  headers?: Record<string, string>;
  signals: Signal[];
}

/** How a genuine sender proves itself for this body, in headers; null where only the sender itself can. */
export type Prove<Settings> = (sent: {
  rawBody: Uint8Array;
  settings: Settings;
  now: number;
  deliveryId: string;
}) => Record<string, string>;

/**
 * One kind of outside tool that posts to us. It translates, it does not act: no clock, no database, no network.
 * `docs/add-a-source.md` shows a whole one; the shared contract test runs over every kind in the registry.
 */
export interface Source<Settings = unknown> {
  /** In the database and the API, for ever. `[a-z0-9-]`. */
  kind: string;
  /** What people call the tool. */
  title: string;
  /** `routing_key` = 32 characters of base32, where the tool's form takes nothing longer as a key. */
  addressKey: "token" | "routing_key";
  /** By which it delivers; OPTIONS is answered without a delivery. A GET without a query is never one. */
  methods: readonly Method[];
  order: Order;
  /** The sender promises that one event id always carries the same body: another body is refused with 409. */
  immutableIds: boolean;
  /** What its sender does not drop when we cannot take more. */
  limitStatus: 429 | 503;
  /** The settings on its form; secrets carry `.meta({ secret: true })` and are masked everywhere. `{}` must do for a draft. */
  settings: z.ZodType<Settings>;
  /** Media types it posts, without parameters; "" = without a type. */
  contentTypes: readonly string[];
  /** Headers that say what the body is, so that a kept delivery can be read again. A last `*` = all that begin so. */
  keptHeaders: readonly string[];
  /** Fields of forms and queries that prove the sender: not kept. */
  hiddenFields: readonly string[];
  /** The sender's id of this event, equal on every retry; null where it has none. */
  deliveryId(message: Message): string | null;
  /** What is to be fetched first: asked once before `authenticate`, and once after it, then with `proven`. */
  needs(sent: Sent<Settings>, proven: boolean): Need | null;
  /** Whether the sender is who it says. Compare secrets with text/same-text. True when there is nothing to prove. */
  authenticate(sent: Sent<Settings>): boolean | Promise<boolean>;
  /** The body as a payload. Never throws; what it cannot decode is a failure. */
  decode(raw: Raw): Decoded;
  /** Whether a body of these settings is a list of alerts: its first megabyte is read, and what is too much is cut out. */
  lists(settings: Settings): boolean;
  /** ms within which the sender says again what still fires: for so long a list that was cut says something of it. */
  repeatsWithin: number;
  /** Never throws, whatever the payload; one bad alert does not lose the others. */
  read(message: Message, settings: Settings): Reading;
  /** null = the usual answer: 202 with the delivery's id. */
  answer(answered: Answered): Answer | null;
  /** Exactly what to paste on the other side; null = it stands in `public/setup/<kind>.json`. */
  setup: ((input: { ingestUrl: string; settings: Settings }) => Setup) | null;
  /** Settings that pass the schema; with a secret where the kind has one. For the contract test. */
  sampleSettings: Settings;
  /** A body as the tool sends it at `now`, and the signals that it must give. "Send a test" posts it, by its settings. */
  sample(now: number, settings?: Settings): Sample;
  prove: Prove<Settings> | null;
}

/** Settings of a kind as the registry hands it out: parsed by its own schema, opaque to everybody else. */
export type AnySource = Source<unknown>;

/** What most kinds do: JSON by POST without ids, nothing to fetch, the usual answer, their set-up in a file. */
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
  // Alertmanager and Grafana repeat after four hours where nobody says otherwise.
  repeatsWithin: 6 * 3600_000,
  decode: decodeJson,
  answer: () => null,
} satisfies Partial<AnySource>;

type Given<Settings> = Omit<Source<Settings>, keyof typeof usual> & Partial<Source<Settings>>;

/** Keeps a source's own settings type inside its file. */
export const defineSource = <Settings>(source: Given<Settings>): AnySource => ({ ...usual, ...source }) as AnySource;
