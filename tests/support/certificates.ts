import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./child";
import { requireProgram } from "./programs";

/** A certificate of a temporary authority that is deleted after the test run. */
export interface Certificate {
  /** PEM. */
  key: string;
  cert: string;
  ca: string;
  certFile: string;
  /** For NODE_EXTRA_CA_CERTS. */
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

interface Signing {
  /** Lines of extensions. */
  extensions: string;
  days: number;
  keyKind?: readonly string[];
  by: { key: string; cert: string };
}

/** Creates a key, and a certificate for it signed by `by`; returns their files. */
function sign({ extensions, days, keyKind = newKey, by }: Signing): { key: string; cert: string } {
  const folder = temporaryFolder("certificate");
  openssl(folder, "req", ...keyKind, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=Upfront test");
  writeFileSync(join(folder, "extensions"), `${extensions}\n`);
  const signing = [
    "-CA",
    by.cert,
    "-CAkey",
    by.key,
    "-CAcreateserial",
    "-days",
    String(days),
    "-extfile",
    "extensions",
  ];
  openssl(folder, "x509", "-req", "-in", "request.pem", "-out", "cert.pem", ...signing);
  return { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
}

const read = (file: string) => readFileSync(file, "utf8").trim();
const ourNames = ["DNS:localhost", "IP:127.0.0.1"];
const named = (names: readonly string[]) => `subjectAltName=${names.join(",")}`;

/**
 * Creates a certificate for these names (`DNS:localhost`, `IP:127.0.0.1`), by the one authority of this test run; days
 * < 0: it has expired.
 */
export function certificateFor(names = ourNames, days = 2, keyKind?: readonly string[]): Certificate {
  const by = authorityOnce();
  const { key, cert } = sign({ extensions: named(names), days, by, ...(keyKind ? { keyKind } : {}) });
  return { key: read(key), cert: read(cert), ca: read(by.cert), certFile: cert, caFile: by.cert };
}

/** Creates a certificate by an intermediate authority: with its certificate after the own one, or without it. */
export function chained(chain: "whole" | "short"): Pick<Certificate, "key" | "cert"> {
  const extensions = "basicConstraints=critical,CA:TRUE";
  const between = sign({ extensions, days: 60, by: authorityOnce() });
  const { key, cert } = sign({ extensions: named(ourNames), days: 60, by: between });
  return { key: read(key), cert: chain === "short" ? read(cert) : `${read(cert)}\n${read(between.cert)}` };
}

/** Creates a complete chain whose intermediate certificate has expired. */
export function expiredBetween(): Pick<Certificate, "key" | "cert"> {
  const between = sign({ extensions: "basicConstraints=critical,CA:TRUE", days: -1, by: authorityOnce() });
  const { key, cert } = sign({ extensions: named(ourNames), days: 60, by: between });
  return { key: read(key), cert: `${read(cert)}\n${read(between.cert)}` };
}

/** Creates a self-signed certificate. */
export function selfSigned(): Pick<Certificate, "key" | "cert"> {
  const folder = temporaryFolder("self-signed");
  const subject = ["-subj", "/CN=Self", "-days", "60", "-addext", named(ourNames)];
  openssl(folder, "req", "-x509", ...newKey, "-keyout", "key.pem", "-out", "cert.pem", ...subject);
  return { key: read(join(folder, "key.pem")), cert: read(join(folder, "cert.pem")) };
}

/** Certificates that servers present: valid ones, and one for each kind of error. */
export const shownCertificates = {
  good: () => certificateFor(ourNames, 60),
  "of a whole chain": () => chained("whole"),
  "soon over": () => certificateFor(ourNames, 7),
  expired: () => certificateFor(ourNames, -1),
  "of another name": () => certificateFor(["DNS:other.example.com"], 60),
  "self-signed": selfSigned,
  "of a short chain": () => chained("short"),
} satisfies Record<string, () => Pick<Certificate, "key" | "cert">>;

export type CertificateName = keyof typeof shownCertificates;
