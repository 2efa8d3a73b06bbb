import { Resolver } from "node:dns/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startDnsServer, type WireRecord } from "./dns-server";

export type Zone = ReadonlyMap<string, readonly WireRecord[] | "broken">;

const types: Record<string, number> = { A: 1, SOA: 6, MX: 15, TXT: 16 };
/** Codes of RFC 1035 §4.1.1 by Node's names; a name without such records is no error. */
const codes: Record<string, number> = { ENODATA: 0, ESERVFAIL: 2, ENOTFOUND: 3, EREFUSED: 5 };

const dataOf: Record<string, (record: never) => string> = {
  A: (address: string) => address,
  MX: ({ priority, exchange }: { priority: number; exchange: string }) => `${priority} ${exchange}.`,
  TXT: (parts: string[]) => parts.map((part) => JSON.stringify(part)).join(" "),
  SOA: ({ nsname, hostmaster, serial, refresh, retry, expire, minttl }: Record<string, string | number>) =>
    `${nsname}. ${hostmaster}. ${serial} ${refresh} ${retry} ${expire} ${minttl}`,
};

/**
 * Starts a DNS server on this machine, and before it a resolver over HTTP in JSON, like those of Cloudflare and Google.
 */
export async function startDoh(zone: Zone) {
  const dns = await startDnsServer(zone);
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([dns.address]);
  const answerTo = async (name: string, type: string) => {
    try {
      const found = [await resolver.resolve(name, type)].flat() as never[];
      const answers = found.map((record) => ({ name, type: types[type], TTL: 60, data: dataOf[type]?.(record) }));
      return { Status: 0, Answer: answers };
    } catch (error) {
      return { Status: codes[(error as NodeJS.ErrnoException).code ?? ""] ?? 2 };
    }
  };
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? "/", "http://dns").searchParams;
    const answer = await answerTo(asked.get("name") ?? "", asked.get("type") ?? "A");
    response.setHeader("content-type", "application/dns-json");
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/dns-query`,
    close() {
      dns.close();
      server.close();
    },
  };
}
