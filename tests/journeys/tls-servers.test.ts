import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import { certificateFor } from "../support/certificates";
import { freePort, type Running, startProgram, temporaryFolder } from "../support/child";
import { startDns } from "../support/dns";
import { startExim } from "../support/exim";
import { startHook } from "../support/hook";
import { look, wayOut } from "../support/monitor-peers";
import { type Nginx, startNginx } from "../support/nginx";
import { requireProgram } from "../support/programs";

/** Certificates as real servers show them: openssl's own, nginx and exim, by TLS 1.2 and 1.3. */
const begun: Running[] = [];
let nginx: Nginx;
beforeAll(async () => {
  nginx = await startNginx();
});
afterAll(async () => {
  for (const each of begun) await each.stop();
  await nginx?.stop();
});

const folder = temporaryFolder("tls-servers");
const run = (...args: string[]) => execFileSync(requireProgram("openssl"), args, { cwd: folder, stdio: "ignore" });
const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
const names = "subjectAltName=IP:127.0.0.1";

interface Shown {
  key: string;
  cert: string;
  /** Whom the platform trusts. */
  ca: string;
}

function selfSigned(): Shown {
  run(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    "self.key",
    "-out",
    "self.pem",
    "-subj",
    "/CN=Self",
    "-days",
    "60",
    "-addext",
    names,
  );
  const [key, cert] = ["self.key", "self.pem"].map((name) => readFileSync(join(folder, name), "utf8")) as [
    string,
    string,
  ];
  return { key, cert, ca: certificateFor().ca };
}

