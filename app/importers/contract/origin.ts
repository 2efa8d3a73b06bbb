import type { MoveDocumentPart } from "./move-document";

/** A file that a person uploads, or that the tool reads from a folder. */
export interface OriginFile {
  /** Path within the folder, or the file's name; `/` separates. */
  path: string;
  text: string;
}

/** Choices that a person makes where the origin says nothing. */
export interface OriginSettings {
  /** Address of the page or of the API, https; empty where only files are read. */
  url: string;
  /** Key of the API; empty = what is public. Never written into a document or note. */
  key: string;
  /** IANA zone of times that have none. */
  timeZone: string;
  /** Further choices of the origin, such as columns of a CSV file. */
  choices: Record<string, string>;
}

/** A question or refusal of the reader: English, names file, line, path or thing, and says what to do. */
export interface OriginRefusal {
  code: "not_this_origin" | "broken" | "newer_version" | "wrong_key" | "not_found" | "too_large" | "unusable_answer";
  message: string;
}

export type OriginResult<T> = { ok: true; value: T } | { ok: false; refusal: OriginRefusal };

/** One HTTP request of a reader; only GET and the POST that some read by. The caller adds the guard of addresses. */
export interface OriginRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** True: reading goes on without its answer, which is no JSON. */
  isBeside?: boolean;
}

export interface OriginAnswer {
  status: number;
  headers: Headers;
  /** At most 1 MB; `isCut` when the answer was longer. */
  text: string;
  isCut: boolean;
}

/** JSON between two steps, so that reading is resumed after any of them; contains no key. */
export type OriginReadState = Record<string, unknown>;

export type OriginReadStep =
  /** Read on with this state: the part is kept with it, in one commit. */
  | { kind: "part"; part: MoveDocumentPart; state: OriginReadState }
  /** Ask again, not before so many ms: a limit was reached. */
  | { kind: "wait"; ms: number; state: OriginReadState }
  | { kind: "refused"; refusal: OriginRefusal };

/** Reads an origin by requests, one at a time; pure, so a step can be repeated after a crash. */
export interface ApiOriginReader {
  /** Returns the state before the first request, or what is wrong with the settings. */
  begin(settings: OriginSettings): OriginResult<OriginReadState>;
  /** Returns the next request; null = all was read. */
  next(state: OriginReadState, settings: OriginSettings): OriginRequest | null;
  take(state: OriginReadState, answer: OriginAnswer, settings: OriginSettings): OriginReadStep;
  /** Shortest time between two requests, in ms, as the origin's limits want it. */
  pauseMs: number;
}

/** Another product from which pages move here. One file per origin; it translates and never writes. */
export interface ImportOrigin {
  /** Name in addresses and in the table of ids, forever: `uptime-kuma`. */
  name: string;
  /** The product's own name. */
  title: string;
  /** Files that a person can give: endings, and what they are called there; empty = none. */
  files: readonly { ending: string; what: string }[];
  /** Reads whole files, all at once: they may refer to each other. */
  readFiles?: (files: readonly OriginFile[], settings: OriginSettings) => OriginResult<MoveDocumentPart>;
  api?: ApiOriginReader;
  /** The same as a file of its own, which an import of files never loads. */
  loadApi?: () => Promise<ApiOriginReader>;
}

/** Returns the reader of an origin's API; undefined = it has none. */
export const loadOriginApi = async ({ api, loadApi }: ImportOrigin): Promise<ApiOriginReader | undefined> =>
  api ?? loadApi?.();
