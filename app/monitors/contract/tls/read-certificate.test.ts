import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex } from "node:stream";
import tls from "node:tls";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ByteConnection } from "~/platform/outbound";
import { freePort, startProgram } from "../../../../tests/support/child";
import { requireProgram } from "../../../../tests/support/programs";
import { TlsParseError } from "./bytes";
import { cipherSuites } from "./hello";
import { deriveServerKeys } from "./keys";
import { byteSourceOf, readServerCertificate } from "./read-certificate";

const folder = mkdtempSync(join(tmpdir(), "upfront-tls-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyKinds = {
  "RSA 2048": ["rsa:2048"],
  "P-256": ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
  "P-384": ["ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"],
  Ed25519: ["ed25519"],
};

type KeyKind = keyof typeof keyKinds;

/** Makes a self-signed certificate with openssl. */
function certificate(kind: KeyKind): { key: string; cert: string } {
  const [key, cert] = ["key", "cert"].map((name) => join(folder, `${kind}.${name}`.replace(" ", "")));
  const named = ["-subj", "/CN=tls.example.com", "-addext", "subjectAltName=DNS:tls.example.com"];
  const out = ["-keyout", key ?? "", "-out", cert ?? ""];
  execFileSync(
    requireProgram("openssl"),
    ["req", "-x509", "-nodes", "-days", "30", "-newkey", ...keyKinds[kind], ...named, ...out],
    {
      stdio: "ignore",
    },
  );
  return { key: readFileSync(key ?? "", "utf8"), cert: readFileSync(cert ?? "", "utf8") };
}

async function connectTo(port: number): Promise<{ connection: ByteConnection; end: () => void }> {
  const socket = net.connect({ host: "127.0.0.1", port });
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  const { readable, writable } = Duplex.toWeb(socket);
  const connection = { readable, writable, startTls: () => expect.unreachable(), close: async () => undefined };
  return { connection: connection as unknown as ByteConnection, end: () => socket.destroy() };
}

async function shownBy(port: number) {
  const { connection, end } = await connectTo(port);
  try {
    return await readServerCertificate(connection, byteSourceOf(connection.readable), "tls.example.com");
  } finally {
    end();
  }
}

const listening = async (server: net.Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

describe("servers of Node", () => {
  const made = new Map<KeyKind, { key: string; cert: string }>();
  beforeAll(() => {
    for (const kind of Object.keys(keyKinds) as KeyKind[]) made.set(kind, certificate(kind));
  });

  const versions = ["TLSv1.2", "TLSv1.3"] as const;
  const cases = (Object.keys(keyKinds) as KeyKind[]).flatMap((kind) =>
    versions.map((version) => [version, kind] as const),
  );

  test.each(cases)("%s with a key of %s shows its certificate and proves it", async (version, kind) => {
    let name = "";
    const SNICallback: tls.TlsOptions["SNICallback"] = (given, done) => {
      name = given;
      done(null);
    };
    const server = tls.createServer({ ...made.get(kind), minVersion: version, maxVersion: version, SNICallback });
    server.on("tlsClientError", () => undefined);
    const shown = await shownBy(await listening(server));
    expect(shown).toMatchObject({ version: version.slice(4), proven: true });
    expect(shown.chain.map((each) => each.subject)).toEqual(["CN=tls.example.com"]);
    expect(name).toBe("tls.example.com");
    server.close();
  });

  test.each([
    ["TLS 1.3, the longer suite", { minVersion: "TLSv1.3", ciphers: "TLS_AES_256_GCM_SHA384" }, true],
    ["TLS 1.3, P-256 only", { minVersion: "TLSv1.3", ecdhCurve: "prime256v1" }, true],
    ["TLS 1.3, P-384 only", { minVersion: "TLSv1.3", ecdhCurve: "secp384r1" }, true],
    ["TLS 1.2, ChaCha20", { maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-CHACHA20-POLY1305" }, true],
    ["TLS 1.2, RSA key exchange", { maxVersion: "TLSv1.2", ciphers: "AES128-GCM-SHA256" }, null],
    ["TLS 1.3, asking for a certificate", { minVersion: "TLSv1.3", requestCert: true }, true],
    ["TLS 1.2, asking for a certificate", { maxVersion: "TLSv1.2", requestCert: true }, true],
  ] as const)("%s", async (_, options, proven) => {
    const server = tls.createServer({ ...made.get("RSA 2048"), ...options });
    server.on("tlsClientError", () => undefined);
    expect((await shownBy(await listening(server))).proven).toBe(proven);
    server.close();
  });

  test("a group of which we make no key, and an older TLS, are refused in words", async () => {
    const only521 = { minVersion: "TLSv1.3", ecdhCurve: "secp521r1" } as const;
    const tooOld = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    for (const options of [only521, tooOld]) {
      const server = tls.createServer({ ...made.get("P-256"), ...options });
      server.on("tlsClientError", () => undefined);
      await expect(shownBy(await listening(server))).rejects.toThrow(TlsParseError);
      server.close();
    }
  });
});

test.each(["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"])(
  "a server of openssl that keeps nothing is shown its cookie, and shows its certificate by %s",
  async (suite) => {
    certificate("P-256");
    const port = await freePort();
    const files = ["-cert", "P-256.cert", "-key", "P-256.key"];
    const args = ["s_server", "-stateless", "-accept", `127.0.0.1:${port}`, "-ciphersuites", suite, ...files];
    const running = startProgram(requireProgram("openssl"), args, { cwd: folder, isHeld: true });
    await running.until(/ACCEPT/);
    try {
      expect(await shownBy(port)).toMatchObject({ version: "1.3", proven: true });
    } finally {
      await running.stop();
    }
  },
);

/** Starts a server that sends these bytes for any input. */
async function saying(bytes: Uint8Array) {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(bytes);
  });
  const port = await listening(server);
  try {
    return await shownBy(port).catch((error) => error);
  } finally {
    server.close();
  }
}

test("whatever else answers is no TLS, and costs nothing", async () => {
  for (const text of [
    "SSH-2.0-OpenSSH_9.2\r\n",
    "HTTP/1.1 400 Bad Request\r\n\r\n",
    "",
    "\x15\x03\x03\x00\x02\x02\x28",
  ]) {
    expect(await saying(new TextEncoder().encode(text))).toBeInstanceOf(TlsParseError);
  }
  const head = fc.constantFrom(
    [22, 3, 3, 0, 80, 2, 0, 0, 76, 3, 3],
    [22, 3, 3, 255, 255],
    [22, 3, 3, 0, 4, 11, 255, 255, 255],
  );
  const property = fc.asyncProperty(head, fc.uint8Array({ maxLength: 400 }), async (start, rest) => {
    expect(await saying(Uint8Array.from([...start, ...rest]))).toBeInstanceOf(TlsParseError);
  });
  await fc.assert(property, { numRuns: 100 });
});

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ""), "hex"));

test("the server's keys are those of RFC 8448 §3", async () => {
  const shared = bytes("8bd4054fb55b9d63fdfbacf9f04b9f0d 35e6d63f537563efd46272900f89492d");
  const hellos = bytes("860c06edc07858ee8e78f0e7428c58ed d6b43f2ca3e6e95f02ed063cf0e1cad8");
  const { key, iv } = await deriveServerKeys(cipherSuites[0x1301], shared, hellos);
  expect(Buffer.from(key).toString("hex")).toBe("3fce516009c21727d0f2e4e86ee403bc");
  expect(Buffer.from(iv).toString("hex")).toBe("5d313eb2671276ee13000b30");
});