/** Its intermediate certificate is not sent along. */
function shortChain(): Shown {
  const signed = (name: string, by: string, ext: string) => {
    writeFileSync(join(folder, "ext"), `${ext}\n`);
    run("req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const authority = ["-CA", `${by}.pem`, "-CAkey", `${by}.key`, "-CAcreateserial"];
    run("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.pem`, ...authority, "-days", "60", "-extfile", "ext");
  };
  run("req", "-x509", ...newKey, "-keyout", "root.key", "-out", "root.pem", "-subj", "/CN=Root", "-days", "90");
  signed("middle", "root", "basicConstraints=critical,CA:TRUE");
  signed("leaf", "middle", names);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return { key: read("leaf.key"), cert: read("leaf.pem"), ca: read("root.pem") };
}

async function serve({ key, cert }: Shown, version: string): Promise<number> {
  const port = await freePort();
  const files = { key: join(folder, `${port}.key`), cert: join(folder, `${port}.pem`) };
  writeFileSync(files.key, key);
  writeFileSync(files.cert, cert);
  const args = [
    "s_server",
    "-accept",
    `127.0.0.1:${port}`,
    "-key",
    files.key,
    "-cert",
    files.cert,
    `-${version}`,
    "-quiet",
  ];
  const running = startProgram(requireProgram("openssl"), args);
  begun.push(running);
  for (let tries = 0; tries < 100; tries++) {
    const found = await look("tcp", { host: "127.0.0.1", port });
    if (found.verdict === "up") return port;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("openssl s_server does not listen");
}

const cases: [name: string, () => Shown, verdict: string, code: string][] = [
  ["a good one", () => certificateFor(undefined, 60), "up", "ok"],
  ["one that soon expires", () => certificateFor(undefined, 7), "degraded", "expires_soon"],
  ["one whose time is over", () => certificateFor(undefined, -1), "down", "expired"],
  ["one for another name", () => certificateFor(["DNS:other.example.com"], 60), "down", "wrong_name"],
  ["one that signs itself", selfSigned, "down", "self_signed"],
  ["one whose chain is cut short", shortChain, "down", "untrusted"],
];

describe.each(["tls1_2", "tls1_3"])("openssl s_server, %s", (version) => {
  test.each(cases)("%s", async (_, make, verdict, code) => {
    const shown = make();
    const outbound = wayOut(["127.0.0.0/8"], [shown.ca]);
    const found = await look("tls", { host: "127.0.0.1", port: await serve(shown, version) }, { outbound });
    expect(found).toMatchObject({ verdict, code });
    const handshake = found.steps.map(({ detail }) => refusalText(detail, "en"));
    expect(handshake).toContain(version === "tls1_2" ? "TLS 1.2." : "TLS 1.3.");
  });
});

test("nginx: good for two days, and one whose time is over", async () => {
  const outbound = wayOut(["127.0.0.0/8"], [nginx.ca]);
  const at = (url: string) => look("tls", { host: "127.0.0.1", port: new URL(url).port }, { outbound });
  expect(await at(nginx.secureUrl)).toMatchObject({ verdict: "degraded", code: "expires_soon" });
  expect(await at(nginx.expiredUrl)).toMatchObject({ verdict: "down", code: "expired" });
});

test("exim: its certificate by STARTTLS, and a TCP monitor that goes on under it", async () => {
  const exim = await startExim({ names: ["IP:127.0.0.1"] });
  const outbound = wayOut(["127.0.0.0/8"], [readFileSync(exim.caFile, "utf8")]);
  const at = { host: exim.host, port: exim.port, starttls: "smtp" };
  const found = await look("tls", at, { outbound });
  expect(found).toMatchObject({ verdict: "degraded", code: "expires_soon" });
  expect(found.steps.map(({ ok }) => ok)).toEqual([true, false, true]);
  const spoken = { ...at, send: "EHLO monitor.invalid\\r\\n", expect: "AUTH PLAIN" };
  expect(await look("tcp", spoken, { outbound })).toMatchObject({ verdict: "up", code: "ok" });
  expect(await look("tcp", { ...at, send: "", expect: "" })).toMatchObject({ verdict: "down", code: "untrusted" });
  await exim.stop();
  const plain = await startExim({ starttls: false });
  expect(await look("tls", { ...at, port: plain.port })).toMatchObject({ verdict: "down", code: "no_tls" });
  expect(await look("tcp", { ...at, port: plain.port })).toMatchObject({ verdict: "down", code: "no_starttls" });
  await plain.stop();
});

test("two resolvers over HTTPS: what both say, and where they differ", async () => {
  const [one, two] = [await startDns(), await startDns()];
  const ask = { name: "example.com", type: "TXT", match: "contains", values: "v=spf1 -all" };
  const at = { ...ask, resolver: one.url, second: two.url };
  for (const { texts } of [one, two]) texts.set("example.com", ["v=spf1 -all"]);
  expect(await look("dns", at)).toMatchObject({ verdict: "up", code: "ok" });
  two.texts.set("example.com", ["v=spf1 +all"]);
  const differing = await look("dns", at);
  expect(differing.verdict).not.toBe("up");
  expect(differing.steps.some(({ ok }) => !ok)).toBe(true);
  await Promise.all([one.close(), two.close()]);
  expect(await look("dns", at)).toMatchObject({ verdict: "unknown" });
});

test("a registry that answers by RDAP: a redirect to it, a domain that expires, one that nobody has, and one question too many", async () => {
  const registry = await startHook();
  const expires = new Date(Date.now() + 12.5 * 86_400_000).toISOString();
  const registration = { objectClassName: "domain", ldhName: "EXAMPLE.COM", status: ["active"] };
  const text = JSON.stringify({ ...registration, events: [{ eventAction: "expiration", eventDate: expires }] });
  const headers = { "content-type": "application/rdap+json" };
  registry.answer(({ path }) => {
    if (path.startsWith("/old/")) return { status: 302, headers: { location: path.replace("/old/", "/rdap/") } };
    return path === "/rdap/domain/example.com" ? { status: 200, headers, text } : { status: 404, headers, text: "{}" };
  });
  const ask = (name: string, folder: string) => look("domain", { name, server: `${registry.url}/${folder}` });
  for (const folder of ["rdap", "old"]) {
    const found = await ask("example.com", folder);
    expect(found).toMatchObject({ verdict: "degraded", code: "expires_soon", within: 14 });
    expect(refusalText(found.detail, "en")).toBe("The domain expires in 12 days.");
  }
  expect(registry.received.at(-1)?.headers.accept).toBe("application/rdap+json");
  expect(await ask("nobody.example.com", "rdap")).toMatchObject({ verdict: "down", code: "not_registered" });
  registry.answer(() => ({ status: 429, headers: { "retry-after": "3600" } }));
  const tired = await ask("example.com", "rdap");
  expect(tired).toMatchObject({ verdict: "unknown", code: "rate_limited", milliseconds: null });
  expect(refusalText(tired.detail, "en")).toBe("The registry’s rate limit is reached: the next check asks it again.");
  await registry.close();
  expect(await ask("example.com", "rdap")).toMatchObject({ verdict: "unknown" });
});
