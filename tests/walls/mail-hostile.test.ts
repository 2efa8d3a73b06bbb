import { EventEmitter } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type MailListener, startMailListener } from "../../server/mail/mail.ts";
import { MailLimitCounter, mailLimitValue } from "../../server/mail/mail-reached.ts";
import { MailSessions } from "../../server/mail/mail-sessions.ts";
import { exceededMimeLimit } from "../../server/mail/mail-shape.ts";
import { MailQueue } from "../../server/mail/mail-turns.ts";
import { withBoundedSignatures } from "../../server/mail/provable.ts";
import { FatalMailRecord } from "../../server/mail/spoilt-mails.ts";
import { temporaryFolder } from "../support/child";

const open: { sockets: Socket[]; listeners: MailListener[] } = { sockets: [], listeners: [] };
afterEach(async () => {
  for (const each of open.sockets.splice(0)) each.destroy();
  for (const each of open.listeners.splice(0)) await each.stop();
});

const attached = (levels: number) =>
  Buffer.from(`From: a@b.example\r\n${"Content-Type: message/rfc822\r\n\r\n".repeat(levels)}Subject: x\r\n\r\ny\r\n`);

test("ten attached levels may be parsed, eleven and thousands may not", () => {
  expect(exceededMimeLimit(attached(10))).toBeNull();
  expect(exceededMimeLimit(attached(11))).toBe("levels");
  expect(exceededMimeLimit(attached(30_000))).toBe("levels");
});

test("five hundred parts may be parsed, more may not", () => {
  const of = (parts: number) =>
    Buffer.from(
      `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(parts)}`,
    );
  expect(exceededMimeLimit(of(500))).toBeNull();
  expect(exceededMimeLimit(of(501))).toBe("parts");
});

test.each([
  [
    "longer than 200 letters",
    (name: string) => `boundary="${name.padStart(220, "x")}"`,
    (name: string) => name.padStart(220, "x"),
  ],
  ["in pieces", (name: string) => `boundary*0="b"; boundary*1="${name.slice(1)}"`, (name: string) => name],
  ["behind another name", (name: string) => `xboundary=no; boundary="${name}"`, (name: string) => name],
  ["escaped", (name: string) => `boundary="\\${name}"`, (name: string) => name],
  ["encoded", (name: string) => `boundary*=us-ascii''${name}`, (name: string) => name],
  ["behind a comment", (name: string) => `(boundary=no) boundary="${name}"`, (name: string) => name],
  [
    "of a second type",
    (name: string) => `boundary=no\r\nContent-Type: multipart/mixed; boundary="${name}"`,
    (name: string) => name,
  ],
])("parts are counted, or refused, whose boundary is %s", (_, written, meant) => {
  const parts = Array.from({ length: 11 }, (_, at) => `b${at}`);
  const level = (name: string) => `Content-Type: multipart/mixed; ${written(name)}\r\n\r\n--${meant(name)}\r\n`;
  expect(exceededMimeLimit(Buffer.from(`From: a@b.example\r\n${parts.map(level).join("")}\r\ny\r\n`))).toBe("levels");
});

test("usual boundaries are read", () => {
  for (const written of [
    'boundary="----=_boundary=_1"',
    "charset=utf-8; boundary=b-1; format=flowed",
    'boundary="b c"',
  ]) {
    const mail = `From: a@b.example\r\nContent-Type: multipart/mixed; ${written}\r\n\r\nx\r\n`;
    expect(exceededMimeLimit(Buffer.from(mail))).toBeNull();
  }
});

test("at most five signatures are proven, none that leaves a part unsigned", () => {
  const fields = Array.from({ length: 300 }, (_, at) => `DKIM-Signature: v=1; d=a${at}.example;\r\n l=${at}; b=x\r\n`);
  expect(withBoundedSignatures(Buffer.from(`From: a\r\n${fields.join("")}\r\nbody\r\n`)).toString()).toBe(
    "From: a\r\n\r\nbody\r\n",
  );
  const whole = fields.map((field) => field.replace(/ l=\d+;/, ""));
  expect(
    withBoundedSignatures(Buffer.from(`${whole.join("")}\r\nbody`))
      .toString()
      .match(/DKIM/g),
  ).toHaveLength(5);
});

