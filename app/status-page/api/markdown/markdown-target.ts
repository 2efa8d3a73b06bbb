import { decodeSegment } from "~/http/decode-segment";
import { markdownSuffix } from "~/pages/rules/page-links";

/** A public page that a request for Markdown is about. */
export interface MarkdownTarget {
  /** Null = the page that is shown at `/`. */
  slug: string | null;
  kind: "front" | "history" | "uptime" | "incidents" | "maintenances" | "components";
  /** Id of the incident, maintenance or component; "" for the others. */
  id: string;
  /** Path after the page's address, without the ending. */
  path: string;
  /** True when the address ends in `.md`; otherwise Accept asked for Markdown. */
  isFile: boolean;
}

const address = /^(?:\/([^/]+)(\/(history|uptime)|\/(incidents|maintenances|components)\/([^/]+))?)?$/;

/** Reads an address as it is routed; null when it names no page. */
export function markdownTargetOf(pathname: string): MarkdownTarget | null {
  const isFile = pathname.endsWith(markdownSuffix);
  const whole = isFile ? pathname.slice(0, -markdownSuffix.length) : pathname;
  const found = address.exec(whole.replace(/\/(index\.html)?$/, ""));
  if (!found) return null;
  const [, slug = null, path = "", list, folder, segment = ""] = found;
  const id = decodeSegment(segment);
  const kind = (list ?? folder ?? "front") as MarkdownTarget["kind"];
  return id === null ? null : { slug, kind, id, path, isFile };
}
