import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { ByteConnection } from "~/platform/outbound";
import { mailTo, openMailer, smtpSettings, startPeer, testOutbound } from "../../../tests/support/mail-peers";
import { polite, type Script, startRawSmtp } from "../../../tests/support/raw-smtp";
import type { SmtpOptions } from "../../../tests/support/smtp";
import { countWaiting } from "../../../tests/support/waited";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function real(options: SmtpOptions, over: Record<string, unknown> = {}, trusted = true) {
  const { server, outbound } = await startPeer(options);
  const sending = openMailer("smtp", smtpSettings(server, over), trusted ? outbound : testOutbound());
  closing.push(sending.close, server.close);
  return { server, sending };
}

async function scripted(greeting: string | null, script: Script, over: Record<string, unknown> = {}) {
  const server = await startRawSmtp(greeting, script);
  const settings = { host: server.host, port: server.port, security: "off", ...over };
  const sending = openMailer("smtp", settings, testOutbound());
  closing.push(sending.close, server.close);
  return { server, sending };
}

const login = { username: "upfront", password: "pass word·ü" };
const some = ["a@example.com", "b@example.com", "c@example.com"].map((to) => mailTo(to));
const outcomes = (handed: { outcome: string }[]) => handed.map((each) => each.outcome);

test.each([
  ["STARTTLS, AUTH PLAIN", { starttls: true, auth: { ...login, methods: ["PLAIN"] } }, "starttls"],
  ["STARTTLS, AUTH LOGIN", { starttls: true, auth: { ...login, methods: ["LOGIN"] } }, "starttls"],
  ["Use TLS", { implicitTls: true, auth: login }, "tls"],
] as [string, SmtpOptions, string][])("%s: three mails over one session", async (_, options, security) => {
  const { server, sending } = await real(options, { security, ...login });
  expect(outcomes(await sending.send(some))).toEqual(["sent", "sent", "sent"]);
  expect(server.mails.map((mail) => mail.recipient)).toEqual(some.map((mail) => mail.to));
  expect(server.sessions()).toBe(1);
});

test.each(["starttls", "tls"])(
  "%s: a certificate that nobody vouches for ends it, and no mail leaves",
  async (security) => {
    const options = security === "tls" ? { implicitTls: true } : { starttls: true };
    const { server, sending } = await real(options, { security }, false);
    expect(outcomes(await sending.send(some))).toEqual(["away", "away", "away"]);
    expect(server.mails).toEqual([]);
  },
);

test.each(["starttls", "tls"])("%s: a certificate of another name ends it", async (security) => {
  const options = {
    names: ["DNS:other.example"],
    ...(security === "tls" ? { implicitTls: true } : { starttls: true }),
  };
  const { server, sending } = await real(options, { security });
  expect(outcomes(await sending.send(some))).toEqual(["away", "away", "away"]);
  expect(server.mails).toEqual([]);
});

test("a server without STARTTLS hears neither a password nor a mail", async () => {
  const { server, sending } = await scripted("220 hi\r\n", polite(), { security: "starttls", ...login });
  const [handed] = await sending.send(some);
  expect(handed).toMatchObject({ outcome: "away", answer: expect.stringContaining("STARTTLS") });
  expect(server.lines.filter((line) => !/^(EHLO|QUIT)/.test(line))).toEqual([]);
});

test("what was said in the clear after STARTTLS is not taken for said under TLS", async () => {
  const script = polite((line) => {
    if (line.startsWith("EHLO")) return "250-test\r\n250 STARTTLS\r\n";
    return line === "STARTTLS" ? "220 go\r\n250-evil\r\n250 AUTH PLAIN\r\n" : undefined;
  });
  const { server, sending } = await scripted("220 hi\r\n", script, { security: "starttls", ...login });
  expect((await sending.send(some))[0]).toMatchObject({ outcome: "away" });
  expect(server.lines.some((line) => line.startsWith("AUTH"))).toBe(false);
});

test("a wrong password is about us, and does not come back in the answer", async () => {
  const echo = polite((line) =>
    line.startsWith("AUTH") ? `535 5.7.8 wrong: ${line} ${login.password}\r\n` : undefined,
  );
  const { sending } = await scripted("220 hi\r\n", echo, { username: "upfront", password: "hush-hush" });
  const [handed] = await sending.send(some);
  expect(handed).toMatchObject({ outcome: "away", answer: expect.stringContaining("535") });
  expect(JSON.stringify(handed)).not.toMatch(/hush-hush|AHVwZnJvbnQAaHVzaC1odXNo/);
});

