import { type Failure, fail, invalid, ok, type Result } from "~/failures/failure";
import { inEnglish } from "~/failures/refusal";
import type { AnySource, Message, Need, Sent } from "~/sources/contract/contract";
import type { Raw } from "~/sources/contract/decode";
import { plainBody } from "~/sources/contract/plain-body";
import { longestList, usualBody } from "~/text/body-limits";
import { type ListBody, parseListBody } from "~/text/cut-json";
import { mediaType } from "~/text/media-type";
import { cutList } from "./rules/cut-list";
import { isAlert, type Reading } from "./rules/signal";
import { alertsAtMost, withinLimits } from "./rules/signal-limits";

/** What came in at an ingest address, before anybody looked at it. */
export interface Post {
  token: string;
  /** The only kind of source that is reached at this address; any where it is not said. */
  kind?: string;
  /** POST where it is not said. */
  method?: string;
  query?: URLSearchParams;
  path?: string;
  headers: Headers;
  /** The raw bytes, or why they were not taken. */
  body: Result<Uint8Array>;
  /** Where they are too many: the first megabyte of them. */
  more?: () => Promise<Uint8Array>;
}

export interface Understood {
  message: Message;
  reading: Reading;
  /** What proved its sender are the settings of before, which still hold for a while. */
  byOldSettings?: boolean;
}

/** How what a delivery needs is fetched: its text, or why it could not be had. */
export type FetchNeed = (need: Need) => Promise<Result<string>>;

interface Around {
  settings: unknown;
  /** Those of before, as long as their secrets prove a sender as well. */
  oldSettings?: unknown;
  now: number;
  fetchNeed: FetchNeed;
}

function unusable({ signals, skipped, list }: Reading): Failure | null {
  const alerts = signals.filter((each) => each.kind === "alert").length + skipped.length;
  if (!list && alerts > alertsAtMost) {
    const fields = { alerts: inEnglish(`A body may have at most ${alertsAtMost} alerts.`) };
    return { name: "invalid", fields, code: "too_many_alerts" };
  }
  const bad = skipped.find(({ code }) => code !== "not_an_alert" && code !== "no_mapping");
  if (signals.length > 0 || !bad) return null;
  const code = bad.code === "bad_dedup_key" ? "bad_dedup_key" : "unreadable";
  return invalid("alerts", inEnglish(`Nothing in it could be used: ${bad.reason}.`), code).failure;
}

export const rawOf = ({ method = "POST", query, path = "", headers }: Post, rawBody: Uint8Array): Raw => ({
  method,
  headers,
  query: query ?? new URLSearchParams(),
  rawBody,
  path,
});

interface DecodedBody extends ListBody {
  /** Why it is refused where it turns out to have no list. */
  tooMuch?: Failure;
}

const tooLarge: Failure = { name: "too_large", limit: usualBody };

const isTooMuch = (failure: Failure) => failure.name === "malformed" && failure.code === "too_complex";

/** What is too much for the usual reader is read as the list that it may be. */
async function decodedBy(source: AnySource, raw: Raw, lists: boolean): Promise<Result<DecodedBody>> {
  const isLarge = lists && raw.rawBody.length > usualBody;
  const usual = isLarge ? fail(tooLarge) : await source.decode(raw);
  if (usual.ok) return ok({ payload: usual.value, isShort: false });
  if (!isLarge && !(lists && isTooMuch(usual.failure))) return usual;
  // A byte order mark may be gone.
  const list = parseListBody(raw.rawBody, raw.rawBody.length > longestList - 4);
  return list.ok ? ok({ ...list.value, tooMuch: usual.failure }) : usual;
}

/** A delivery whose sender is not in question: decoded and read. */
export async function understand(
  source: AnySource,
  raw: Raw,
  { settings, now }: Pick<Around, "settings" | "now">,
): Promise<Result<Understood>> {
  const lists = source.lists(settings);
  const decoded = await decodedBy(source, raw, lists);
  if (!decoded.ok) return decoded;
  const { payload, isShort, tooMuch } = decoded.value;
  const message = { now, payload, headers: raw.headers, query: raw.query, isShort };
  const whole = source.read(message, settings);
  if (tooMuch && !whole.signals.some(isAlert)) return fail(tooMuch);
  const reading = withinLimits(lists ? cutList(whole, isShort, source.repeatsWithin) : whole);
  const failure = unusable(reading);
  return failure ? fail(failure) : ok({ message, reading });
}

const unproven = fail({ name: "unauthenticated", code: "bad_signature" });

type Proof = "present" | "former";

/** By today's settings, else by those of before. */
async function proofOf(source: AnySource, sent: Sent<unknown>, former: unknown): Promise<Proof | null> {
  if (await source.authenticate(sent)) return "present";
  const isFormer = former !== null && former !== undefined;
  return isFormer && (await source.authenticate({ ...sent, settings: former })) ? "former" : null;
}

/** Whether its sender is who it says, with what that takes; what its answer takes is fetched once that is sure. */
async function prove(
  source: AnySource,
  sent: Sent<unknown>,
  { fetchNeed, oldSettings }: Around,
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
export async function examine(source: AnySource, post: Post, around: Around): Promise<Result<Understood>> {
  if (!post.body.ok) return post.body;
  const raw = rawOf(post, post.body.value);
  const plain = plainBody(raw);
  const type = mediaType(plain.headers.get("content-type"));
  if (raw.method !== "GET" && !source.contentTypes.includes(type)) {
    return fail({ name: "unsupported", code: "unsupported", accepted: [...source.contentTypes] });
  }
  const { settings, now } = around;
  const proven = await prove(source, { ...raw, settings, now, fetched: null }, around);
  // A signature is over all of the body.
  if (!proven.ok) return raw.rawBody.length < longestList ? proven : fail(tooLarge);
  const understood = await understand(source, plain, around);
  return understood.ok ? ok({ ...understood.value, byOldSettings: proven.value === "former" }) : understood;
}
