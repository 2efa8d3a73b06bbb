import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { englishText } from "~/failures/refusal";
import type { ByteConnection, Outbound, OutboundFailure } from "~/platform/outbound";
import type { MailPeer } from "../../../tests/support/mail-peer";
import { mailPeers, mailTo, noon } from "../../../tests/support/mail-peers";
import { mailerAdapters } from "../kinds/known-kinds";
import type { AnyMailerAdapter, MailResult } from "./contract";

const failureOf = (reason: OutboundFailure["reason"]): OutboundFailure => ({
  ok: false,
  reason,
  code: "test",
  detail: englishText("Nobody is there."),
  milliseconds: 1,
});

const broken = (reason: OutboundFailure["reason"]): Outbound => ({
  fetch: async () => failureOf(reason),
  connect: async () => failureOf(reason),
  upgrade: async () => failureOf(reason),
});

/** Returns a connection that sends these bytes, whatever it receives, and ends. */
function babble(bytes: Uint8Array): ByteConnection {
  return {
    readable: new ReadableStream({
      start(controller) {
        if (bytes.length > 0) controller.enqueue(bytes);
        controller.close();
      },
    }),
    writable: new WritableStream(),
    startTls: () => babble(bytes),
    close: async () => undefined,
  };
}

const hostile = (status: number, text: string, headers: Record<string, string>): Outbound => ({
  fetch: async () => ({ ok: true, status, headers: new Headers(headers), text, truncated: false, milliseconds: 1 }),
  connect: async () => ({ ok: true, connection: babble(new TextEncoder().encode(text)) }),
  upgrade: () => expect.unreachable(),
});

/** Returns an unreachable network that records each call. */
const countedIn = (calls: string[]): Outbound => ({
  fetch: (request) => broken("unreachable").fetch({ ...request, url: String(calls.push("fetch")) }),
  connect: (target) => broken("unreachable").connect({ ...target, port: calls.push("connect") }),
  upgrade: () => expect.unreachable(),
});

const open = (mailer: AnyMailerAdapter, outbound: Outbound) =>
  mailer.open({ settings: mailer.settings.parse(mailer.sampleSettings), outbound, now: () => noon });

function secretsOf(mailer: AnyMailerAdapter): string[] {
  const shape = (mailer.settings as unknown as z.ZodObject).shape;
  const names = Object.entries(shape).flatMap(([name, field]) => ((field as z.ZodType).meta()?.secret ? [name] : []));
  const sample = mailer.sampleSettings as Record<string, unknown>;
  return names.flatMap((name) => (typeof sample[name] === "string" ? [sample[name]] : []));
}

const isAnswer = (handed: MailResult) =>
  ["sent", "refused", "away", "doubtful"].includes(handed.outcome) &&
  handed.answer.length > 0 &&
  handed.answer.length <= 500;

const replyLike = fc
  .array(
    fc.tuple(fc.constantFrom("220", "250", "354", "235", "421", "550", "xyz"), fc.constantFrom(" ", "-"), fc.string()),
  )
  .map((lines) => lines.map(([code, sign, words]) => `${code}${sign}${words}\r\n`).join(""));
const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.json(), replyLike, fc.constant(""));

test("kinds are unique and well-formed", () => {
  const kinds = mailerAdapters.map((each) => each.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds) expect(kind).toMatch(/^[a-z][a-z0-9-]{1,39}$/);
});

describe.each(mailerAdapters.map((each) => [each.kind, each] as const))("%s: whatever comes back", (_, mailer) => {
  const mails = [mailTo("a@example.com"), mailTo("b@example.com"), mailTo("c@example.com")];

  test.each(["blocked", "unreachable"] as const)("nobody there (%s): all are away, none is lost", async (reason) => {
    const sending = open(mailer, broken(reason));
    expect((await sending.send(mails)).map((each) => each.outcome)).toEqual(["away", "away", "away"]);
    await sending.close();
  });

  test("its time is up before the first mail: none is touched, and nobody is called", async () => {
    const calls: string[] = [];
    const outbound = countedIn(calls);
    const sending = open(mailer, outbound);
    const outcomes = (await sending.send(mails, noon)).map((each) => each.outcome);
    await sending.close();
    expect([outcomes, calls]).toEqual([["untouched", "untouched", "untouched"], []]);
  });

  test("it connects at the first mail, not before, and none is needed to close", async () => {
    const calls: string[] = [];
    const outbound = countedIn(calls);
    const sending = open(mailer, outbound);
    expect(await sending.send([])).toEqual([]);
    await sending.close();
    expect(calls).toEqual([]);
  });

  test("any answer: one answer a mail, never a throw, no secret in it", async () => {
    const secrets = secretsOf(mailer);
    const property = fc.asyncProperty(fc.integer({ min: 200, max: 599 }), anyText, async (status, text) => {
      const sending = open(
        mailer,
        hostile(status, `${text}${secrets.join(" ")}`, { "retry-after": text.replace(/[^ -~]/g, "") }),
      );
      const handed = await sending.send(mails);
      await sending.close();
      expect(handed).toHaveLength(mails.length);
      expect(handed.every(isAnswer)).toBe(true);
      for (const secret of secrets) expect(JSON.stringify(handed)).not.toContain(secret);
    });
    await fc.assert(property, { numRuns: 300 });
  });
});

