import type { z } from "zod";
import { secretMask } from "~/fields/secret";
import { type AddressGuardOptions, checkOutboundUrl } from "~/net/address-guard";
import type { AnyChannelAdapter } from "./contract";
import { channelMessageUrls } from "./message-urls";

type Settings = Record<string, unknown>;

interface OwnChannelSettings {
  /** 256 random bits in base64url, for settings that are generated. */
  token: string;
  /** Settings of the existing channel, whose generated settings are kept; null = the channel is new. */
  kept: Settings | null;
}

const isSet = (value: unknown): boolean =>
  value !== "" && value !== null && value !== undefined && value !== secretMask;

/**
 * Returns settings of another product as they are stored; null when this kind does not take them all, or an address of
 * them may not be called.
 */
export function importedChannelSettings(
  adapter: AnyChannelAdapter,
  settings: Settings,
  around: AddressGuardOptions,
  { token, kept }: OwnChannelSettings,
): Settings | null {
  const generated = (adapter.generate?.(token) ?? {}) as Settings;
  const own = Object.fromEntries(Object.entries(generated).map(([name, value]) => [name, kept?.[name] ?? value]));
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => isSet(value)));
  const known = Object.keys((adapter.settings as unknown as z.ZodObject).shape);
  const merged = { ...own, ...given };
  const parsed = adapter.settings.safeParse(merged);
  if (!parsed.success || Object.keys(given).some((name) => !known.includes(name))) return null;
  const urls = channelMessageUrls(adapter, parsed.data);
  return urls.every((url) => checkOutboundUrl(url, around).ok) ? merged : null;
}
