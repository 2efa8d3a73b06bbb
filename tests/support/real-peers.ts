import { type AddressInfo, createServer } from "node:net";
import type { CertificateName } from "./certificates";
import { freePort } from "./child";
import { a, mx, soa, txt } from "./dns-server";
import { startDoh, type Zone } from "./doh";
import { startEcho } from "./echo";
import { startExim } from "./exim";
import { type HookAnswer, startHook } from "./hook";
import { startNginx } from "./nginx";
import { madeCertificates, type ServerName, startTlsServers, type TlsPlace, versions } from "./tls-servers";
import { startVendors } from "./vendor-server";

export type { TlsPlace } from "./tls-servers";

const servers: ServerName[] = ["nginx", "openssl s_server", "Node"];
const names: CertificateName[] = [
  "good",
  "of a whole chain",
  "soon over",
  "expired",
  "of another name",
  "self-signed",
  "of a short chain",
];

/** Every server presents every certificate with both versions. */
export const tlsPlaces: TlsPlace[] = servers.flatMap((server) =>
  versions.flatMap((version) => names.map((name) => [server, version, name] as const)),
);

const zone = (text: string): Zone =>
  new Map([["shop.lan", [a("192.0.2.1"), mx(10, "mail.lan"), mx(20, "other.lan"), txt(text), soa(2026112701)]]]);

const day = 86_400_000;
const registered: Record<string, { days: number; status: string }> = {
  "example.com": { days: 12.5, status: "active" },
  "long.example": { days: 400.5, status: "active" },
  "hold.example": { days: 400.5, status: "client hold" },
};

/** Starts a registry that answers by RDAP; its older address redirects to it. */
async function startRegistry() {
  const registry = await startHook();
  const headers = { "content-type": "application/rdap+json" };
  registry.answer(({ path }): HookAnswer => {
    if (path.startsWith("/old/")) return { status: 302, headers: { location: path.replace("/old/", "/rdap/") } };
    const name = path.replace("/rdap/domain/", "");
    if (name === "busy.example") return { status: 429, headers: { "retry-after": "3600" } };
    const known = registered[name];
    if (!known) return { status: 404, headers, text: "{}" };
    const events = [{ eventAction: "expiration", eventDate: new Date(Date.now() + known.days * day).toISOString() }];
    const said = { objectClassName: "domain", ldhName: name.toUpperCase(), status: [known.status], events };
    return { status: 200, headers, text: JSON.stringify(said) };
  });
  return registry;
}

/** Starts a server that accepts connections and never answers. */
async function startSilent() {
  const server = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Starts real servers of everything that monitors check. */
export async function startMonitorPeers() {
  const pairs = madeCertificates();
  const [nginx, tls, exim, plain, echo, secureEchoes, one, same, other, registry, vendors, silent] = await Promise.all([
    startNginx(),
    startTlsServers(tlsPlaces, pairs),
    startExim({ shown: names.map((name) => pairs[name]) }),
    startExim({ starttls: false }),
    startEcho(),
    Promise.all(names.map((name) => startEcho(pairs[name]))),
    startDoh(zone("one")),
    startDoh(zone("one")),
    startDoh(zone("other")),
    startRegistry(),
    startVendors(),
    startSilent(),
  ]);
  const nobody = `http://127.0.0.1:${await freePort()}/`;
  const closed = [echo, ...secureEchoes, one, same, other, registry, vendors, silent];
  return {
    url: nginx.url,
    port: Number(new URL(nginx.url).port),
    nginx,
    /** An address without a server. */
    nobody,
    tls: tls.portOf,
    exim: (name: CertificateName) => exim.ports[names.indexOf(name)] as number,
    plainExim: { host: plain.host, port: plain.port, starttls: "smtp" },
    echo: echo.url,
    secureEcho: (name: CertificateName) => `${secureEchoes[names.indexOf(name)]?.url}/quiet`,
    silent: silent.port,
    resolvers: { one: one.url, same: same.url, other: other.url, away: `${nobody}dns-query` },
    registry: registry.url,
    vendors: vendors.url,
    async stop() {
      for (const each of closed) await each.close();
      await Promise.all([nginx.stop(), tls.stop(), exim.stop(), plain.stop()]);
    },
  };
}
export type MonitorPeers = Awaited<ReturnType<typeof startMonitorPeers>>;
