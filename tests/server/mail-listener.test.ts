import { generateKeyPairSync } from "node:crypto";
import { connect } from "node:net";
import nodemailer from "nodemailer";
import { afterEach, expect, test } from "vitest";
import {
  type MailAnswer,
  type MailListener,
  type MailListenerOptions,
  startMailListener,
} from "../../server/mail/mail.ts";
import { MailLimitCounter } from "../../server/mail/mail-reached.ts";

const key = "abcdefghijklmnopqrstuvwxyz234567";
const address = `${key}@in.example.com`;
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicKey = keys.publicKey.export({ type: "spki", format: "der" }).toString("base64");
const privateKey = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** The sender's domain as DNS knows it: a key, no SPF, no DMARC. */
const names: Record<string, string[][]> = { "a._domainkey.mon.example.com": [[`v=DKIM1; k=rsa; p=${publicKey}`]] };

const missing = () => Object.assign(new Error("queryTxt ENOTFOUND"), { code: "ENOTFOUND" });

const opened: MailListener[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

interface Delivered {
  from: string;
  to: string;
  raw: string;
}

const taken = async (): Promise<MailAnswer> => ({ outcome: "taken" });

/** An address of the right form that nobody has. */
const invented = `z${key.slice(1)}@in.example.com`;

async function listen(answer = taken, more: Partial<MailListenerOptions> = {}) {
  const delivered: Delivered[] = [];
  const listener = await startMailListener({
    port: 0,
    host: "127.0.0.1",
    domain: "in.example.com",
    reached: new MailLimitCounter(),
    takesMail: async (to) => ({ outcome: to === invented ? "refused" : "taken", reason: "" }),
    resolver: async (name) => names[name] ?? Promise.reject(missing()),
    ...more,
    async deliver(from, to, raw) {
      delivered.push({ from, to, raw: Buffer.from(raw).toString("utf8") });
      return answer();
    },
  });
  opened.push(listener);
  return { delivered, port: listener.port };
}

type Sent = Parameters<ReturnType<typeof nodemailer.createTransport>["sendMail"]>[0];

const send = (port: number, mail: Sent = {}) =>
  nodemailer
    .createTransport({ host: "127.0.0.1", port, secure: false, ignoreTLS: true })
    .sendMail({ from: "n@mon.example.com", to: address, subject: "PROBLEM: x", text: "y", ...mail });

const firstLine = ({ raw }: Delivered) => raw.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")[0] ?? "";

test("an email goes to the worker with what was found out about its sender at its head", async () => {
  const { port, delivered } = await listen();
  const dkim = { domainName: "mon.example.com", keySelector: "a", privateKey };
  await send(port, { dkim });
  await send(port, { headers: { "Authentication-Results": "upfront; dkim=pass header.d=mon.example.com" } });
  const [signed, forged] = delivered as [Delivered, Delivered];
  expect(signed).toMatchObject({ from: "n@mon.example.com", to: address });
  expect(firstLine(signed)).toMatch(/^Authentication-Results: upfront;.*dkim=pass header\.i=@mon\.example\.com/i);
  expect(firstLine(forged)).toMatch(/^Authentication-Results: upfront;/i);
  expect(firstLine(forged)).not.toContain("pass");
});

test("only addresses of keys at the domain are taken, five at once, of a megabyte", async () => {
  const reached = new MailLimitCounter();
  const { port, delivered } = await listen(taken, { reached });
  for (const to of ["info@in.example.com", `${key}@example.com`, `${key}x@in.example.com`]) {
    await expect(send(port, { to })).rejects.toMatchObject({ responseCode: 550 });
  }
  await expect(send(port, { text: "x".repeat(1_100_000) })).rejects.toMatchObject({ responseCode: 552 });
  expect(reached.of("size")).toBe(1);
  expect(delivered).toEqual([]);
  await send(port, { to: address.toUpperCase() });
  expect(delivered).toHaveLength(1);
});

test("what the worker refuses is refused for good in its words; what it cannot take now is to be sent again", async () => {
  const refused = await listen(async () => ({ outcome: "refused", reason: "There is no such address here." }));
  await expect(send(refused.port)).rejects.toMatchObject({ responseCode: 550, response: /no such address/ });
  const later = await listen(async () => ({ outcome: "later" }));
  await expect(send(later.port)).rejects.toMatchObject({ responseCode: 451 });
  const broken = await listen(() => Promise.reject(new Error("the worker is away")));
  await expect(send(broken.port)).rejects.toMatchObject({ responseCode: 451 });
});

test("while no more senders can be proven, who has the address is to send again, and an invented one is refused for good", async () => {
  const { port } = await listen(taken, { resolver: () => new Promise<never>(() => undefined) });
  const answered = ({ responseCode }: { responseCode: number }) => responseCode;
  const six = Array.from({ length: 6 }, () => send(port).then(() => 250, answered));
  expect(await Promise.race(six)).toBe(451);
  await expect(send(port, { to: invented })).rejects.toMatchObject({ responseCode: 550 });
});

test("whether an address is somebody's is asked before its message; where nobody can say, it is to be sent again", async () => {
  const asked: string[] = [];
  const away = await listen(taken, {
    takesMail: async (to) => (asked.push(to) > 1 ? Promise.reject(new Error("away")) : { outcome: "later" }),
  });
  for (const _ of [1, 2]) await expect(send(away.port)).rejects.toMatchObject({ responseCode: 451 });
  expect(asked).toEqual([address, address]);
  const heard = await hear((await listen()).port, [
    "EHLO x",
    "MAIL FROM:<a@b.example>",
    `RCPT TO:<${invented}>`,
    "DATA",
  ]);
  expect(heard.codes).toEqual(["220", "250", "250", "550", "503"]);
});

test("an address that was known in a session is not asked about again", async () => {
  const asked: string[] = [];
  const takesMail = async (to: string): Promise<MailAnswer> => {
    asked.push(to);
    return { outcome: "taken" };
  };
  const { port } = await listen(taken, { takesMail });
  const again = ["RSET", "MAIL FROM:<a@b.example>", `RCPT TO:<${address.toUpperCase()}>`];
  const { codes } = await hear(port, ["EHLO x", ...Array.from({ length: 20 }, () => again).flat(), "QUIT"]);
  expect(codes.filter((code) => code === "250")).toHaveLength(61);
  expect(asked).toEqual([address]);
});

test("who names addresses that nobody has is asked no more after ten", async () => {
  const { port } = await listen();
  const lines = Array.from({ length: 50 }, () => `RCPT TO:<${invented}>`);
  const { codes, closed } = await hear(port, ["EHLO x", "MAIL FROM:<a@b.example>", ...lines], { ends: false });
  expect({ codes, closed }).toEqual({ codes: ["220", "250", "250", ...Array(9).fill("550"), "421"], closed: true });
});

test("a heartbeat has an address, too; a domain is one in Unicode and in Punycode", async () => {
  const uuid = "0191f3c4-5d6e-4f70-8a9b-0c1d2e3f4a5b";
  for (const domain of ["in.bücher.example", "in.xn--bcher-kva.example"]) {
    const { port, delivered } = await listen(taken, { domain });
    for (const at of ["in.xn--bcher-kva.example", "in.bücher.example"]) {
      await hear(port, [...envelope.slice(0, 2), `RCPT TO:<${uuid.toUpperCase()}@${at}>`, "DATA", ...content]);
    }
    expect(delivered.map(({ to }) => to)).toEqual([`${uuid}@${domain}`, `${uuid}@${domain}`]);
  }
});

test("a message without an id gets the same one each time; a report about one that could not be delivered goes to its own address or nowhere", async () => {
  const { port, delivered } = await listen();
  const raw = "From: n@mon.example.com\r\nSubject: PROBLEM: x\r\n\r\ny";
  for (const _ of [1, 2]) await send(port, { envelope: { from: "n@mon.example.com", to: address }, raw });
  const ids = delivered.map((each) => /^message-id: (.*)$/im.exec(each.raw)?.[1]);
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@sent-to\.in\.example\.com>$/);
  expect(new Set(ids).size).toBe(1);
  await send(port, { envelope: { from: "", to: address }, raw });
  expect(delivered).toHaveLength(2);
  await send(port, { envelope: { from: "", to: "bounces@in.example.com" }, raw });
  expect(delivered[2]).toMatchObject({ from: "", to: "bounces@in.example.com" });
  await expect(
    send(port, { envelope: { from: "a@b.example", to: address }, raw: "Subject: x\r\n\r\ny" }),
  ).rejects.toThrow();
});

