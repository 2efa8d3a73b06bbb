import { type AddressGuardOptions, guardAddress, guardName, guardUrl } from "~/net/address-guard";
import { hostOrAsWritten } from "~/net/host-name";
import { charge, type Meter, OverBudget } from "~/platform/meter";
import type { CalledAddress } from "~/platform/outbound";
import { withinTime } from "./within-time";

/** Returns the addresses that the runtime would call for a name; available only when the runtime can be asked. */
export type AddressLookup = (host: string) => Promise<string[]>;

export interface GuardContext {
  addressesOf: AddressLookup | undefined;
  meter: Meter;
  guard: AddressGuardOptions;
}

const lookupTimeoutMs = 1000;

/** Returns those addresses of a name that are not called. */
export async function privateAmong(host: string, { addressesOf, meter, guard }: GuardContext): Promise<string[]> {
  if (!addressesOf) return [];
  charge(meter, "subrequests", 1);
  const found = await withinTime(
    addressesOf(host).catch(() => []),
    lookupTimeoutMs,
  );
  return Array.isArray(found) ? found.filter((each) => !guardAddress(each, guard).ok) : [];
}

const hostOf = ({ url, host = "" }: CalledAddress) =>
  hostOrAsWritten(url === undefined ? host : (URL.parse(url)?.hostname ?? ""));

/**
 * Returns the private networks that would have to be allowed before this is called. A failed look-up counts as none.
 */
export async function blockedNetworks(address: CalledAddress, asking: GuardContext): Promise<string[]> {
  const { url, host = "" } = address;
  const verdict = url === undefined ? guardName(host, asking.guard) : guardUrl(url, asking.guard);
  if (!verdict.ok && verdict.code !== "private_address") return [];
  const named = verdict.ok ? [] : [hostOf(address)];
  try {
    return [...new Set([...named, ...(await privateAmong(hostOf(address), asking))])];
  } catch (error) {
    if (error instanceof OverBudget) return named;
    throw error;
  }
}
