import { foreignList, foreignRecord } from "./foreign-values";
import type { MoveDocumentPart } from "./move-document";
import type { MoveNotes } from "./move-notes";
import type {
  ApiOriginReader,
  OriginAnswer,
  OriginRefusal,
  OriginRequest,
  OriginResult,
  OriginSettings,
} from "./origin";
import { originRefusal } from "./origin-texts";
import { type OriginReadPlace, type OriginTurn, turnOriginReader } from "./origin-turns";

export interface QueuedOriginRequest {
  /** Name of the list or thing that it reads. */
  what: string;
  /** Path and query below the API's base. */
  path: string;
  /** Values that were read earlier and are needed with its answer. */
  about?: Record<string, unknown>;
}
export type StoredOriginRequest = Required<QueuedOriginRequest>;

export interface QueuedOriginAnswer {
  part: MoveDocumentPart;
  /** Requests that follow at once, before those that wait already. */
  more?: QueuedOriginRequest[];
  memory?: Record<string, unknown>;
}

export interface QueuedOriginAnswerFacts {
  request: StoredOriginRequest;
  body: unknown;
  headers: Headers;
  /** Values of earlier answers that later ones need. */
  memory: Record<string, unknown>;
  settings: OriginSettings;
  /** Notes about what does not fit; they come with the part. */
  notes: MoveNotes;
}

/** An API that is read by a queue of requests, each of which may ask for more. */
export interface QueuedOriginApi {
  title: string;
  pauseMs: number;
  /** Requests of the beginning, or what is wrong with the settings. */
  begin(settings: OriginSettings): OriginResult<QueuedOriginRequest[]>;
  request(queued: StoredOriginRequest, settings: OriginSettings): OriginRequest;
  read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | { refusal: OriginRefusal };
  /** Returns the part in place of a refused or missing list; null = it is needed. */
  without?(queued: StoredOriginRequest, status: number, notes: MoveNotes): MoveDocumentPart | null;
  /** Ms until the limit of requests ends; null = the answer is no limit. */
  limit?(answer: OriginAnswer): number | null;
}

const queueOf = (place: OriginReadPlace): StoredOriginRequest[] =>
  foreignList(place.queue).map((each) => ({ about: {}, ...(each as QueuedOriginRequest) }));

function turnOf(api: QueuedOriginApi, place: OriginReadPlace, settings: OriginSettings): OriginTurn | null {
  const [request, ...rest] = queueOf(place);
  if (!request) return null;
  const memory = foreignRecord(place.memory);
  const foundOf = ({ part, more = [], memory: known }: QueuedOriginAnswer) => {
    // A page that names itself as the next one would be read for ever.
    const fresh = more.filter(({ path, what }) => path !== request.path || what !== request.what);
    return { part, place: { queue: [...fresh, ...rest], memory: { ...memory, ...known } } };
  };
  return {
    request: api.request(request, settings),
    what: `${request.what} (${request.path.split("?")[0]})`,
    take(body, headers, notes) {
      const read = api.read({ request, body, headers, memory, settings, notes });
      return "refusal" in read ? { ok: false, refusal: read.refusal } : { ok: true, value: foundOf(read) };
    },
    without(status, notes) {
      const part = api.without?.(request, status, notes);
      return part ? foundOf({ part }) : null;
    },
  };
}

/** Returns the reader of an API: its place is the queue, so that reading goes on after any answer. */
export const queuedApiReader = (api: QueuedOriginApi): ApiOriginReader =>
  turnOriginReader({
    ...api,
    begin(settings) {
      const queue = api.begin(settings);
      return queue.ok ? { ok: true, value: { queue: queue.value, memory: {} } } : queue;
    },
    turn: (place, settings) => turnOf(api, place, settings),
  });

/** Removes the slashes at an address' end. */
function withoutEndSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") end--;
  return address.slice(0, end);
}

/** Returns an https address without its last slash, or the refusal that names what to enter. */
export function originHttpsBase(url: string, instead: string, title: string): OriginResult<string> {
  const address = URL.parse(url.trim() || instead);
  if (address?.protocol !== "https:" || address.username !== "" || address.password !== "") {
    return originRefusal("not_found", `Enter the https address of ${title}.`);
  }
  return { ok: true, value: withoutEndSlash(`${address.origin}${address.pathname}`) };
}

/** Returns path and query of a link to the next page below the same base; null for one that leads elsewhere. */
export function originPathBelow(base: string, link: unknown): string | null {
  const [from, to] = [URL.parse(base), typeof link === "string" && link !== "" ? URL.parse(link, `${base}/`) : null];
  if (!from || !to || to.origin !== from.origin) return null;
  const root = withoutEndSlash(from.pathname);
  return to.pathname.startsWith(`${root}/`) ? `${to.pathname.slice(root.length)}${to.search}` : null;
}

/** Returns the request of an API that takes its key as a bearer token. */
export const originBearerRequest =
  (base: string) =>
  ({ path }: StoredOriginRequest, { key }: OriginSettings): OriginRequest => ({
    method: "GET",
    url: `${base}${path}`,
    headers: { authorization: `Bearer ${key}`, accept: "application/json" },
  });

/** Returns the address of the next page that a header names; undefined after the last. */
export const originNextLink = (headers: Headers): string | undefined =>
  /<([^<>]+)>;\s*rel="next"/.exec(headers.get("link") ?? "")?.[1];

/** Refuses an answer that has no list. */
export const unlistedOriginAnswer = (title: string, what: string) =>
  originRefusal("unusable_answer", `${title}: its answer for ${what} has no list.`);

/** Returns the first requests of an API that needs a key; `where` says where people find it. */
export const beginWithKey =
  (where: string, requests: readonly QueuedOriginRequest[]) =>
  ({ key }: OriginSettings): OriginResult<QueuedOriginRequest[]> =>
    key === "" ? originRefusal("wrong_key", where) : { ok: true, value: [...requests] };
