/**
 * The library writes a text that needs escaping as CDATA on its own line, and readers take that line for part of the
 * text. So the characters are replaced by noncharacters, which no text contains (`printable` removes them), and escaped
 * afterwards.
 */
const standIns = { "&": "\uFDD0", "<": "\uFDD1", ">": "\uFDD2" } as const;
const entities: Record<string, string> = { "\uFDD0": "&amp;", "\uFDD1": "&lt;", "\uFDD2": "&gt;" };

function veiled<T>(value: T): T {
  if (typeof value === "string") return value.replace(/[&<>]/g, (sign) => standIns[sign as "&"]) as T;
  if (Array.isArray(value)) return value.map(veiled) as T;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, veiled(each)])) as T;
}

/** Writes a feed in which all text from people is escaped and no layout is added inside an element that holds text. */
export const feedXml = <T>(generate: (feed: T) => string, feed: T): string =>
  generate(veiled(feed)).replace(/[\uFDD0-\uFDD2]/g, (sign) => entities[sign] ?? "");
