import { mailLimitValue } from "./mail-reached.ts";

/** A part that contains further parts or a whole message, by its content type; `boundary` is null for a message. */
type MimeLevel = { boundary: string | null };

const plainBoundary = /;\s*boundary\s*=\s*(?:"([^"\\]{1,200})"|([^\s;"\\()]{1,200}))\s*(?:;|$)/i;

/** Returns "unclear" when other readers may find another type or boundary, and so other levels. */
function levelOf(head: string): MimeLevel | "unclear" | null {
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, " ");
  const types = [...unfolded.matchAll(/^content-type[ \t]*:([^\n]*)/gim)].map(([, type = ""]) => type.trim());
  const [type = ""] = types;
  if (types.length > 1) return "unclear";
  if (/^message\/(?:rfc822|global)\s*(?:;|$)/i.test(type)) return { boundary: null };
  if (!/^multipart\//i.test(type)) return null;
  const [, quoted, bare] = plainBoundary.exec(type) ?? [];
  const named = type.match(/(?<![\w=+'.-])boundary[^;=]{0,40}=/gi) ?? [];
  const boundary = quoted ?? bare;
  if (named.length > 1 || (boundary === undefined && /boundary/i.test(type))) return "unclear";
  return { boundary: boundary ?? "" };
}

/** The open levels while a message is read line by line. */
class Levels {
  private readonly open: MimeLevel[] = [];

  get depth(): number {
    return this.open.length;
  }

  enter(level: MimeLevel): void {
    this.open.push(level);
  }

  /** Returns true when this line divides parts, so that the headers of another part follow; levels within it end. */
  divides(line: string): boolean {
    if (!line.startsWith("--")) return false;
    const name = line.slice(2).trimEnd();
    const at = this.open.findLastIndex(({ boundary }) => boundary === name || `${boundary}--` === name);
    if (at < 0) return false;
    this.open.length = at + 1;
    if (this.open[at]?.boundary === name) return true;
    this.open.length = at;
    return false;
  }
}

/** Returns the start of the next line that may divide parts: the text before it is skipped. */
function dividerAfter(text: string, from: number, levels: Levels): number {
  const found = levels.depth === 0 ? -1 : text.indexOf("\n--", from - 1);
  return found < 0 ? text.length : found + 1;
}

/**
 * Returns the limit that is or may be exceeded by the number or the nesting of parts; no email of a person or a tool
 * has as many.
 */
function tooMany(text: string): "levels" | "parts" | null {
  const levels = new Levels();
  let head: number | null = 0;
  let parts = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    const line = text.slice(at, Math.min(next, at + 300)).trimEnd();
    if (levels.divides(line)) {
      head = next;
      parts += 1;
    } else if (head !== null && line === "") {
      const level = levelOf(text.slice(head, at));
      if (level === "unclear") return "levels";
      head = level?.boundary === null ? next : null;
      if (level) levels.enter(level);
      if (levels.depth > mailLimitValue("levels")) return "levels";
    }
    if (parts > mailLimitValue("parts")) return "parts";
    at = head === null ? dividerAfter(text, next, levels) : next;
  }
  return null;
}

/** Returns the exceeded limit of headers, parts or nesting; null = the message may be parsed. */
export function exceededMimeLimit(message: Buffer): "headers" | "parts" | "levels" | null {
  const text = message.toString("latin1");
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  return end > mailLimitValue("headers") ? "headers" : tooMany(text);
}
