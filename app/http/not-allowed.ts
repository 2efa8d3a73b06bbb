import {
  type AddressGuardOptions,
  checkOutboundAddress,
  checkOutboundHostName,
  checkOutboundUrl,
} from "~/net/address-guard";
import { normaliseHostOrKeepText } from "~/net/host-name";
import { chargeMeter, type Meter, OverBudgetError } from "~/platform/meter";
import type { CalledAddress } from "~/platform/outbound";
import { withTimeout } from "./within-time";

/** Returns the addresses that the runtime would call for a name; available only when the runtime can be asked. */
export type AddressLookup = (host: string) => Promise<string[]>;

export interface AddressGuardContext {
  addressesOf: AddressLookup | undefined;
  meter: Meter;
  guard: AddressGuardOptions;
}

const lookupTimeoutMs = 1000;

/** Returns those addresses of a name that are not called. */
export async function findBlockedAddresses(
  host: string,
  { addressesOf, meter, guard }: AddressGuardContext,
): Promise<string[]> {
  if (!addressesOf) return [];
  chargeMeter(meter, "subrequests", 1);
  const found = await withTimeout(
    addressesOf(host).catch(() => []),
    lookupTimeoutMs,
  );
  return Array.isArray(found) ? found.filter((each) => !checkOutboundAddress(each, guard).ok) : [];
}

const hostOf = ({ url, host = "" }: CalledAddress) =>
  normaliseHostOrKeepText(url === undefined ? host : (URL.parse(url)?.hostname ?? ""));

/**
 * Returns the private networks that would have to be allowed before this is called. A failed look-up is treated as
 * none.
 */
export async function findBlockedNetworks(address: CalledAddress, asking: AddressGuardContext): Promise<string[]> {
  const { url, host = "" } = address;
  const verdict = url === undefined ? checkOutboundHostName(host, asking.guard) : checkOutboundUrl(url, asking.guard);
  if (!verdict.ok && verdict.code !== "private_address") return [];
  const named = verdict.ok ? [] : [hostOf(address)];
  try {
    return [...new Set([...named, ...(await findBlockedAddresses(hostOf(address), asking))])];
  } catch (error) {
    if (error instanceof OverBudgetError) return named;
    throw error;
  }
}