test("who breaks off or speaks nonsense hurts nobody else", async () => {
  const { port, delivered } = await listen();
  const sockets = Array.from({ length: 20 }, (_, at) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(at % 2 ? "\u0000\r\nDATA\r\n" : "EHLO x\r\nMAIL FROM:<a@b>\r\n"),
    );
    socket.on("error", () => undefined);
    return socket;
  });
  for (const socket of sockets.slice(0, 10)) socket.destroy();
  await send(port);
  expect(delivered).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
});

interface Heard {
  codes: string[];
  /** The server has ended its side. */
  closed: boolean;
}

/** What a client hears that says all of it after the greeting, within the time that it waits for the end of the connection. */
const hear = (port: number, lines: string[], { ends = true, ms = 3000 } = {}) =>
  new Promise<Heard>((done) => {
    let heard = "";
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const tell = (closed: boolean) => {
      clearTimeout(patience);
      socket.destroy();
      done({ codes: heard.match(/^\d{3}(?= )/gm) ?? [], closed });
    };
    const patience = setTimeout(() => tell(false), ms);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(lines.map((line) => `${line}\r\n`).join(""));
      if (ends) socket.end();
    });
    socket.on("data", (part) => {
      heard += part;
    });
    socket.on("end", () => tell(true));
  });