const withPeer = mailerAdapters.flatMap((each) => {
  const start = mailPeers[each.kind];
  return start ? [[each.kind, each, start] as const] : [];
});

describe.each(withPeer)("%s: against its peer", (_, mailer, start) => {
  let peer: MailPeer;
  beforeAll(async () => {
    peer = await start();
  });
  afterAll(() => peer.close());

  const openPeer = () =>
    mailer.open({ settings: mailer.settings.parse(peer.settings), outbound: peer.outbound, now: () => noon });

  let count = 0;

  async function sendOne(over: Parameters<typeof mailTo>[1], to = "ana@example.com") {
    const sending = openPeer();
    count += 1;
    const [handed] = await sending.send([mailTo(to, { messageId: `n${count}.ana@status.example.com`, ...over })]);
    await sending.close();
    return { handed, mail: peer.arrived().at(-1) };
  }

  test("a mail arrives as it was given, with its headers", async () => {
    const headers = {
      "List-Unsubscribe": "<https://status.example.com/acme/subscriptions/abc.0.xyz/leave>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "In-Reply-To": "<root@status.example.com>",
      References: "<root@status.example.com>",
      "List-Id": "<acme.status.example.com>",
      "Auto-Submitted": "auto-generated",
    };
    const { handed, mail } = await sendOne({ headers });
    expect(handed?.outcome).toBe("sent");
    const { from, subject, text, html } = mailTo("ana@example.com");
    expect(mail).toMatchObject({ to: "ana@example.com", subject, text, html });
    expect(mail).toMatchObject({ fromName: from.name, fromAddress: from.address });
    if (!peer.givesOwnId) expect(mail?.headers.get("message-id")).toBe(`<n${count}.ana@status.example.com>`);
    for (const [name, value] of Object.entries(headers)) expect(mail?.headers.get(name.toLowerCase())).toBe(value);
  });

  test("unicode, quotes and long lines come through; nothing given ends a header", async () => {
    const line = fc.string({ unit: "grapheme", maxLength: 200 });
    const property = fc.asyncProperty(
      line,
      line,
      fc.string({ unit: "grapheme" }),
      line,
      async (name, subject, body, value) => {
        const evil = `${subject}\r\nBcc: eve@example.com\r\n\r\n${name}`;
        const text = `.\r\n..${body}\n${"x".repeat(2000)}\r\n.\r\nQUIT`;
        const from = { name: `${name}\nBcc: eve@example.com`, address: "status@acme.example" };
        const { handed, mail } = await sendOne({
          subject: evil,
          from,
          text,
          headers: { "X-Note": `${value}\r\nBcc: a@b` },
        });
        expect(handed?.outcome).toBe("sent");
        expect(mail?.to).toBe("ana@example.com");
        expect(mail?.fromAddress).toBe("status@acme.example");
        expect(mail?.headers.has("bcc")).toBe(false);
        expect(mail?.text.replaceAll("\r\n", "\n")).toBe(text.replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
        const plain = (given: string) => given.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
        expect(plain(mail?.subject ?? "")).toBe(plain(evil));
        expect(plain(mail?.fromName ?? "")).toBe(plain(from.name));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test.each(["a@b.example\r\nRCPT TO:<eve@example.com>", "a@b.example>", "a@b.example, c@d.example", "ana", ""])(
    "%j is no address: refused for ever, nobody has it",
    async (to) => {
      const before = peer.arrived().length;
      const { handed } = await sendOne({}, to);
      expect(handed).toMatchObject({ outcome: "refused", permanent: true });
      expect(peer.arrived()).toHaveLength(before);
    },
  );

  test("50 mails in one go, one of them refused: the others have theirs, once", async () => {
    peer.refuse((to) => to === "s25@example.com");
    const before = peer.arrived().length;
    const sending = openPeer();
    const handed = await sending.send(Array.from({ length: 50 }, (_, n) => mailTo(`s${n}@example.com`)));
    await sending.close();
    peer.refuse(() => false);
    expect(handed.map((each) => each.outcome).filter((each) => each === "sent")).toHaveLength(49);
    expect(handed[25]).toMatchObject({ outcome: "refused", permanent: true });
    const arrived = peer.arrived().slice(before);
    expect(new Set(arrived.map((each) => each.to)).size).toBe(49);
    expect(arrived).toHaveLength(49);
  });
});
