import zlib from "node:zlib";
import { expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { readBodyAtMost } from "~/http/read-at-most";
import { httpAssertionsOf } from "~/monitors/contract/http/asserts";
import type { HttpSettings } from "~/monitors/contract/http/settings";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import type { ByteConnection } from "~/platform/outbound";
import { parseMail } from "~/sources/contract/mail-text";
import { Chance, cases } from "./chance";

/** Readers of what comes from outside: for random bytes never an exception, and never well without having read. */
const bytesOf = (chance: Chance, most: number) =>
  Uint8Array.from({ length: chance.below(most) }, () => chance.below(256));

const words = ["error", "Störung", "Ошибка", "障害"];

/** Charsets that can write a word, with what writes it. */
const utf16 = (text: string, mark = "") => Buffer.from(mark + text, "utf16le");
const writings: [label: string | null, write: (text: string) => Uint8Array, fits: (word: string) => boolean][] = [
  ["utf-8", (text) => Buffer.from(text), () => true],
  [null, (text) => Buffer.from(text), () => true],
  ["no-such-charset", (text) => Buffer.from(text), () => true],
  ["utf-16le", (text) => utf16(text), () => true],
  [null, (text) => utf16(text), () => true],
  [null, (text) => utf16(text, "\uFEFF"), () => true],
  // As browsers have it (https://encoding.spec.whatwg.org/#utf-16le).
  ["utf-16", (text) => utf16(text), () => true],
  ["utf-16", (text) => utf16(text, "\uFEFF").swap16(), () => true],
  ["utf-16be", (text) => utf16(text).swap16(), () => true],
  ["no-such-charset", (text) => utf16(text), () => true],
  ["iso-8859-1", (text) => Buffer.from(text, "latin1"), (word) => !/[^\0-\xff]/.test(word)],
  [null, (text) => Buffer.from(text, "latin1"), (word) => !/[^\0-\xff]/.test(word)],
  ["no-such-charset", (text) => Buffer.from(text, "latin1"), (word) => !/[^\0-\xff]/.test(word)],
];

const codings: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
  identity: (bytes) => bytes,
};

const limit = 2048;
const filling = ["", " ", "<p>", "all is well ", "x".repeat(300), "ok\n".repeat(900)];

/** A body with the word in it somewhere, as a server may send it. */
function sentWith(chance: Chance, word: string) {
  const fitting = writings.filter(([, , fits]) => fits(word));
  const [label, write] = chance.one(fitting);
  const text = `${chance.one(filling)}${word}${chance.one(filling)}`;
  const names = Array.from({ length: chance.below(3) }, () => chance.one(Object.keys(codings)));
  const whole = names.reduce<Uint8Array>((bytes, name) => codings[name]?.(bytes) ?? bytes, write(text));
  const type = chance.one(["text/plain", "text/html", "application/json", "application/xml"]);
  const headers = new Headers({ "content-type": label === null ? type : `${type}; charset=${label}` });
  if (names.length > 0) headers.set("content-encoding", names.join(", "));
  return { headers, bytes: whole };
}

const answerOf = (headers: Headers, bytes: Uint8Array) => ({
  status: 200,
  headers,
  body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() as ReadableStream<Uint8Array>,
});

async function isWellWithout(word: string, headers: Headers, bytes: Uint8Array): Promise<boolean> {
  const read = await readBodyAtMost(answerOf(headers, bytes), limit, { mayBreak: true });
  const settings = { statuses: "200", lacks: word } as HttpSettings;
  const asserts = httpAssertionsOf(settings, { ok: true, status: 200, headers, ...read, milliseconds: 1 });
  return asserts.every(({ ok }) => ok);
}

test("a word that an answer holds is never missing, however it is written, coded, labelled and cut", async () => {
  const chance = new Chance("text of an answer");
  for (let index = 0; index < cases(60); index++) {
    const word = chance.one(words);
    const { headers, bytes } = sentWith(chance, word);
    const told = JSON.stringify([...headers]);
    expect(await isWellWithout(word, headers, bytes), `case ${index}: ${word} ${told}`).toBe(false);
  }
});

test("random bytes under random names end in a text or in words", async () => {
  const chance = new Chance("random answer");
  for (let index = 0; index < cases(40); index++) {
    const headers = new Headers({ "content-type": chance.headerText() });
    if (chance.often(0.7)) headers.set("content-encoding", chance.one([...Object.keys(codings), chance.headerText()]));
    const read = await readBodyAtMost(answerOf(headers, bytesOf(chance, 3000)), limit, { mayBreak: chance.often(0.5) });
    expect(read.text.length).toBeLessThanOrEqual(limit * 3);
    await parseMail(bytesOf(chance, 2000));
  }
});

/** What a peer says by itself; under TLS the same. */
function saying(bytes: Uint8Array): ByteConnection {
  const readable = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() as ReadableStream<Uint8Array>;
  return { readable, writable: new WritableStream(), startTls: () => saying(bytes), close: async () => undefined };
}

const failure = {
  ok: false as const,
  reason: "unreachable" as const,
  code: "unreachable",
  detail: englishText("Nobody is there."),
  milliseconds: 1,
};

test.each(monitorKinds.map((each) => [each.kind, each] as const))(
  "%s: nothing random is well",
  async (kind, monitor) => {
    const chance = new Chance(`random peer of ${kind}`);
    const settings = monitor.settings.parse(monitor.sampleSettings);
    for (let index = 0; index < Math.ceil(cases(60) / monitorKinds.length); index++) {
      const text = chance.often(0.5) ? JSON.stringify(chance.json(5)) : Buffer.from(bytesOf(chance, 500)).toString();
      const answer = {
        ok: true as const,
        status: 200,
        headers: new Headers(),
        text,
        truncated: false,
        milliseconds: 1,
      };
      const outbound = {
        fetch: async () => (chance.often(0.9) ? answer : failure),
        connect: async () => ({ ok: true as const, connection: saying(bytesOf(chance, 500)) }),
        upgrade: async () => answer,
      };
      const found = await monitor.check({ settings, outbound, timeout: 300, now: () => performance.now() });
      expect([found.verdict, text], `case ${index}`).not.toEqual(["up", text]);
    }
  },
);
