/** Returns the origin of an https address, also of one that is typed without its scheme; null for any other text. */
export function httpsOriginOf(text: string): string | null {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]+:\d+/.test(typed) ? typed : `https://${typed}`);
  return url && url.protocol === "https:" && url.hostname.includes(".") && url.username === "" ? url.origin : null;
}

/** Returns true for an address that a link of a page may have. */
export const isWebAddress = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? "") && !/[\s<>"]/.test(text);
