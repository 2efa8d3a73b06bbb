import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./child";
import { requireProgram } from "./programs";

/** A certificate of a throw-away authority that dies with the test run. */
export interface Certificate {
  /** PEM. */
  key: string;
  cert: string;
  ca: string;
  certFile: string;
  /** What NODE_EXTRA_CA_CERTS wants. */
  caFile: string;
}

let authority: { folder: string; key: string; cert: string } | null = null;

const openssl = (folder: string, ...args: string[]) =>
  execFileSync(requireProgram("openssl"), args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

function authorityOnce() {
  if (authority) return authority;
  const folder = temporaryFolder("authority");
  const subject = ["-subj", "/CN=Upfront test authority", "-days", "2"];
  openssl(folder, "req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", ...subject);
  authority = { folder, key: join(folder, "ca.key"), cert: join(folder, "ca.pem") };
  return authority;
}

/** A certificate for these names (`DNS:localhost`, `IP:127.0.0.1`), by the one authority of this test run; days < 0: its time is over. */
export function certificateFor(
  names: string[] = ["DNS:localhost", "IP:127.0.0.1"],
  days = 2,
  keyKind: readonly string[] = newKey,
): Certificate {
  const { key: caKey, cert: caFile } = authorityOnce();
  const folder = temporaryFolder("certificate");
  openssl(folder, "req", ...keyKind, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=Upfront test");
  writeFileSync(join(folder, "names"), `subjectAltName=${names.join(",")}\n`);
  const signing = ["-CA", caFile, "-CAkey", caKey, "-CAcreateserial", "-days", String(days), "-extfile", "names"];
  openssl(folder, "x509", "-req", "-in", "request.pem", "-out", "cert.pem", ...signing);
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const [key, cert, ca] = [keyFile, certFile, caFile].map((file) => readFileSync(file, "utf8").trim()) as [
    string,
    string,
    string,
  ];
  return { key, cert, ca, certFile, caFile };
}
