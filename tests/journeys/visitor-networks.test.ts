import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookiesOf, sendForm, sendPage } from "../support/plain-forms";
import { startServer, type TestServer } from "../support/server";

/** What a visitor types reaches nothing that was opened for the team: the built worker, on a machine with a listener. */
let server: TestServer;
let listener: Server;
let connections = 0;
let port = 0;

beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  port = (listener.address() as AddressInfo).port;
  const env = { UPFRONT_NETWORK_ALLOW: "private,local,localhost,.localhost" };
  server = await startServer({ args: ["--empty"], env });
  await sendPage(server.url, cookiesOf(await sendForm(server.ownerLink, {})), { slug: "acme" });
});
afterAll(async () => {
  await server?.stop();
  listener?.close();
});

/** The form as it is shown, of which a person takes some seconds. */
async function readForm(): Promise<string> {
  const form = await (await fetch(`${server.url}/acme/subscribe`)).text();
  await new Promise((readAndTyped) => setTimeout(readAndTyped, 2100));
  return /name="since" value="([^"]*)"/.exec(form)?.[1] ?? "";
}

/** As a visitor without script sends the form. */
async function subscribe(since: string, address: string) {
  const fields = { way: "webhook", address, body: "standard", scope: "page", since };
  const answer = await sendForm(`${server.url}/acme/subscribe`, fields);
  return { status: answer.status, isRefused: (await answer.text()).includes("couldn’t be delivered to this one") };
}

test("a webhook at this machine gets no connection, and an open port is answered like a closed one", async () => {
  const since = await readForm();
  for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "localhost", "app.localhost"]) {
    for (const at of [port, 1024]) {
      const answer = await subscribe(since, `https://${host}:${at}/hook`);
      expect([host, at, answer]).toEqual([host, at, { status: 422, isRefused: true }]);
    }
  }
  expect(connections).toBe(0);
});
