import { createServer as createHttp } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import { certificateFor } from "../../../tests/support/certificates";
import { startEcho } from "../../../tests/support/echo";
import { look } from "../../../tests/support/monitor-peers";
import { wayOut } from "../../../tests/support/way-out";

const open: (() => unknown)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function echo(certificate?: { key: string; cert: string }): Promise<string> {
  const { url, close } = await startEcho(certificate);
  open.push(close);
  return url;
}

const ask = (url: string, given: Record<string, unknown> = {}, ca: string[] = []) =>
  look("websocket", { url, ...given }, { timeout: 2000, outbound: wayOut(["127.0.0.0/8"], ca) });

async function words(url: string, given: Record<string, unknown> = {}, ca: string[] = []) {
  const { verdict, code, detail } = await ask(url, given, ca);
  return [verdict, code, refusalText(detail, "en")];
}

describe("what is said and heard", () => {
  test.each([
    ["/quiet", {}, ["Handshake"]],
    ["/quiet", { send: "ping" }, ["Handshake", "Message to send"]],
    ["/quiet", { send: "ping", expect: "echo: ping" }, ["Handshake", "Expected text"]],
    ["/greets", { expect: "welcome" }, ["Handshake", "Expected text"]],
    ["/bytes", { expect: "in bytes" }, ["Handshake", "Expected text"]],
    ["/bytes", { expect: "gru\u0308n" }, ["Handshake", "Expected text"]],
    ["/bytes/utf16le", { expect: "grün" }, ["Handshake", "Expected text"]],
    ["/bytes/latin1", { expect: "in bytes" }, ["Handshake", "Expected text"]],
    ["/pieces", { expect: "three" }, ["Handshake", "Expected text"]],
    ["/quiet", { protocol: "chat" }, ["Handshake"]],
    ["/header", { headers: "Authorization: Bearer s3cret-token", expect: "Bearer" }, ["Handshake", "Expected text"]],
  ])("%s with %j is up", async (path, given, titles) => {
    const found = await ask(`${await echo()}${path}`, given);
    expect(found).toMatchObject({ verdict: "up", code: "ok" });
    expect(found.steps.map(({ title, ok }) => [refusalText(title, "en"), ok])).toEqual(
      titles.map((title) => [title, true]),
    );
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ["/greets", { expect: "farewell" }, "timeout", "The expected text did not arrive in time."],
    ["/quiet", { protocol: "mqtt" }, "protocol", "It did not choose the subprotocol mqtt."],
    ["/closes/1008", { expect: "x" }, "closed", "It closed the connection because of its policy (1008)."],
    ["/closes/1013", { expect: "x" }, "closed", "It closed the connection and asks to try again later (1013)."],
    ["/closes/4321", { expect: "x" }, "closed", "It closed the connection with code 4321."],
  ])("%s with %j is down: %s", async (path, given, code, detail) => {
    expect(await words(`${await echo()}${path}`, given)).toEqual(["down", code, detail]);
  });

  test("bytes that are no UTF-8 may hold a text that is not found", async () => {
    const said = "It declares no supported character set and isn’t UTF-8: only plain ASCII, if any, was read.";
    const url = `${await echo()}/bytes/latin1`;
    expect(await words(url, { expect: "grün" })).toEqual(["unknown", "text_unread", said]);
    expect(await words(url, { expect: "gone" })).toMatchObject(["down", "timeout", expect.any(String)]);
  });

  test("what was received instead is kept, without what was sent", async () => {
    const secret = '{"token":"our-password"}';
    const { answer } = await ask(`${await echo()}/quiet`, { send: secret, expect: "never" });
    expect(answer).toEqual({ headers: [], body: 'echo: {"token":"••••"}\n' });
    const greeted = await ask(`${await echo()}/greets`, { expect: "farewell" });
    expect(greeted.answer?.body).toContain("welcome");
  });

  test("who answers as to any other request is down", async () => {
    const server = createHttp((_, response) => response.writeHead(200).end("a page"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(() => server.close());
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await words(url)).toEqual(["down", "no_upgrade", "It answered 200 and didn’t open a WebSocket."]);
  });

  test("a redirect is not followed, wherever it goes", async () => {
    const server = createHttp().on("upgrade", (_, socket) =>
      socket.end("HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(() => server.close());
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await words(url)).toEqual(["down", "no_upgrade", "It answered 302 and didn’t open a WebSocket."]);
  });

  test("nobody there", async () => {
    const url = await echo();
    for (const close of open.splice(0)) close();
    expect(await ask(url)).toMatchObject({ verdict: "down", code: "unreachable", milliseconds: null });
  });
});

describe("its certificate", () => {
  test("is trusted, or says in words what is wrong with it", async () => {
    const good = certificateFor(undefined, 60);
    expect(await words(await echo(good), { send: "a", expect: "echo: a" }, [good.ca])).toEqual([
      "up",
      "ok",
      "Connected.",
    ]);
    expect((await words(await echo(good))).slice(0, 2)).toEqual(["down", "untrusted"]);
    const expired = certificateFor(undefined, -1);
    const [verdict, code, detail] = await words(await echo(expired), {}, [expired.ca]);
    expect([verdict, code]).toEqual(["down", "expired"]);
    expect(detail).toMatch(/^The certificate expired on \d{4}-\d\d-\d\d\.$/);
    const other = certificateFor(["DNS:other.example.com"], 60);
    expect(await words(await echo(other), {}, [other.ca])).toEqual([
      "down",
      "wrong_name",
      "The certificate is for other.example.com, not for 127.0.0.1.",
    ]);
  });
});

test("a certificate that is trusted is not blamed for a handshake that comes to nothing", async () => {
  const good = certificateFor(undefined, 60);
  const server = createHttps(good).on("upgrade", (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => server.close());
  const url = `wss://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await ask(url, {}, [good.ca])).toMatchObject({ verdict: "down", code: "cut" });
});

test.each([["http://example.com/"], ["wss://"], ["example.com/socket"], ["ftp://example.com"]])(
  "%s is no address of a WebSocket",
  async (url) => {
    await expect(ask(url)).rejects.toThrow();
  },
);
