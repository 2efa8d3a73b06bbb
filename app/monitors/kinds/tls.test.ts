import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { makeOutbound } from "~/http/safe-fetch";
import { refusalText } from "~/i18n/refusal-text";
import { parseConfig } from "~/platform/env";
import { newMeter } from "~/platform/meter";
import { certificateFor, chained, selfSigned } from "../../../tests/support/certificates";
import { type Hostile, manners, startHostile } from "../../../tests/support/hostile-server";
import { look, outlive } from "../../../tests/support/monitor-peers";
import { startSmtp } from "../../../tests/support/smtp";
import { wayOut } from "../../../tests/support/way-out";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function listening(server: net.Server): Promise<number> {
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

const good = certificateFor(undefined, 60);

const ask = (port: number, given: Record<string, unknown> = {}, ca = good.ca) =>
  look("tls", { host: "127.0.0.1", port, ...given }, { outbound: wayOut(["127.0.0.0/8"], [ca]) });

const served = (options: tls.TlsOptions) => listening(tls.createServer(options));

const words = async (port: number, given?: Record<string, unknown>) => {
  const { verdict, code, detail } = await ask(port, given);
  return [verdict, code, refusalText(detail, "en")];
};

describe("what a certificate says", () => {
  test.each(["TLSv1.2", "TLSv1.3"] as const)("%s: good, trusted, and valid for long", async (version) => {
    const port = await served({ ...good, minVersion: version, maxVersion: version });
    const found = await ask(port);
    expect(found).toMatchObject({ verdict: "up", code: "ok" });
    expect(refusalText(found.detail, "en")).toBe("Valid for 59 days, issued by Upfront test authority.");
    expect(found.steps.map(({ detail }) => refusalText(detail, "en"))).toEqual([
      `TLS ${version.slice(4)}.`,
      "Valid for 59 days, issued by Upfront test authority.",
      "Trusted for this name.",
    ]);
  });

  test("soon over is degraded, not down, and only from the day on that was set", async () => {
    const port = await served(good);
    expect(await words(port, { days: 60 })).toEqual([
      "degraded",
      "expires_soon",
      "The certificate expires in 59 days.",
    ]);
    expect(await ask(port, { days: 59 })).toMatchObject({ verdict: "up" });
    const last = await served(certificateFor(undefined, 2));
    expect(await words(last)).toEqual(["degraded", "expires_soon", "The certificate expires in one day."]);
  });

  test("over, for another name, from another issuer", async () => {
    const expired = await served(certificateFor(undefined, -1));
    expect((await words(expired)).slice(0, 2)).toEqual(["down", "expired"]);
    const { certificate } = await ask(expired);
    expect(certificate).toMatchObject({ issuer: expect.stringContaining("Upfront test authority") });
    expect(certificate?.fingerprint).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect((certificate?.validTo ?? 0) - Date.now()).toBeLessThan(0);
    const other = await served(certificateFor(["DNS:other.example.com"], 60));
    expect((await ask(other)).certificate?.names).toEqual(["other.example.com"]);
    expect(await words(other)).toEqual([
      "down",
      "wrong_name",
      "The certificate is for other.example.com, not for 127.0.0.1.",
    ]);
    const issuer = { issuer: "Let's Encrypt" };
    expect(await ask(await served(good), issuer)).toMatchObject({ verdict: "down", code: "wrong_issuer" });
    expect(await ask(await served(good), { issuer: "Upfront test" })).toMatchObject({ verdict: "up" });
  });

  test("nobody vouches for it: self-signed, or with its chain cut short", async () => {
    expect(await words(await served(selfSigned()))).toEqual(["down", "self_signed", "The certificate is self-signed."]);
    // Its authority has the same name, but another key signs it.
    expect(await ask(await served(chained("short")))).toMatchObject({ verdict: "down", code: "untrusted" });
    expect(await ask(await served(chained("whole")))).toMatchObject({ verdict: "up", code: "ok" });
  });

  test("a handshake that we cannot read, of a server that the platform trusts, is no data", async () => {
    const port = await served({ ...good, minVersion: "TLSv1.3", ecdhCurve: "secp521r1" });
    expect(await ask(port)).toMatchObject({ verdict: "unknown", code: "unread", milliseconds: null });
  });
});

/** Starts a line-based server that switches to TLS when asked. */
const lines = (greeting: string, answers: Record<string, string>, under: Record<string, string>) =>
  listening(
    net.createServer((socket) => {
      const talk = (stream: net.Socket | tls.TLSSocket, said: Record<string, string>, next?: () => void) => {
        stream.on("error", () => undefined);
        stream.on("data", (data) => {
          const line = data.toString().trim();
          stream.write(`${said[line] ?? "-ERR"}\r\n`);
          if (/STARTTLS|STLS/.test(line)) next?.();
        });
      };
      talk(socket, answers, () => {
        socket.removeAllListeners("data");
        talk(new tls.TLSSocket(socket, { isServer: true, key: good.key, cert: good.cert }), under);
      });
      socket.write(`${greeting}\r\n`);
    }),
  );

test("behind Cloudflare's own addresses nothing is known, and an agent is the way out", async () => {
  const config = parseConfig({
    DB: {} as D1Database,
    UPFRONT_URL: "https://status.example.com",
    UPFRONT_SECRET: "a secret that only the tests know, 32+",
    UPFRONT_PLAN: "paid",
  });
  // The error text of the runtime. https://developers.cloudflare.com/workers/runtime-apis/tcp-sockets/
  const refuse = () => Promise.reject(new Error("proxy request failed, cannot connect to the specified address"));
  const outbound = makeOutbound({ connect: refuse })({ meter: newMeter(), config, now: Date.now, owner: "team" });
  for (const starttls of ["no", "smtp"]) {
    const found = await look("tls", { host: "shop.example.com", starttls }, { outbound });
    expect(found).toMatchObject({ verdict: "blocked", code: "cloudflare_address", milliseconds: null });
    expect(refusalText(found.detail, "en")).toContain("an agent in your network");
  }
});

describe("STARTTLS", () => {
  test("SMTP, of a real server", async () => {
    const smtp = await startSmtp({ listensFirst: true, starttls: true, names: ["IP:127.0.0.1"] });
    const found = await ask(smtp.port, { starttls: "smtp" }, smtp.certificate?.ca);
    expect(found).toMatchObject({ verdict: "degraded", code: "expires_soon" });
    expect(found.steps.map(({ ok }) => ok)).toEqual([true, false, true]);
    await smtp.close();
    const plain = await startSmtp({ listensFirst: true });
    expect(await words(plain.port, { starttls: "smtp" })).toEqual(["down", "no_tls", "It does not offer STARTTLS."]);
    await plain.close();
  });

  test("IMAP and POP3", async () => {
    const imap = await lines(
      "* OK [CAPABILITY IMAP4rev1 STARTTLS] ready",
      { "a1 STARTTLS": "a1 OK go ahead" },
      { "a2 CAPABILITY": "* CAPABILITY IMAP4rev1\r\na2 OK" },
    );
    expect(await ask(imap, { starttls: "imap" })).toMatchObject({ verdict: "up", code: "ok" });
    const pop3 = await lines("+OK ready", { STLS: "+OK begin" }, { CAPA: "+OK\r\n." });
    expect(await ask(pop3, { starttls: "pop3" })).toMatchObject({ verdict: "up", code: "ok" });
    const without = await lines("+OK ready", {}, {});
    expect(await ask(without, { starttls: "pop3" })).toMatchObject({ verdict: "down", code: "no_tls" });
  });
});

describe("peers that mean harm", () => {
  let hostile: Hostile;
  afterAll(() => hostile?.close());

  test.each(manners)("one that %s is down, in time, and is left alone", async (manner) => {
    hostile ??= await startHostile();
    for (const starttls of ["no", "smtp"]) await outlive(hostile, manner, "tls", { starttls });
  });

  test("nobody is there, and a private address without leave", async () => {
    const port = await served(good);
    for (const each of open.splice(0)) each.close();
    expect(await ask(port)).toMatchObject({ verdict: "down", code: "unreachable" });
    expect(await look("tls", { host: "127.0.0.1", port }, { outbound: wayOut([]) })).toMatchObject({
      verdict: "blocked",
      code: "private_address",
    });
  });
});