const envelope = ["EHLO x", "MAIL FROM:<n@mon.example.com>", `RCPT TO:<${address}>`, "DATA"];
const enveloped = ["220", "250", "250", "250", "354"];
const content = ["From: n@mon.example.com", "Subject: PROBLEM: x", "", "y", "."];

test("a server that ends its side behind its last command, as Exim does, hears every answer, and then the end", async () => {
  const slowly = () => new Promise<MailAnswer>((done) => setTimeout(() => done({ outcome: "taken" }), 200));
  const { port, delivered } = await listen(slowly);
  const once = await hear(port, [...envelope, ...content, "QUIT"]);
  expect(once).toEqual({ codes: [...enveloped, "250", "221"], closed: true });
  const unsaid = await hear(port, [...envelope, ...content]);
  expect(unsaid).toEqual({ codes: [...enveloped, "250"], closed: true });
  const twice = await hear(port, [...envelope, ...content, ...envelope.slice(1), ...content, "QUIT"]);
  expect(twice.codes).toEqual([...enveloped, "250", ...enveloped.slice(2), "250", "221"]);
  expect(delivered).toHaveLength(4);
});

test("who ends their side at once, or within a message, is not waited for", async () => {
  const { port, delivered } = await listen();
  expect(await hear(port, [])).toEqual({ codes: ["220"], closed: true });
  const broken = await hear(port, [...envelope, "From: n@mon.example.com"]);
  expect(broken).toEqual({ codes: enveloped, closed: true });
  expect(delivered).toEqual([]);
});

test("who never ends their side hears our end, after silence or their QUIT", async () => {
  const { port } = await listen(taken, { silence: 300 });
  const silent = await hear(port, envelope, { ends: false });
  expect(silent).toEqual({ codes: [...enveloped, "421"], closed: true });
  const quit = await hear(port, ["EHLO x", "QUIT"], { ends: false });
  expect(quit).toEqual({ codes: ["220", "250", "221"], closed: true });
});

test("who never ends their side after our end is cut off", async () => {
  const { port } = await listen(taken, { silence: 300 });
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("data", () => undefined);
  const reset = new Promise<Error>((done) => socket.on("error", done));
  await new Promise((done) => socket.once("data", done));
  socket.write("QUIT\r\n");
  await new Promise((done) => socket.once("end", done));
  // What is written into a connection that is no longer there is answered by a reset.
  const written = setInterval(() => socket.write("x"), 50);
  expect((await reset).message).toMatch(/ECONNRESET|EPIPE/);
  clearInterval(written);
});
