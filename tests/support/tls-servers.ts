import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import tls from "node:tls";
import { type Certificate, type CertificateName, shownCertificates } from "./certificates";
import { freePort, startProgram, temporaryFolder } from "./child";
import { startSecureNginx, untilListening } from "./nginx";
import { requireProgram } from "./programs";

export const versions = ["1.2", "1.3"] as const;
export type Version = (typeof versions)[number];

type Pair = Pick<Certificate, "key" | "cert">;

interface Shows {
  version: Version;
  certificate: CertificateName;
  pair: Pair;
}

/** Ports in the order of the certificates. */
interface Started {
  ports: number[];
  stop(): unknown;
}

const folder = temporaryFolder("tls-servers");
const block = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

async function startOpenssl({ version, pair: { key, cert } }: Shows) {
  const port = await freePort();
  const [first = "", ...others] = cert.match(block) ?? [];
  const files = { key: `${port}.key`, cert: `${port}.pem`, chain: `${port}.chain` };
  for (const [name, text] of [
    [files.key, key],
    [files.cert, first],
    [files.chain, others.join("\n")],
  ] as const)
    writeFileSync(join(folder, name), `${text}\n`);
  const chain = others.length > 0 ? ["-cert_chain", files.chain] : [];
  const ways = [`-tls${version.replace(".", "_")}`, "-cert", files.cert, "-key", files.key, ...chain];
  const args = ["s_server", "-quiet", "-accept", `127.0.0.1:${port}`, ...ways];
  const running = startProgram(requireProgram("openssl"), args, { cwd: folder });
  await untilListening(port, running);
  return { port, stop: running.stop };
}

async function several(started: Promise<{ port: number; stop(): unknown }>[]): Promise<Started> {
  const all = await Promise.all(started);
  return { ports: all.map(({ port }) => port), stop: () => Promise.all(all.map(({ stop }) => stop())) };
}

async function startNode({ version, pair }: Shows) {
  const only = { minVersion: `TLSv${version}`, maxVersion: `TLSv${version}` } as const;
  const server = tls.createServer({ ...pair, ...only }, (socket) => socket.on("error", () => undefined));
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

async function startNginx(shown: readonly Shows[]): Promise<Started> {
  const ports = await Promise.all(shown.map(() => freePort()));
  const places = shown.map(({ version, pair }, n) => ({ ...pair, version, port: ports[n] as number }));
  return { ports, stop: (await startSecureNginx(places)).stop };
}

/** Real TLS servers, each started with all its certificates. */
export const tlsServers = {
  nginx: startNginx,
  "openssl s_server": (shown: readonly Shows[]) => several(shown.map((each) => startOpenssl(each))),
  Node: (shown: readonly Shows[]) => several(shown.map(startNode)),
};
export type ServerName = keyof typeof tlsServers;

/** A combination of server, version and certificate. */
export type TlsPlace = readonly [server: ServerName, version: Version, certificate: CertificateName];

/** Starts all of them; `portOf` returns the port of each. */
export async function startTlsServers(places: readonly TlsPlace[], pairs: Record<CertificateName, Pair>) {
  const ports = new Map<string, number>();
  const started: Started[] = [];
  for (const [name, start] of Object.entries(tlsServers)) {
    const mine = places.filter(([server]) => server === name);
    if (mine.length === 0) continue;
    const one = await start(
      mine.map(([, version, certificate]) => ({ version, certificate, pair: pairs[certificate] })),
    );
    mine.forEach((place, n) => void ports.set(place.join(), one.ports[n] as number));
    started.push(one);
  }
  return {
    portOf: (...place: TlsPlace) => ports.get(place.join()) as number,
    stop: () => Promise.all(started.map((each) => each.stop())),
  };
}

/** Creates one of each certificate. */
export const madeCertificates = () =>
  Object.fromEntries(Object.entries(shownCertificates).map(([name, make]) => [name, make()])) as Record<
    CertificateName,
    Pair
  >;
