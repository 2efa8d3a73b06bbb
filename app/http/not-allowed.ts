import { type GuardAround, guardAddress, guardName, guardUrl } from "~/net/address-guard";
import { hostOrAsWritten } from "~/net/host-name";
import { charge, type Meter, OverBudget } from "~/platform/meter";
import type { CalledAddress } from "~/platform/outbound";
import { within } from "./within";

/** Returns the addresses that the runtime would call for a name; available only when the runtime can be asked. */
export type AddressesOf = (host: string) => Promise<string[]>;

export interface Asking {
  addressesOf: AddressesOf | undefined;
  meter: Meter;
  guard: GuardAround;
}

const patience = 1000;

/** Returns those addresses of a name that are not called. */
export async function privateAmong(host: string, { addressesOf, meter, guard }: Asking): Promise<string[]> {
  if (!addressesOf) return [];
  charge(meter, "subrequests", 1);
  const found = await within(
    addressesOf(host).catch(() => []),
    patience,
  );
  return Array.isArray(found) ? found.filter((each) => !guardAddress(each, guard).ok) : [];
}

const hostOf = ({ url, host = "" }: CalledAddress) =>
  hostOrAsWritten(url === undefined ? host : (URL.parse(url)?.hostname ?? ""));

/**
 * Returns the private networks that would have to be allowed before this is called. A failed look-up counts as none.
 */
export async function notAllowed(address: CalledAddress, asking: Asking): Promise<string[]> {
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
