import { type Failure, fail, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import type {
  AnySourceAdapter,
  SourceFetchRequirement,
  SourceMessage,
  SourceRequest,
} from "~/sources/contract/contract";
import type { RawRequest } from "~/sources/contract/decode";
import { normaliseRequestBody } from "~/sources/contract/plain-body";
import { maxListDeliveryBytes, maxSenderBodyBytes } from "~/text/body-limits";
import { type ParsedListBody, parseListBody } from "~/text/cut-json";
import { mediaTypeOf } from "~/text/media-type";
import { cutAlertList } from "./rules/cut-list";
import { type DeliveryReading, isAlertSignal } from "./rules/signal";
import { limitDeliveryReading, maxAlertsPerBody } from "./rules/signal-limits";

/** A request to an ingest address, before it is examined. */
export interface IngestRequest {
  token: string;
  /** The only kind of source that this address serves; any kind when absent. */
  kind?: string;
  /** POST when absent. */
  method?: string;
  query?: URLSearchParams;
  path?: string;
  headers: Headers;
  /** The raw bytes, or the reason why they were not taken. */
  body: Result<Uint8Array>;
  /** Reads the first megabyte of a body that is too large. */
  more?: () => Promise<Uint8Array>;
}

export interface ParsedDelivery {
  message: SourceMessage;
  reading: DeliveryReading;
  /** True when the sender was verified by the former settings, which stay valid for a while. */
  byOldSettings?: boolean;
}

/** Fetches what a delivery needs: returns its text, or why it could not be fetched. */
export type SourceRequirementFetcher = (need: SourceFetchRequirement) => Promise<Result<string>>;

interface ExamineContext {
  settings: unknown;
  /** The former settings, for as long as their secrets verify a sender as well. */
  oldSettings?: unknown;
  now: number;
  fetchNeed: SourceRequirementFetcher;
}

function unusable({ signals, skipped, list }: DeliveryReading): Failure | null {
  const alerts = signals.filter((each) => each.kind === "alert").length + skipped.length;
  if (!list && alerts > maxAlertsPerBody) {
    const fields = { alerts: englishText(`A body may have at most ${maxAlertsPerBody} alerts.`) };
    return { name: "invalid", fields, code: "too_many_alerts" };
  }
  const bad = skipped.find(({ code }) => code !== "not_an_alert" && code !== "no_mapping");
  if (signals.length > 0 || !bad) return null;
  const code = bad.code === "bad_dedup_key" ? "bad_dedup_key" : "unreadable";
  return invalidFieldFailure("alerts", englishText(`Nothing in it could be used: ${bad.reason}.`), code).failure;
}

export const toRawRequest = (
  { method = "POST", query, path = "", headers }: IngestRequest,
  rawBody: Uint8Array,
): RawRequest => ({
  method,
  headers,
  query: query ?? new URLSearchParams(),
  rawBody,
  path,
});

interface DecodedBody extends ParsedListBody {
  /** The failure with which the delivery is refused if it turns out to have no list. */
  tooMuch?: Failure;
}

const tooLarge: Failure = { name: "too_large", limit: maxSenderBodyBytes };

const isTooMuch = (failure: Failure) => failure.name === "malformed" && failure.code === "too_complex";

/** Decodes a body; one that is too much for the usual reader is read as the list that it may be. */
async function decodedBy(source: AnySourceAdapter, raw: RawRequest, lists: boolean): Promise<Result<DecodedBody>> {
  const isLarge = lists && raw.rawBody.length > maxSenderBodyBytes;
  const usual = isLarge ? fail(tooLarge) : await source.decode(raw);
  if (usual.ok) return ok({ payload: usual.value, isShort: false });
  if (!isLarge && !(lists && isTooMuch(usual.failure))) return usual;
  // A byte order mark may have been removed.
  const list = parseListBody(raw.rawBody, raw.rawBody.length > maxListDeliveryBytes - 4);
  return list.ok ? ok({ ...list.value, tooMuch: usual.failure }) : usual;
}

/** Decodes and reads a delivery whose sender need not be verified. */
export async function parseUnverifiedDelivery(
  source: AnySourceAdapter,
  raw: RawRequest,
  { settings, now }: Pick<ExamineContext, "settings" | "now">,
): Promise<Result<ParsedDelivery>> {
  const lists = source.lists(settings);
  const decoded = await decodedBy(source, raw, lists);
  if (!decoded.ok) return decoded;
  const { payload, isShort, tooMuch } = decoded.value;
  const message = { now, payload, headers: raw.headers, query: raw.query, isShort };
  const whole = source.read(message, settings);
  if (tooMuch && !whole.signals.some(isAlertSignal)) return fail(tooMuch);
  const reading = limitDeliveryReading(lists ? cutAlertList(whole, isShort, source.repeatsWithin) : whole);
  const failure = unusable(reading);
  return failure ? fail(failure) : ok({ message, reading });
}

const unproven = fail({ name: "unauthenticated", code: "bad_signature" });

type Proof = "present" | "former";

/** Authenticates the sender by the current settings, otherwise by the former ones. */
async function proofOf(source: AnySourceAdapter, sent: SourceRequest<unknown>, former: unknown): Promise<Proof | null> {
  if (await source.authenticate(sent)) return "present";
  const isFormer = former !== null && former !== undefined;
  return isFormer && (await source.authenticate({ ...sent, settings: former })) ? "former" : null;
}

/**
 * Verifies the sender and fetches what that needs; what the answer needs is fetched only once the sender is verified.
 */
async function prove(
  source: AnySourceAdapter,
  sent: SourceRequest<unknown>,
  { fetchNeed, oldSettings }: ExamineContext,
): Promise<Result<Proof>> {
  const need = source.needs(sent, false);
  const fetched = need ? await fetchNeed(need) : null;
  if (fetched && !fetched.ok) return fetched;
  const proof = await proofOf(source, { ...sent, fetched: fetched?.value ?? null }, oldSettings);
  if (proof === null) return unproven;
  const further = source.needs(sent, true);
  const answered = further ? await fetchNeed(further) : null;
  return answered && !answered.ok ? answered : ok(proof);
}

/** Checks a delivery from the outside in and reads it: body, type, sender, form, signals. */
export async function examineDelivery(
  source: AnySourceAdapter,
  post: IngestRequest,
  around: ExamineContext,
): Promise<Result<ParsedDelivery>> {
  if (!post.body.ok) return post.body;
  const raw = toRawRequest(post, post.body.value);
  const plain = normaliseRequestBody(raw);
  const type = mediaTypeOf(plain.headers.get("content-type"));
  if (raw.method !== "GET" && !source.contentTypes.includes(type)) {
    return fail({ name: "unsupported", code: "unsupported", accepted: [...source.contentTypes] });
  }
  const { settings, now } = around;
  const proven = await prove(source, { ...raw, settings, now, fetched: null }, around);
  // A signature covers the whole body.
  if (!proven.ok) return raw.rawBody.length < maxListDeliveryBytes ? proven : fail(tooLarge);
  const understood = await parseUnverifiedDelivery(source, plain, around);
  return understood.ok ? ok({ ...understood.value, byOldSettings: proven.value === "former" }) : understood;
}
