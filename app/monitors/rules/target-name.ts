const settingNames = ["url", "host", "name"] as const;

const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).host : "") || text;

/** One word with a dot or a colon, perhaps numbered because another monitor has that name. */
const addressName = /^(?:localhost|[^\s.:]*[.:]\S*)(?: \d+)?$/i;

/** Returns true when a monitor's name may be what it checks, which visitors never see. */
export const isAddressName = (name: string): boolean => addressName.test(name.trim());

/**
 * Returns a name for a monitor after its target: the host of its URL, or its host or domain; otherwise the given name,
 * which is also used for an address without a name.
 */
export function monitorTargetName(settings: Readonly<Record<string, string>>, otherwise: string): string {
  const target = settingNames.map((each) => settings[each]?.trim() ?? "").find((text) => text !== "");
  const host = target === undefined ? "" : hostOf(target);
  return isAddressName(host) ? host : otherwise;
}
