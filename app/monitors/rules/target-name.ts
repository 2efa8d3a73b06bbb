const settingNames = ["url", "host", "name"] as const;

const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).host : "") || text;

/** Returns a name for a monitor by what it checks: the host of its URL, or its host or domain; else the given one. */
export function monitorTargetName(settings: Readonly<Record<string, string>>, otherwise: string): string {
  const target = settingNames.map((each) => settings[each]?.trim() ?? "").find((text) => text !== "");
  return target === undefined ? otherwise : hostOf(target);
}
