import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { certificateFor, expiredCertificateFor } from "./certificates";
import { freePort, startProgram, temporaryFolder } from "./child";
import { requireProgram } from "./programs";

/**
 * A real web server (Debian's nginx) with what monitors meet. Paths: `/health` (JSON), `/health.down` (500), `/switch`
 * (200, or 503 while it is out), `/loop`, `/hops/3`, `/slow` (1,000 bytes/s), `/private` (basic: ana, pass word),
 * `/big` (1 MB), `/metadata` (a redirect to a private address).
 */
export interface Nginx {
  url: string;
  /** TLS with a certificate of the test's authority. */
  secureUrl: string;
  /** TLS with a certificate that has expired, of the same authority. */
  expiredUrl: string;
  /** PEM of the authority. */
  ca: string;
  port: number;
  securePort: number;
  expiredPort: number;
  /** Takes `/switch` out, and puts it back. */
  out(isOut: boolean): void;
  /** Calls so far, a line each. */
  stop(): Promise<number>;
}

interface Place {
  folder: string;
  ports: [plain: number, secure: number, expired: number];
}

const tlsServer = (port: number, name: string) => `
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${name}.pem;
    ssl_certificate_key ${name}.key;
    location / { return 200 "secure\\n"; }
  }`;

const configOf = ({ folder, ports: [plain, secure, expired] }: Place): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off;
  default_type text/plain;
  client_body_temp_path ${folder}/temp;
  proxy_temp_path ${folder}/temp;
  fastcgi_temp_path ${folder}/temp;
  uwsgi_temp_path ${folder}/temp;
  scgi_temp_path ${folder}/temp;
  server {
    listen 127.0.0.1:${plain};
    root ${folder}/files;
    location = /health {
      default_type application/json;
      return 200 '{"status":"ok","checks":[{"name":"db","state":"up"}]}';
    }
    location = /health.down { return 500 "broken\\n"; }
    location = /switch { try_files /out @well; error_page 405 =503 @out; if (-f ${folder}/files/out) { return 503 "out\\n"; } }
    location @well { return 200 "well\\n"; }
    location = /loop { return 302 /loop; }
    location = /hops/3 { return 301 /hops/2; }
    location = /hops/2 { return 302 /hops/1; }
    location = /hops/1 { return 307 /health; }
    location = /slow { limit_rate 1000; try_files /big =404; }
    location = /private { auth_basic "private"; auth_basic_user_file ${folder}/people; try_files /small =404; }
    location = /metadata { return 302 http://169.254.169.254/latest/; }
  }${tlsServer(secure, "good")}${tlsServer(expired, "expired")}
}
`;

function writeFiles({ folder }: Place): string {
  mkdirSync(join(folder, "files"));
  mkdirSync(join(folder, "temp"));
  writeFileSync(join(folder, "files/big"), "x".repeat(1024 ** 2));
  writeFileSync(join(folder, "files/small"), "private\n");
  writeFileSync(join(folder, "people"), "ana:{PLAIN}pass word\n");
  const good = certificateFor();
  for (const [name, { key, cert }] of Object.entries({ good, expired: expiredCertificateFor() })) {
    writeFileSync(join(folder, `${name}.key`), `${key}\n`);
    writeFileSync(join(folder, `${name}.pem`), `${cert}\n`);
  }
  return good.ca;
}
