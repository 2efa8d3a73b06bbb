import { z } from "zod";
import { retryAfterSeconds } from "~/net/retry-after";
import type { MoveDocumentPart } from "./move-document";
import { MoveNotes, wholeOriginSubject } from "./move-notes";
import type {
  ApiOriginReader,
  OriginAnswer,
  OriginReadState,
  OriginReadStep,
  OriginRefusal,
  OriginRequest,
  OriginResult,
  OriginSettings,
} from "./origin";
import { originRefusal, parseOriginJson } from "./origin-texts";

const queuedRequestSchema = z.object({
  /** Name of the list or thing that it reads. */
  what: z.string(),
  /** Path and query below the API's base. */
  path: z.string(),
  /** Values that were read earlier and are needed with its answer. */
  about: z.record(z.string(), z.unknown()).default({}),
});
export type QueuedOriginRequest = z.input<typeof queuedRequestSchema>;
export type StoredOriginRequest = z.output<typeof queuedRequestSchema>;

const stateSchema = z.object({
  queue: z.array(queuedRequestSchema),
  /** Values of earlier answers that later ones need. */
  memory: z.record(z.string(), z.unknown()),
  /** Answers that were read. */
  read: z.number().int(),
  /** Tries of the first request that were answered by a fault. */
  tries: z.number().int(),
});
type QueueState = z.output<typeof stateSchema>;

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
  memory: Record<string, unknown>;
  settings: OriginSettings;
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
  without?(queued: StoredOriginRequest, status: number): MoveDocumentPart | null;
  /** Ms until the limit of requests ends; null = the answer is no limit. */
  limit?(answer: OriginAnswer): number | null;
}

const mostReads = 20_000;
const mostTries = 5;
const longestWaitMs = 3_600_000;

const unusable = (title: string, message: string): OriginReadStep => ({
  kind: "refused",
  refusal: { code: "unusable_answer", message: `${title}: ${message}` },
});

const waitMs = (ms: number): number => Math.min(longestWaitMs, Math.max(1000, ms));

/** Returns ms to wait before the same request is sent again; null when the answer is not a limit or a fault of theirs. */
function waitFor(api: QueuedOriginApi, answer: OriginAnswer, tries: number): number | null {
  const own = api.limit?.(answer) ?? null;
  if (own !== null) return waitMs(own);
  const after = retryAfterSeconds(answer.headers, undefined);
  if (answer.status === 429 || answer.status === 420) return waitMs((after ?? 60) * 1000);
  if (answer.status < 500 || tries >= mostTries) return null;
  return waitMs((after ?? 2 ** tries * 5) * 1000);
}

function refusedStep(api: QueuedOriginApi, { status }: OriginAnswer, request: StoredOriginRequest): OriginReadStep {
  const what = `${request.what} (${request.path.split("?")[0]})`;
  if (status === 401 || status === 403) {
    const message = `${api.title} refused the key for ${what}. Check that it may read it.`;
    return { kind: "refused", refusal: { code: "wrong_key", message } };
  }
  if (status === 404) {
    const message = `${api.title} has no ${what}. Check the address.`;
    return { kind: "refused", refusal: { code: "not_found", message } };
  }
  return unusable(api.title, `${what} was answered with ${status}.`);
}

function afterRead(state: QueueState, { part, more = [], memory }: QueuedOriginAnswer): OriginReadStep {
  const [current, ...rest] = state.queue;
  // A page that names itself as the next one would be read for ever.
  const fresh = more.filter(({ path, what }) => path !== current?.path || what !== current.what);
  const queue = [...fresh, ...rest];
  return {
    kind: "part",
    part,
    state: { queue, memory: { ...state.memory, ...memory }, read: state.read + 1, tries: 0 },
  };
}

function readAnswer(
  api: QueuedOriginApi,
  state: QueueState,
  answer: OriginAnswer,
  settings: OriginSettings,
): OriginReadStep {
  const [request] = state.queue;
  if (!request) return unusable(api.title, "nothing was asked.");
  if (answer.isCut) return unusable(api.title, `${request.what} is larger than 1 MB in one answer.`);
  if (state.read >= mostReads) return unusable(api.title, `its lists have no end after ${mostReads} answers.`);
  const body = parseOriginJson(`The answer for ${request.what}`, answer.text);
  if (!body.ok) return unusable(api.title, body.refusal.message);
  const { headers } = answer;
  const read = api.read({ request, body: body.value, headers, memory: state.memory, settings });
  return "refusal" in read ? { kind: "refused", refusal: read.refusal } : afterRead(state, read);
}

function take(
  api: QueuedOriginApi,
  given: OriginReadState,
  answer: OriginAnswer,
  settings: OriginSettings,
): OriginReadStep {
  const parsed = stateSchema.safeParse(given);
  if (!parsed.success || !parsed.data.queue[0]) return unusable(api.title, "its state cannot be read.");
  const [state, request] = [parsed.data, parsed.data.queue[0]];
  const ms = waitFor(api, answer, state.tries);
  if (ms !== null) return { kind: "wait", ms, state: { ...state, tries: state.tries + 1 } };
  if (answer.status >= 200 && answer.status < 300) return readAnswer(api, state, answer, settings);
  const part = api.without?.(request, answer.status) ?? null;
  return part === null ? refusedStep(api, answer, request) : afterRead(state, { part });
}

/** Returns the reader of an API: its state is the queue, so that reading goes on after any answer. */
export const queuedApiReader = (api: QueuedOriginApi): ApiOriginReader => ({
  pauseMs: api.pauseMs,
  begin(settings) {
    const first = api.begin(settings);
    if (!first.ok) return first;
    const queue = first.value.map((each) => ({ about: {}, ...each }));
    return { ok: true, value: { queue, memory: {}, read: 0, tries: 0 } };
  },
  next(state, settings) {
    const parsed = stateSchema.safeParse(state);
    const request = parsed.success ? parsed.data.queue[0] : undefined;
    return request ? api.request(request, settings) : null;
  },
  take: (state, answer, settings) => take(api, state, answer, settings),
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

/** Adds to a part the note that names a list that may not be read. */
export function unreadListPart(
  title: string,
  what: string,
  reason: string,
  part: MoveDocumentPart = {},
): MoveDocumentPart {
  const notes = new MoveNotes();
  notes.leftOut(wholeOriginSubject(title), what, reason);
  return { ...part, notes: [...(part.notes ?? []), ...notes.list] };
}

/** Returns the first requests of an API that needs a key; `where` says where people find it. */
export const beginWithKey =
  (where: string, requests: readonly QueuedOriginRequest[]) =>
  ({ key }: OriginSettings): OriginResult<QueuedOriginRequest[]> =>
    key === "" ? originRefusal("wrong_key", where) : { ok: true, value: [...requests] };