test("a mail during which the runtime ended twice is refused for good, after a new start, too", async () => {
  const folder = temporaryFolder("mails");
  const mail = Buffer.from("x");
  const spoil = () => new FatalMailRecord(folder, Date.now()).watch(mail, () => Promise.reject(new Error("ended")));
  await expect(spoil()).rejects.toThrow();
  expect(new FatalMailRecord(folder, Date.now()).isSpoilt(mail)).toBe(false);
  await expect(spoil()).rejects.toThrow();
  expect(new FatalMailRecord(folder, Date.now()).isSpoilt(mail)).toBe(true);
});

test("a mail during which the whole process ended counts, too; one that was answered does not", async () => {
  const folder = temporaryFolder("mails");
  const [hanging, quick] = [Buffer.from("x"), Buffer.from("y")];
  for (const spoilt of [false, true]) {
    const mails = new FatalMailRecord(folder, Date.now());
    void mails.watch(hanging, () => new Promise<never>(() => undefined));
    await mails.watch(quick, async () => undefined);
    const next = new FatalMailRecord(folder, Date.now());
    expect([next.isSpoilt(hanging), next.isSpoilt(quick)]).toEqual([spoilt, false]);
  }
  expect(readdirSync(join(folder, "spoilt-mails"))).toHaveLength(2);
});

test("messages are handed over one after the other; one without an answer is to be sent again", async () => {
  const turns = new MailQueue(50);
  let [underWay, most] = [0, 0];
  const answered = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((done) => setImmediate(done));
    underWay -= 1;
    return { outcome: "taken" } as const;
  };
  const failed = turns.take(() => Promise.reject(new Error("ended"))).catch((error: Error) => error.message);
  const taken = await Promise.all([
    turns.take(() => new Promise<never>(() => undefined)),
    turns.take(answered),
    turns.take(answered),
  ]);
  expect([await failed, ...taken.map(({ outcome }) => outcome)]).toEqual(["ended", "later", "taken", "taken"]);
  expect(most).toBe(1);
});

test("between two messages pages have as much time as the one before took", async () => {
  const turns = new MailQueue();
  const ends: number[] = [];
  const work = async () => {
    ends.push(performance.now());
    await new Promise((done) => setTimeout(done, 50));
    ends.push(performance.now());
    return { outcome: "taken" } as const;
  };
  await Promise.all([turns.take(work), turns.take(work)]);
  expect((ends[2] ?? 0) - (ends[1] ?? 0)).toBeGreaterThanOrEqual(45);
});

/** What the listener says first to a client at this address, who then stays silent. */
const greeting = (port: number, localAddress: string) =>
  new Promise<string>((done) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    open.sockets.push(socket);
    socket.on("error", () => done("error"));
    socket.once("data", (said) => done(String(said).slice(0, 3)));
  });

async function listening(more: { sessionTime?: number; reached?: MailLimitCounter } = {}): Promise<MailListener> {
  const deliver = async () => ({ outcome: "taken" }) as const;
  const settings = {
    port: 0,
    host: "127.0.0.1",
    domain: "in.example.com",
    takesMail: deliver,
    deliver,
    reached: new MailLimitCounter(),
    ...more,
  };
  const listener = await startMailListener(settings);
  open.listeners.push(listener);
  return listener;
}

/** How many of so many silent clients at each of these addresses are greeted. */
async function greeted(port: number, each: number, addresses: readonly string[]): Promise<number> {
  const said = await Promise.all(
    addresses.flatMap((address) => Array.from({ length: each }, () => greeting(port, address))),
  );
  return said.filter((code) => code === "220").length;
}

