const browsers = [
  [/\bEdg\//, "edge"],
  [/\bOPR\//, "opera"],
  [/\bFirefox\//, "firefox"],
  [/Chrome\//, "chrome"],
  [/\bSafari\//, "safari"],
] as const;

const systems = [
  [/\b(iPhone|iPad)\b/, "ios"],
  [/\bAndroid\b/, "android"],
  [/\bWindows\b/, "windows"],
  [/\bMac OS X\b/, "macos"],
  [/\bLinux\b/, "linux"],
] as const;

export type BrowserName = (typeof browsers)[number][1];
export type OperatingSystem = (typeof systems)[number][1];

/** Names as their makers write them, in every language. */
const names: Record<BrowserName | OperatingSystem, string> = {
  edge: "Edge",
  opera: "Opera",
  firefox: "Firefox",
  chrome: "Chrome",
  safari: "Safari",
  ios: "iOS",
  android: "Android",
  windows: "Windows",
  macos: "macOS",
  linux: "Linux",
};

type PatternTable<Name> = readonly (readonly [RegExp, Name])[];
const find = <Name>(table: PatternTable<Name>, text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Returns the known browser and system in a user agent; the system only with its browser. */
export function parseUserAgent(
  userAgent: string | null,
): { browser: BrowserName; system: OperatingSystem | null } | null {
  const browser = find<BrowserName>(browsers, userAgent ?? "");
  return browser && { browser, system: find<OperatingSystem>(systems, userAgent ?? "") };
}

/** Returns names only, such as "Firefox · Linux", because a user agent is a stranger's text. */
export function browserLabel(userAgent: string | null): string | null {
  const known = parseUserAgent(userAgent);
  return known && [known.browser, known.system].flatMap((each) => (each ? [names[each]] : [])).join(" · ");
}
