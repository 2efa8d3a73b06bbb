import type { z } from "zod";
import { secretMask } from "~/fields/secret";
import type { AddressGuardOptions } from "~/net/address-guard";
import { checkMonitorCallAddress } from "./call-addresses";
import type { AnyMonitorKind } from "./contract";

type Settings = Record<string, unknown>;

/** Returns the calls of each check with these settings, which must be valid. */
export const callsPerCheck = (adapter: AnyMonitorKind, settings: Settings): number =>
  adapter.cost?.(adapter.settings.parse(settings)) ?? 1;

const isSet = (value: unknown): boolean =>
  value !== "" && value !== null && value !== undefined && value !== secretMask;

const knownSettings = ({ settings }: AnyMonitorKind): string[] =>
  Object.keys((settings as unknown as z.ZodObject).shape);

/**
 * Returns settings of another product as they are stored; null when this kind does not accept all of them, or when an
 * address is one that checks from here may not call. Pure: nothing is called.
 */
export function importedMonitorSettings(
  adapter: AnyMonitorKind,
  given: Settings,
  around: AddressGuardOptions,
): Settings | null {
  if (adapter.from === "agent" || adapter.from === "reported") return null;
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => isSet(value)));
  const known = knownSettings(adapter);
  const parsed = adapter.settings.safeParse(settings);
  if (!parsed.success || Object.keys(settings).some((name) => !known.includes(name))) return null;
  const isCallable = adapter.addresses(parsed.data).every((address) => checkMonitorCallAddress(address, around).ok);
  return isCallable ? settings : null;
}
