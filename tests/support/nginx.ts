import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type Certificate, certificateFor } from "./certificates";
import { freePort, type Running, startProgram, temporaryFolder } from "./child";
import { requireProgram } from "./programs";

/**
 * A real web server (Debian's nginx) with everything that monitors meet, the same on each of its three addresses:
 * `/well` (JSON), `/broken` (503), `/round` (endless redirects), `/closes` (no answer), `/drips` (16 bytes/s), `/huge`
 * (10 GB), `/inside` (redirects to a private address).
 */
export interface Nginx {
  url: string;
  /** TLS by the authority of this test run. */
  secureUrl: string;
  /** TLS by the same authority, with an expired certificate. */
  expiredUrl: string;
  /** For NODE_EXTRA_CA_CERTS. */
  caFile: string;
  /** The authority in PEM. */
  ca: string;
  /** Stops listening, until `back` restores the same ports. */
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
}

const places = (folder: string) => `
    location = /well { default_type application/json; return 200 '{"status":"ok"}'; }
    location = /broken { return 503 "Come back later."; }
    location = /round { return 302 /about; }
    location = /about { return 302 /round; }
    location = /closes { return 444; }
    location = /drips { root ${folder}/files; limit_rate 16; }
    location = /huge { root ${folder}/files; default_type "text/plain; charset=utf-8"; }
    location = /inside { return 302 http://169.254.169.254/latest/meta-data; }`;

/** Certificate files by name: `${name}.pem` and `${name}.key`. */
const tls = (folder: string, name: string) => `
    ssl_certificate ${folder}/${name}.pem;
    ssl_certificate_key ${folder}/${name}.key;`;

const serverOf = (listen: string, ...more: string[]) => `
  server {
    listen 127.0.0.1:${listen};${more.join("")}
  }`;

const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

const configOf = (folder: string, servers: readonly string[]): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 1;
events { worker_connections 64; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  ${servers.join("")}
}
`;

function writePair(folder: string, name: string, { key, cert }: Pick<Certificate, "key" | "cert">): void {
  writeFileSync(join(folder, `${name}.key`), `${key}\n`, { mode: 0o600 });
  writeFileSync(join(folder, `${name}.pem`), `${cert}\n`);
}

/** Writes ten gigabytes that take no room on the disk. */
function writeFiles(folder: string): { ca: string; caFile: string } {
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files/drips"), "a line that takes its time\n".repeat(400));
  writeFileSync(join(folder, "files/huge"), "");
  truncateSync(join(folder, "files/huge"), 10 * 1024 ** 3);
  const secure = certificateFor();
  writePair(folder, "secure", secure);
  writePair(folder, "expired", certificateFor(undefined, -1));
  return secure;
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

export async function untilListening(port: number, running: Running): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await listens(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`It does not listen:\n${running.output()}`);
}

/** When root starts it, its worker would otherwise run as a user who may not read the folders of a test run. */
const readingAsRoot = process.getuid?.() === 0 ? ["-g", "user root;"] : [];

async function begin(folder: string, servers: readonly string[], port: number): Promise<Running> {
  const config = join(folder, "nginx.conf");
  writeFileSync(config, configOf(folder, servers));
  const running = startProgram(requireProgram("nginx"), ["-e", "stderr", "-c", config, ...readingAsRoot]);
  await untilListening(port, running);
  return running;
}

export async function startNginx(): Promise<Nginx> {
  const folder = temporaryFolder("nginx");
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const { ca, caFile } = writeFiles(folder);
  const [plain, secure, expired] = ports;
  const servers = [
    serverOf(String(plain), places(folder)),
    serverOf(`${secure} ssl`, tls(folder, "secure"), places(folder)),
    serverOf(`${expired} ssl`, tls(folder, "expired"), places(folder)),
  ];
  let running: Running | null = await begin(folder, servers, plain);
  const away = async () => {
    await running?.stop();
    running = null;
  };
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    secureUrl: `https://127.0.0.1:${ports[1]}`,
    expiredUrl: `https://127.0.0.1:${ports[2]}`,
    caFile,
    ca,
    away,
    async back() {
      running ??= await begin(folder, servers, plain);
    },
    stop: away,
  };
}

/**
 * Starts an nginx before a server of ours, which it calls from its own address, with these lines in the proxied
 * location.
 */
export async function startProxyNginx(target: number, own: string, lines: string): Promise<Running & { port: number }> {
  const port = await freePort();
  const passing = `location / { proxy_pass http://127.0.0.1:${target}; proxy_bind ${own}; ${lines} }`;
  const running = await begin(temporaryFolder("nginx"), [serverOf(String(port), passing)], port);
  return Object.assign(running, { port });
}

/** The certificate of an address, and the only version of TLS that it supports. */
export interface SecurePlace extends Pick<Certificate, "key" | "cert"> {
  port: number;
  version: string;
}

/** Starts an nginx with another certificate at each address; each answers 200, except for `/closes`. */
export async function startSecureNginx(all: readonly SecurePlace[]): Promise<Running> {
  const folder = temporaryFolder("nginx");
  const servers = all.map(({ port, version, ...pair }) => {
    writePair(folder, String(port), pair);
    const ways = `${tls(folder, String(port))} ssl_protocols TLSv${version};`;
    return serverOf(`${port} ssl`, ways, ` location = /closes { return 444; } location / { return 200 "well"; }`);
  });
  return begin(folder, servers, all[0]?.port ?? 0);
}
