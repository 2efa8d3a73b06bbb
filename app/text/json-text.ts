import { fail, ok, type Result } from "~/failures/failure";

const maxDepth = 32;
const maxKeys = 5000;

/** Bounds of a body that is parsed. */
export interface JsonBounds {
  /** Levels. */
  depth: number;
  /** Members. */
  keys: number;
}

const usualBounds: JsonBounds = { depth: maxDepth, keys: maxKeys };

/**
 * Returns the length of the longest prefix that is valid UTF-8, in bytes, which is the position of the first broken
 * byte.
 */
function brokenAt(bytes: Uint8Array): number {
  let [sound, broken] = [0, bytes.length];
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isSoundPrefix(bytes.subarray(0, middle))) sound = middle;
    else broken = middle;
  }
  return sound;
}

function isSoundPrefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Decodes strict UTF-8; a byte order mark stays, as JSON does not allow it. */
export function decodeUtf8(bytes: Uint8Array): Result<string> {
  try {
    return ok(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail({ name: "malformed", code: "bad_json", detail: `The body is not UTF-8 at byte ${brokenAt(bytes)}.` });
  }
}

/**
 * Returns the position of the quotation mark that ends the string starting at `from`; the end of the text when there is
 * none.
 */
export function jsonStringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Counts depth and number of members without building anything; also works for text that is not JSON. */
export function jsonComplexity(text: string): { depth: number; keys: number } {
  let [deep, depth, keys] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = jsonStringEnd(text, at);
    else if (code === 0x3a) keys++;
    else if (code === 0x7b || code === 0x5b) depth = Math.max(depth, ++deep);
    else if (code === 0x7d || code === 0x5d) deep--;
  }
  return { depth, keys };
}

const token =
  /[\t\n\r ]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;

type JsonPosition = "value" | "first_value" | "key" | "first_key" | "colon" | "after";

interface JsonWalk {
  open: string[];
  place: JsonPosition;
}

function closes(walk: JsonWalk, opener: string, empty: JsonPosition): boolean {
  const fits = walk.open.at(-1) === opener && (walk.place === "after" || walk.place === empty);
  walk.open.pop();
  walk.place = "after";
  return fits;
}

function opens(walk: JsonWalk, mark: string): boolean {
  const fits = walk.place === "value" || walk.place === "first_value";
  walk.open.push(mark);
  walk.place = mark === "{" ? "first_key" : "first_value";
  return fits;
}

function separates(walk: JsonWalk, mark: string): boolean {
  const fits = mark === ":" ? walk.place === "colon" : walk.place === "after" && walk.open.length > 0;
  walk.place = mark === "," && walk.open.at(-1) === "{" ? "key" : "value";
  return fits;
}

function punctuate(walk: JsonWalk, mark: string): boolean {
  if (mark === "{" || mark === "[") return opens(walk, mark);
  if (mark === "}") return closes(walk, "{", "first_key");
  if (mark === "]") return closes(walk, "[", "first_value");
  return separates(walk, mark);
}

function scalar(walk: JsonWalk, isText: boolean): boolean {
  const isKey = walk.place === "key" || walk.place === "first_key";
  const fits = isKey ? isText : walk.place === "value" || walk.place === "first_value";
  walk.place = isKey ? "colon" : "after";
  return fits;
}

function firstInk(text: string, from: number): number {
  const rest = text.slice(from).search(/[^\t\n\r ]/);
  return rest < 0 ? text.length : from + rest;
}

/**
 * Returns the offset of the first character that JSON does not allow there; the length when it ends too early. Linear.
 */
export function badJsonOffset(text: string): number {
  const walk: JsonWalk = { open: [], place: "value" };
  const scan = new RegExp(token);
  for (;;) {
    const from = scan.lastIndex;
    const found = scan.exec(text);
    const [, mark, word] = found ?? [];
    if (!found || !(mark ? punctuate(walk, mark) : scalar(walk, word !== undefined))) return firstInk(text, from);
    if (walk.place === "after" && walk.open.length === 0) return firstInk(text, scan.lastIndex);
  }
}

/**
 * Parses JSON. Fails with `bad_json` and the offset; with `too_complex` above 32 levels or 5,000 members (or other
 * bounds), found before anything is built.
 */
export function parseJson(text: string, most = usualBounds): Result<unknown> {
  const { depth, keys } = jsonComplexity(text);
  if (depth > most.depth || keys > most.keys) {
    const detail = `The body may have at most ${most.depth} levels and ${most.keys} keys.`;
    return fail({ name: "malformed", code: "too_complex", detail });
  }
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const detail = `The body is not valid JSON at offset ${badJsonOffset(text)}.`;
    return fail({ name: "malformed", code: "bad_json", detail });
  }
}

export function parseJsonBytes(bytes: Uint8Array, bounds = usualBounds): Result<unknown> {
  const text = decodeUtf8(bytes);
  return text.ok ? parseJson(text.value, bounds) : text;
}
