import { mkdtempSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type MailListener, startMailListener } from "../scripts/start/mail.ts";
import { sessionLimits } from "../scripts/start/mail-sessions.ts";
import { badShape } from "../scripts/start/mail-shape.ts";
import { provable } from "../scripts/start/provable.ts";
import { SpoiltMails } from "../scripts/start/spoilt-mails.ts";

const open: { sockets: Socket[]; listeners: MailListener[] } = { sockets: [], listeners: [] };
afterEach(async () => {
  for (const each of open.sockets.splice(0)) each.destroy();
  for (const each of open.listeners.splice(0)) await each.stop();
});

const attached = (levels: number) =>
  Buffer.from(`From: a@b.example\r\n${"Content-Type: message/rfc822\r\n\r\n".repeat(levels)}Subject: x\r\n\r\ny\r\n`);

test("ten attached levels may be parsed, eleven and thousands may not", () => {
  expect(badShape(attached(10))).toBeNull();
  expect(badShape(attached(11))).toMatch(/nested/);
  expect(badShape(attached(30_000))).toMatch(/nested/);
});

test("at most five signatures are proven, none that leaves a part unsigned", () => {
  const fields = Array.from({ length: 300 }, (_, at) => `DKIM-Signature: v=1; d=a${at}.example;\r\n l=${at}; b=x\r\n`);
  expect(provable(Buffer.from(`From: a\r\n${fields.join("")}\r\nbody\r\n`)).toString()).toBe("From: a\r\n\r\nbody\r\n");
  const whole = fields.map((field) => field.replace(/ l=\d+;/, ""));
  expect(
    provable(Buffer.from(`${whole.join("")}\r\nbody`))
      .toString()
      .match(/DKIM/g),
  ).toHaveLength(5);
});

test("a mail during which the runtime ended twice is refused for good, after a new start, too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "upfront-mails-"));
  const mail = Buffer.from("x");
  const spoil = () => new SpoiltMails(folder, Date.now()).watch(mail, () => Promise.reject(new Error("ended")));
  await expect(spoil()).rejects.toThrow();
  expect(new SpoiltMails(folder, Date.now()).isSpoilt(mail)).toBe(false);
  await expect(spoil()).rejects.toThrow();
  expect(new SpoiltMails(folder, Date.now()).isSpoilt(mail)).toBe(true);
});

const greeting = (port: number, localAddress: string) =>
  new Promise<string>((done) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    open.sockets.push(socket);
    socket.on("error", () => done("error"));
    socket.once("data", (said) => done(String(said).slice(0, 3)));
  });

test("fifty idle connections of one client keep nobody else out", async () => {
  const deliver = async () => ({ outcome: "taken" }) as const;
  const listener = await startMailListener({ port: 0, host: "127.0.0.1", domain: "in.example.com", deliver });
  open.listeners.push(listener);
  const idle = await Promise.all(Array.from({ length: 50 }, () => greeting(listener.port, "127.0.0.1")));
  expect(idle.filter((said) => said === "220")).toHaveLength(sessionLimits.ofClient);
  expect(await greeting(listener.port, "127.0.0.2")).toBe("220");
});
