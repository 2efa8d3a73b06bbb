import type { z } from "zod";
import type { Order, Reading, Signal } from "~/rules/alerts/signal";

/** A JSON value as parsed: whatever the other side chose to send. */
export type Payload = unknown;

export interface Sent<Settings> {
  headers: Headers;
  /** The body exactly as it came: signatures are over these bytes. */
  rawBody: Uint8Array;
  settings: Settings;
  /** UTC ms. */
  now: number;
}

export interface Setup {
  /** One or two sentences: where the other side wants what follows. */
  intro: string;
  snippets: { title: string; language: string; text: string }[];
}

/**
 * One kind of outside tool that posts to us. It translates, it does not act: no clock, no database, no network.
 * `docs/add-a-source.md` shows a whole one; the shared contract test runs over every kind in the registry.
 */
export interface Source<Settings = unknown> {
  /** In the database and the API, for ever. `[a-z0-9-]`. */
  kind: string;
  /** What people call the tool. */
  title: string;
  order: Order;
  /** The sender promises that one event id always carries the same body: another body is refused with 409. */
  immutableIds: boolean;
  /** What its sender does not drop when we cannot take more. */
  limitStatus: 429 | 503;
  /** The settings on its form; secrets carry `.meta({ secret: true })` and are masked everywhere. `{}` must do for a draft. */
  settings: z.ZodType<Settings>;
  /** Media types it posts, without parameters. */
  contentTypes: readonly string[];
  /** The sender's id of this event, equal on every retry; null where it has none. */
  deliveryId(headers: Headers): string | null;
  /** Whether the sender is who it says. Compare secrets with rules/basics/same-text. True when there is nothing to prove. */
  authenticate(sent: Sent<Settings>): boolean;
  /** Never throws, whatever the payload; one bad alert does not lose the others. */
  read(payload: Payload): Reading;
  /** Exactly what to paste on the other side. */
  setup(input: { ingestUrl: string; settings: Settings }): Setup;
  /** Settings that pass the schema; with a secret where the kind has one. For the contract test. */
  sampleSettings: Settings;
  /** A body as the tool sends it at `now`, and the signals that it must give. "Send a test" posts it. */
  sample(now: number): { payload: Payload; signals: Signal[] };
  /** The headers by which a genuine sender proves itself for this body. */
  prove(sent: { rawBody: Uint8Array; settings: Settings; now: number; deliveryId: string }): Record<string, string>;
}

/** Settings of a kind as the registry hands it out: parsed by its own schema, opaque to everybody else. */
export type AnySource = Source<unknown>;

/** Keeps a source's own settings type inside its file. */
export const defineSource = <Settings>(source: Source<Settings>): AnySource => source as AnySource;
