import { createServer as createPlain, type Server } from "node:net";
import { createServer } from "node:tls";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import { certificateFor } from "../../../tests/support/certificates";
import { type Hostile, manners, startHostile } from "../../../tests/support/hostile-server";
import { look, outlive } from "../../../tests/support/monitor-peers";
import { type Smtp, type SmtpOptions, startSmtp } from "../../../tests/support/smtp";
import { wayOut } from "../../../tests/support/way-out";

const open: (Smtp | Server)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function mailServer(options: SmtpOptions): Promise<Smtp> {
  const smtp = await startSmtp({ listensFirst: true, ...options });
  open.push(smtp);
  return smtp;
}

async function words(port: number, given: Record<string, unknown>, ca: string[] = []) {
  const settings = { host: "127.0.0.1", port, ...given };
  const found = await look("tcp", settings, { timeout: 2000, outbound: wayOut(["127.0.0.0/8"], ca) });
  const steps = found.steps.map(({ title, ok }) => `${refusalText(title, "en")}: ${ok}`);
  return { said: [found.verdict, found.code, refusalText(found.detail, "en")], steps };
}

const ca = certificateFor().ca;

describe("STARTTLS", () => {
  test("goes on under TLS, and what is sent is sent there", async () => {
    const { port } = await mailServer({ starttls: true, names: ["IP:127.0.0.1"] });
    const alone = await words(port, { starttls: "smtp" }, [ca]);
    expect(alone).toEqual({ said: ["up", "ok", "Connected."], steps: ["Connection: true", "STARTTLS: true"] });
    const spoken = { starttls: "smtp", send: "EHLO us\\r\\n", expect: "250" };
    expect(await words(port, spoken, [ca])).toMatchObject({
      said: ["up", "ok", "Connected."],
      steps: ["Connection: true", "Expected text: true"],
    });
    const never = { starttls: "smtp", send: "NOOP\\r\\n", expect: "what never comes" };
    expect((await words(port, never, [ca])).said.slice(0, 2)).toEqual(["down", "timeout"]);
  });

  test("is down in words: not offered, not trusted, for another name", async () => {
    const plain = await mailServer({});
    const refused = "It does not offer STARTTLS.";
    expect((await words(plain.port, { starttls: "smtp" })).said).toEqual(["down", "no_starttls", refused]);
    const other = await mailServer({ starttls: true, names: ["DNS:other.example.com"] });
    const forOther = "The certificate is for other.example.com, not for 127.0.0.1.";
    expect((await words(other.port, { starttls: "smtp" }, [ca])).said).toEqual(["down", "wrong_name", forOther]);
    const unknown = await mailServer({ starttls: true, names: ["IP:127.0.0.1"] });
    expect((await words(unknown.port, { starttls: "smtp" })).said.slice(0, 2)).toEqual(["down", "untrusted"]);
  });

  test("a certificate that is trusted is not blamed for a server that says goodbye", async () => {
    const { port } = await mailServer({ starttls: true, names: ["IP:127.0.0.1"] });
    const goodbye = { starttls: "smtp", send: "QUIT\\r\\n", expect: "what never comes" };
    const ended = "The connection ended before the expected text arrived.";
    expect((await words(port, goodbye, [ca])).said).toEqual(["down", "text_missing", ended]);
  });

  test("is one of two ways: TLS from the first byte is the other", async () => {
    await expect(words(1, { tls: "yes", starttls: "imap" })).rejects.toThrow(/choose one of the two/);
  });
});

/** Starts a server that sends this to every client, and nothing more. */
async function saying(text: string | Buffer, ends: boolean): Promise<number> {
  const server = createPlain((socket) => {
    socket.on("error", () => undefined).write(text);
    if (ends) socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  return (server.address() as { port: number }).port;
}

describe("what was received instead of what was expected", () => {
  const answerOf = async (text: string, given: object, ends = true) => {
    const settings = { host: "127.0.0.1", port: await saying(text, ends), ...given };
    return (await look("tcp", settings, { timeout: 500, outbound: wayOut(["127.0.0.0/8"]) })).answer;
  };

  test.each([true, false])("is kept, with what is no text written out, also where it goes on waiting", async (ends) => {
    const answer = await answerOf("220 mail\r\n421 busy\u0007\n", { expect: "250" }, ends);
    expect(answer).toEqual({ headers: [], body: "220 mail\\r\n421 busy\\x07\n" });
  });

  test("holds nothing of what was sent, and is 2 KB at most", async () => {
    const said = `-ERR unknown 'AUTH our-password', 'our-password' ${"x".repeat(5000)}`;
    const answer = await answerOf(said, { send: "AUTH our-password\\r\\n", expect: "+OK" });
    expect(answer?.body).toMatch(/^-ERR unknown 'AUTH ••••', '••••' x+$/);
    expect(answer?.body.length).toBe(2048);
  });

  test("is nothing where nothing came, and not asked for where nothing was expected", async () => {
    expect(await answerOf("", { expect: "250" })).toEqual({ headers: [], body: "" });
    expect(await answerOf("", {})).toBeUndefined();
  });
});

test("bytes that are no UTF-8 may hold a text that is not found", async () => {
  const port = await saying(Buffer.from("220 grün\r\n", "latin1"), true);
  const said = "It declares no supported character set and isn’t UTF-8: only plain ASCII, if any, was read.";
  expect((await words(port, { expect: "grün" })).said).toEqual(["unknown", "text_unread", said]);
  expect((await words(port, { expect: "220" })).said[0]).toBe("up");
  expect((await words(port, { expect: "250" })).said[0]).toBe("down");
  const other = await saying("220 grün\r\n", true);
  expect((await words(other, { expect: "gru\u0308n" })).said[0]).toBe("up");
});

test("TLS from the first byte, refused: what is wrong with the certificate", async () => {
  const server = createServer(certificateFor(undefined, -1), (socket) => socket.end("hello"));
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  const { port } = server.address() as { port: number };
  const { said } = await words(port, { tls: "yes" }, [ca]);
  expect(said[1]).toBe("expired");
  expect(said[2]).toMatch(/^The certificate expired on /);
});

describe("STARTTLS with peers that mean harm", () => {
  let hostile: Hostile;
  afterAll(() => hostile?.close());

  test.each(manners)("one that %s is down, in time, and is left alone", async (manner) => {
    hostile ??= await startHostile();
    await outlive(hostile, manner, "tcp", { starttls: "smtp" });
  });
});
