import type { Refusal } from "~/failures/refusal";
import { type AddressGuardOptions, checkOutboundHostName, checkOutboundUrl } from "~/net/address-guard";
import type { CallAddress } from "./contract";

interface CheckingDeployment {
  origin: string;
  networks: readonly string[];
  onCloudflare: boolean;
}

/** Returns what checks from this deployment may call; `hosts` = the hosts of its pages, which no monitor checks. */
export const checkAddressGuard = (
  { origin, networks, onCloudflare }: CheckingDeployment,
  hosts: readonly { host: string | null }[],
): AddressGuardOptions => ({
  networks,
  namesOnly: onCloudflare,
  own: [new URL(origin).host, ...hosts.flatMap(({ host }) => host ?? [])],
});

/** Tests whether a check may call an address. */
export const checkMonitorCallAddress = (
  { url, host }: CallAddress,
  around: AddressGuardOptions,
): { ok: true } | { ok: false; code: string; detail: Refusal } =>
  url === undefined ? checkOutboundHostName(host ?? "", around) : checkOutboundUrl(url, around);
