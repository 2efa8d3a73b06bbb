import type { AddressInfo } from "node:net";
import { createServer as createTcp, type Server } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certificateFor, expiredBetween } from "../support/certificates";
import { type Checking, type Settings, startChecking } from "../support/checking";

/** A handshake fails for many reasons, and only some of them are the certificate’s. */
let checking: Checking;
const servers: Server[] = [];
const ports: Record<string, number> = {};

async function listen(name: string, server: Server): Promise<void> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ports[name] = (server.address() as AddressInfo).port;
}

const start = (name: string, options: TlsOptions) =>
  listen(
    name,
    createServer(options, (socket) => socket.on("error", () => undefined).end("HTTP/1.1 200 OK\r\n\r\n")),
  );

/** What it says of itself before TLS, and to each line it gets. */
const startWords = (name: string, greeting: string, answers: readonly (readonly [RegExp, string])[]) =>
  listen(
    name,
    createTcp((socket) => {
      socket.on("error", () => undefined).write(greeting);
      socket.on("data", (line) => {
        const [, answer = "500 What?\r\n"] = answers.find(([asked]) => asked.test(line.toString())) ?? [];
        socket.write(answer);
      });
    }),
  );

beforeAll(async () => {
  const good = certificateFor();
  const wanting = { ...good, requestCert: true, rejectUnauthorized: true, ca: good.ca };
  const odd = certificateFor(undefined, 2, ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-521", "-nodes"]);
  await start("good", good);
  await start("wants a client certificate", { ...wanting, maxVersion: "TLSv1.2" });
  await start("wants one in TLS 1.3", { ...wanting, minVersion: "TLSv1.3" });
  await start("an unusual key", odd);
  await start("an expired intermediate", expiredBetween());
  await startWords("busy", "421\r\n", []);
  await startWords("says goodbye", "* BYE later\r\n", []);
  checking = await startChecking({ NODE_EXTRA_CA_CERTS: good.caFile });
});
afterAll(async () => {
  await checking?.stop();
  for (const each of servers) each.close();
});

const find = async (kind: string, settings: Settings) => {
  const { verdict, words } = await checking.find(kind, settings, 4);
  return [verdict, words];
};
const at = (name: string) => ({ host: "127.0.0.1", port: ports[name] ?? 0 });

const wanted = "It asks for a client certificate, so trust in its own couldn’t be checked.";

test.each([
  ["good", ["Degraded", "The certificate expires in one day."]],
  ["wants a client certificate", ["Unknown", wanted]],
  ["an unusual key", ["Unknown", "Its certificate has an unusual type of key, so trust couldn’t be checked."]],
  [
    "an expired intermediate",
    ["Down", expect.stringMatching(/^The certificate is not trusted: an intermediate certificate expired on \d/)],
  ],
])("%s", async (name, found) => expect(await find("tls", at(name))).toEqual(found));

test("who asks for a client certificate does not answer, and that is why", async () => {
  const url = `https://127.0.0.1:${ports["wants a client certificate"]}/`;
  expect(await find("http", { url })).toEqual(["Down", wanted]);
  expect(await find("tcp", { ...at("wants a client certificate"), tls: "yes" })).toEqual(["Down", wanted]);
  const [verdict] = await find("tls", at("wants one in TLS 1.3"));
  expect(verdict).toBe("Degraded");
});

test("who says that it is busy, or goodbye, has not said that it knows no STARTTLS", async () => {
  expect(await find("tls", { ...at("busy"), starttls: "smtp" })).toEqual(["Down", "It answered 421."]);
  expect(await find("tls", { ...at("says goodbye"), starttls: "imap" })).toMatchObject(["Down", expect.any(String)]);
});
