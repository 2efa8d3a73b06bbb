const browsers: [RegExp, string][] = [
  [/\bEdg\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const find = (table: [RegExp, string][], text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** In words of ours only, for a mail that anybody may cause; null where it is not known. */
export function knownBrowser(userAgent: string | null): string | null {
  const known = userAgent !== null && find(browsers, userAgent) !== undefined;
  return known ? browserWords(userAgent) : null;
}

/** "Firefox on Linux" for people to recognise; the browser's own words where none is known. */
export function browserWords(userAgent: string): string {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (!browser) return userAgent || "A browser that said nothing";
  return system ? `${browser} on ${system}` : browser;
}
