import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { certificateFor } from "./certificates";
import { freePort, type Running, startProgram, temporaryFolder } from "./child";
import { requireProgram } from "./programs";

/**
 * A real web server (Debian's nginx) with what monitors meet, alike on each of its three addresses: `/well` (JSON),
 * `/broken` (503), `/round` (redirects for ever), `/closes` (without a word), `/drips` (16 bytes/s), `/huge` (10 GB),
 * `/inside` (redirects to a private address).
 */
export interface Nginx {
  url: string;
  /** TLS by the authority of this test run. */
  secureUrl: string;
  /** TLS by the same, with a certificate whose time is over. */
  expiredUrl: string;
  /** What NODE_EXTRA_CA_CERTS wants. */
  caFile: string;
  /** The authority in PEM. */
  ca: string;
  /** Nobody listens any more, until it is back on the same ports. */
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
    location = /huge { root ${folder}/files; }
    location = /inside { return 302 http://169.254.169.254/latest/meta-data; }`;

const tls = (folder: string, name: string) => `
    ssl_certificate ${folder}/${name}.pem;
    ssl_certificate_key ${folder}/${name}.key;`;

const server = (folder: string, listen: string, more = "") => `
  server {
    listen 127.0.0.1:${listen};${more}${places(folder)}
  }`;

const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

const configOf = (folder: string, [plain, secure, expired]: readonly [number, number, number]): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 1;
events { worker_connections 64; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  ${server(folder, String(plain))}
  ${server(folder, `${secure} ssl`, tls(folder, "secure"))}
  ${server(folder, `${expired} ssl`, tls(folder, "expired"))}
}
`;

/** Ten gigabytes that take no room on the disk. */
function writeFiles(folder: string): { ca: string; caFile: string } {
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files/drips"), "a line that takes its time\n".repeat(400));
  writeFileSync(join(folder, "files/huge"), "");
  truncateSync(join(folder, "files/huge"), 10 * 1024 ** 3);
  const certificates = { secure: certificateFor(), expired: certificateFor(undefined, -1) };
  for (const [name, { key, cert }] of Object.entries(certificates)) {
    writeFileSync(join(folder, `${name}.key`), `${key}\n`, { mode: 0o600 });
    writeFileSync(join(folder, `${name}.pem`), `${cert}\n`);
  }
  return certificates.secure;
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Started by root, its worker would be somebody who may not read the folders of a test run. */
const readingAsRoot = process.getuid?.() === 0 ? ["-g", "user root;"] : [];

async function begin(config: string, port: number): Promise<Running> {
  const running = startProgram(requireProgram("nginx"), ["-e", "stderr", "-c", config, ...readingAsRoot]);
  for (let tries = 0; tries < 200; tries++) {
    if (await listens(port)) return running;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nginx does not listen:\n${running.output()}`);
}

export async function startNginx(): Promise<Nginx> {
  const folder = temporaryFolder("nginx");
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const { ca, caFile } = writeFiles(folder);
  const config = join(folder, "nginx.conf");
  writeFileSync(config, configOf(folder, ports));
  let running: Running | null = await begin(config, ports[0]);
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
      running ??= await begin(config, ports[0]);
    },
    stop: away,
  };
}