const at = (command: string, reply: string) => polite((line) => (line.startsWith(command) ? reply : undefined));

test.each([
  ["RCPT", "550 5.1.1 no such user", { outcome: "refused", permanent: true }],
  ["RCPT", "450 4.2.0 greylisted", { outcome: "refused", permanent: false }],
  ["RCPT", "452 4.2.2 mailbox full", { outcome: "refused", permanent: false }],
  ["RCPT", "550 5.7.1 blocked by policy", { outcome: "refused", permanent: false }],
  ["RCPT", "550 relay not permitted", { outcome: "away" }],
  ["RCPT", "530 5.7.0 authenticate first", { outcome: "away" }],
  ["RCPT", "421 4.3.2 shutting down", { outcome: "away" }],
  ["MAIL", "550 5.1.8 bad sender", { outcome: "away" }],
  ["MAIL", "451 4.3.0 later", { outcome: "away" }],
  ["DATA", "554 5.5.1 no", { outcome: "refused", permanent: true }],
  ["DATA", "451 4.3.0 later", { outcome: "refused", permanent: false }],
  [".", "552 5.3.4 too big", { outcome: "refused", permanent: true }],
  [".", "451 4.3.0 later", { outcome: "refused", permanent: false }],
  [".", "421 4.3.2 shutting down", { outcome: "away" }],
  ["EHLO", "502 what", { outcome: "away" }],
])("%s answered by %s", async (command, reply, expected) => {
  const { sending } = await scripted("220 hi\r\n", at(command, `${reply}\r\n`));
  const [handed] = await sending.send([mailTo("ana@example.com")]);
  expect(handed).toMatchObject({ ...expected, answer: reply });
});

test.each(["554 5.7.1 go away\r\n", "421 busy\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "220-a\r\n250 b\r\n"])(
  "a greeting %j is no mailer",
  async (greeting) => {
    const { sending } = await scripted(greeting, polite());
    expect(outcomes(await sending.send(some))).toEqual(["away", "away", "away"]);
  },
);

test("one that is refused in the middle is reset and harms no other", async () => {
  const script = polite((line) => (line === "RCPT TO:<b@example.com>" ? "550 5.1.1 no\r\n" : undefined));
  const { server, sending } = await scripted("220 hi\r\n", script);
  expect(outcomes(await sending.send(some))).toEqual(["sent", "refused", "sent"]);
  expect(server.lines.filter((line) => line === "RSET")).toHaveLength(1);
  expect(server.lines.filter((line) => line.startsWith("EHLO"))).toHaveLength(1);
});

test("a server that takes one mail a connection gets three connections", async () => {
  let mails = 0;
  const script = polite((line, socket) => {
    if (line.startsWith("EHLO")) mails = 0;
    if (!line.startsWith("MAIL") || mails++ === 0) return undefined;
    socket.end("421 4.7.0 one a connection\r\n");
    return null;
  });
  const { server, sending } = await scripted("220 hi\r\n", script);
  expect(outcomes(await sending.send(some))).toEqual(["sent", "sent", "sent"]);
  expect(server.lines.filter((line) => line.startsWith("EHLO"))).toHaveLength(3);
});

test.each(["EHLO", "MAIL", "RCPT", "DATA"])(
  "a connection that breaks at %s: away, the mail did not leave",
  async (command) => {
    const script = polite((line, socket) => {
      if (!line.startsWith(command)) return undefined;
      socket.destroy();
      return null;
    });
    const { sending } = await scripted("220 hi\r\n", script);
    expect(outcomes(await sending.send(some))).toEqual(["away", "away", "away"]);
  },
);

test("a connection that breaks before the answer to a mail: nobody knows whether it left, and the others leave", async () => {
  let broken = false;
  const script = polite((line, socket) => {
    if (line !== "." || broken) return undefined;
    broken = true;
    socket.destroy();
    return null;
  });
  const { sending } = await scripted("220 hi\r\n", script);
  const handed = await sending.send(some);
  expect(handed[0]).toMatchObject({ outcome: "doubtful", isSafeAgain: false });
  expect(outcomes(handed.slice(1))).toEqual(["sent", "sent"]);
});

test("a server that hangs holds nobody longer than its patience", { timeout: 30_000 }, async () => {
  const { sending } = await scripted(null, polite());
  const timers = countWaiting();
  const { value: handed, waited } = await timers.waitedBy(() => sending.send(some)).finally(timers.stop);
  expect(outcomes(handed)).toEqual(["away", "away", "away"]);
  expect([waited > 0, waited <= 10_000]).toEqual([true, true]);
});

/** Returns a connection that answers every line after 7 s: always within the limit of a reply, but never done. */
function dripping(): ByteConnection {
  const slow = (text: string) => setTimeout(() => out.enqueue(new TextEncoder().encode(text)), 7000);
  const script = polite();
  let out!: ReadableStreamDefaultController<Uint8Array>;
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      out = controller;
      slow("220 hi\r\n");
    },
  });
  const writable = new WritableStream<Uint8Array>({
    write(bytes) {
      for (const line of new TextDecoder().decode(bytes).split("\r\n").slice(0, -1)) {
        const answer = script(line, null as never);
        if (answer) slow(answer);
      }
    },
  });
  return { readable, writable, startTls: dripping, close: async () => out.error(new Error("closed")) };
}