test("fifty idle connections of one client keep nobody else out, nor do those of its network", async () => {
  const reached = new MailLimitCounter();
  const { port } = await listening({ reached });
  expect(await greeted(port, 50, ["127.0.0.1"])).toBe(mailLimitValue("client"));
  expect(await greeting(port, "127.0.0.2")).toBe("220");
  expect(await greeted(port, 20, ["127.0.0.3"])).toBe(mailLimitValue("network") - mailLimitValue("client") - 1);
  expect(await greeting(port, "127.0.1.1")).toBe("220");
  expect([reached.of("client"), reached.of("network"), reached.of("all")]).toEqual([30, 11, 0]);
});

test("where all places are taken, the network with the most gives up its oldest to one with fewer", async () => {
  const { port } = await listening();
  expect(await greeted(port, 15, ["127.0.0.1", "127.0.0.2", "127.0.1.1", "127.0.1.2"])).toBe(mailLimitValue("all"));
  const [oldest] = open.sockets;
  const ended = new Promise<string>((done) => oldest?.once("data", (said) => done(String(said))));
  expect(await greeting(port, "127.0.2.1")).toBe("220");
  expect(await ended).toMatch(/^421 /);
});

/** An IPv6 address of its own network where each number differs. */
const fromAfar = (network: number) => `2001:db8:${network.toString(16)}::1`;

test("networks without number hold no place for ever: who had ten seconds makes room for who comes", () => {
  let now = 0;
  const reached = new MailLimitCounter();
  const sessions = new MailSessions(reached, () => now);
  const ended: number[] = [];
  const come = (network: number, address = fromAfar(network)) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress: address });
    return sessions.admit(socket, () => ended.push(network));
  };
  for (let network = 0; network < mailLimitValue("all"); network++) expect(come(network)).toBe(true);
  expect(come(1000)).toBe(false);
  now += 10_001;
  expect([come(1001), come(1002)]).toEqual([true, true]);
  expect(ended).toEqual([0, 1]);
  expect(reached.of("all")).toBe(3);
});

test("an IPv6 network of 48 bits has the places of one, however many of 64 it is made of", () => {
  const sessions = new MailSessions(new MailLimitCounter());
  const come = (subnet: number) =>
    sessions.admit(Object.assign(new EventEmitter(), { remoteAddress: `2001:db8:1:${subnet}::1` }), () => undefined);
  const taken = Array.from({ length: 100 }, (_, subnet) => come(subnet)).filter(Boolean);
  expect(taken).toHaveLength(mailLimitValue("network"));
});

/** All that a client hears that says this after the greeting, until the end of the connection. */
const heard = (port: number, said: string) =>
  new Promise<string>((done) => {
    const socket = connect({ port, host: "127.0.0.1" });
    open.sockets.push(socket);
    let text = "";
    socket.on("error", () => undefined);
    socket.once("data", () => socket.write(said));
    socket.on("data", (part) => {
      text += part;
    });
    socket.on("close", () => done(text));
  });

test("a hundred commands without a message end a session, whatever they are; messages among them don't count against it", async () => {
  const reached = new MailLimitCounter();
  const { port } = await listening({ reached });
  for (const said of ["NOOP\r\n", "RSET\r\n", "EHLO x\r\n", "VRFY x\r\n"]) {
    const text = await heard(port, said.repeat(10_000));
    expect(text.match(/^2\d\d /gm)).toHaveLength(101);
    expect(text).toMatch(/421 .*Too many commands without a message\.\r\n$/);
  }
  expect(reached.of("commands")).toBe(4);
  const mail = `MAIL FROM:<>\r\nRCPT TO:<bounces@in.example.com>\r\nDATA\r\nFrom: a@b.example\r\n\r\nx\r\n.\r\n`;
  const text = await heard(port, `EHLO x\r\n${mail.repeat(60)}QUIT\r\n`);
  expect(text.match(/OK: message queued/g)).toHaveLength(60);
});

test("a session has its time, whatever is said in it", async () => {
  const { port } = await listening({ sessionTime: 100 });
  const socket = connect({ port, host: "127.0.0.1" });
  open.sockets.push(socket);
  const said = new Promise<string>((done) => {
    let text = "";
    socket.on("data", (part) => {
      text += part;
      if (text.includes("421 ")) done(text);
      else socket.write("NOOP\r\n");
    });
  });
  expect(await said).toContain("421 The session took too long.");
});
