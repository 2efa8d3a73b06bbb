import type { CloudflareApi } from "./api.ts";
import { DeployError } from "./deploy-error.ts";

interface DnsZone {
  id: string;
  name: string;
}

/** Returns the parent names of a host, longest first. One of them is its zone. */
const above = (host: string): string[] => {
  const labels = host.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
};

async function zoneOf(api: CloudflareApi, host: string): Promise<DnsZone> {
  for (const name of above(host)) {
    const [zone] = await api.zones<DnsZone>(`?name=${name}&account.id=${api.account}`, "The zones could not be listed");
    if (zone) return zone;
  }
  throw new DeployError(
    `${host} is in no zone of this account. Add its zone to Cloudflare, or see “Custom domains” in docs/operations.md for domains of others.`,
  );
}

/**
 * Throws DeployError when the host is in use: wrangler does not ask when its output is piped, and would take a host
 * from another worker and replace its DNS record.
 */
export async function requireFreeDomain(api: CloudflareApi, worker: string, host: string): Promise<void> {
  const what = "The custom domains could not be listed";
  const users = await api.list<{ hostname: string; service: string }>(`/workers/domains?hostname=${host}`, what);
  const other = users.find(({ hostname, service }) => hostname === host && service !== worker);
  if (other) throw new DeployError(`${host} belongs to the worker ${other.service}: remove it there first.`);
  if (users.some(({ hostname }) => hostname === host)) return;
  const zone = await zoneOf(api, host);
  const records = await api.zones(`/${zone.id}/dns_records?name=${host}`, "The DNS records could not be listed");
  if (records.length > 0) throw new DeployError(`${host} has a DNS record: remove it in the zone ${zone.name} first.`);
}