test("a server that drips is left after 40 s, whatever it still promises", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const outbound = { ...testOutbound(), connect: async () => ({ ok: true as const, connection: dripping() }) };
    const sending = openMailer("smtp", { host: "127.0.0.1", port: 25, security: "off" }, outbound);
    const sent = sending.send(some);
    await vi.advanceTimersByTimeAsync(40_500);
    const ended = await Promise.race([sent, new Promise<null>((resolve) => setImmediate(() => resolve(null)))]);
    expect(ended?.length).toBe(3);
    expect(outcomes(ended ?? []).slice(1)).toEqual(["away", "away"]);
  } finally {
    vi.useRealTimers();
  }
});

test("an endless reply is cut", async () => {
  const { sending } = await scripted("220 hi\r\n", at("EHLO", "250-x\r\n".repeat(20_000)));
  expect((await sending.send(some))[0]).toMatchObject({ outcome: "away", answer: "The server’s reply is too long." });
});

test("where bounces go is told to the server, and stands in no mail", async () => {
  const { server, sending } = await scripted("220 hi\r\n", polite(), { returnPath: "bounces@in.example.com" });
  await sending.send(some.slice(0, 1));
  expect(server.lines.filter((line) => /bounces@/.test(line))).toEqual(["MAIL FROM:<bounces@in.example.com>"]);
});

test("an address beyond ASCII goes to a server that can take it, else back", async () => {
  const { server, sending } = await real({});
  const wide = mailTo("änne@exämple.de");
  const plain = await scripted("220 hi\r\n", polite());
  expect((await plain.sending.send([wide]))[0]).toMatchObject({ outcome: "refused", permanent: true });
  expect((await sending.send([wide]))[0]?.outcome).toBe("sent");
  expect(server.mails[0]?.recipient).toBe("änne@exämple.de");
});

test("any server: one answer a mail, never a throw, and only commands that we know", { timeout: 60_000 }, async () => {
  const replies = fc.constantFrom(
    "220 a",
    "235 a",
    "250 a",
    "334 a",
    "354 a",
    "421 a",
    "450 a",
    "550 a",
    "999",
    "x",
    "",
  );
  const property = fc.asyncProperty(fc.array(replies, { minLength: 1, maxLength: 14 }), async (given) => {
    const left = [...given];
    const { server, sending } = await scripted(`${left.shift()}\r\n`, (_, socket) => {
      const next = left.shift();
      if (next === undefined) socket.destroy();
      return next === undefined ? null : `${next}\r\n`;
    });
    const handed = await sending.send(some.slice(0, 2));
    expect(handed).toHaveLength(2);
    const commands = server.lines.filter((line) => /^[A-Z]{4}\b/.test(line)).map((line) => line.slice(0, 4));
    expect(["EHLO", "MAIL", "RCPT", "DATA", "RSET", "QUIT"]).toEqual(expect.arrayContaining(commands));
  });
  await fc.assert(property, { numRuns: 150 });
});
