import zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sized } from "../../tests/support/sizes";
import { readBodyAtMost } from "./read-at-most";

/** Returns an answer as Node gives it: a body's parts are not gathered, whatever their sizes. */
const answer = (headers: Record<string, string>, ...parts: Uint8Array[]) => ({
  headers: new Headers(headers),
  body: new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) if (part.byteLength > 0) controller.enqueue(part);
      controller.close();
    },
  }),
});

const types = ["text/html", "text/plain", "application/xml", "application/json", "image/png", ""];
const labels = ["", "; charset=utf-8", '; charset="windows-1251"', "; charset=utf-16", "; charset=none", "; charset="];
const codings = ["", "gzip", "x-gzip", "deflate", "br", "zstd", "compress", "gzip, br", "gzip, gzip, gzip, gzip", ","];
const written = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.string({ unit: "binary", maxLength: 900 }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 900 }).map((bytes) => new Uint8Array(zlib.gzipSync(bytes))),
  fc.uint8Array({ maxLength: 900 }).map((bytes) => new Uint8Array(zlib.brotliCompressSync(bytes)).subarray(0, -3)),
  fc
    .constantFrom('<?xml encoding="', "<meta charset=", '<?xml version="1.0" encoding="none"?>')
    .map((text) => new TextEncoder().encode(text)),
);

test("whatever comes, it is read within its limit or said not to be, and nothing is thrown", async () => {
  const asked = fc.record({
    type: fc.constantFrom(...types),
    label: fc.constantFrom(...labels),
    coding: fc.constantFrom(...codings),
    bytes: written,
    limit: fc.integer({ min: 1, max: 4000 }),
    at: fc.nat(3000),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ type, label, coding, bytes, limit, at }) => {
      const headers = { "content-type": `${type}${label}`, ...(coding ? { "content-encoding": coding } : {}) };
      const read = await readBodyAtMost(answer(headers, bytes.subarray(0, at), bytes.subarray(at)), limit);
      expect(read.bytes).toBeLessThanOrEqual(2 * limit);
      expect(read.text.length).toBeLessThanOrEqual(2 * limit);
      if (read.unread && !read.unread.ascii) expect(read.text).toBe("");
      if (coding === "" && bytes.byteLength > 2 * limit) expect(read.truncated).toBe(true);
    }),
    { numRuns: sized(400, 20_000) },
  );
});

const letters = "Grüße aus Zürich, Привет";

test.each([1, 2, 3, 7, 1000])("a text is the same in parts of %i bytes", async (size) => {
  const bytes = new TextEncoder().encode(letters);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  expect(await readBodyAtMost(answer({}, ...parts), 1000)).toEqual({
    text: letters,
    bytes: bytes.length,
    truncated: false,
  });
});

test("what is cut in the middle of a letter, or of what a coding stands for, is text until there", async () => {
  const bytes = new TextEncoder().encode(letters);
  expect(await readBodyAtMost(answer({}, bytes), 3)).toEqual({ text: "Gr", bytes: 3, truncated: true });
  const long = new TextEncoder().encode(letters.repeat(5000));
  const coded = answer({ "content-encoding": "gzip" }, new Uint8Array(zlib.gzipSync(long)));
  const read = await readBodyAtMost(coded, 1000);
  expect([read.bytes, read.truncated, letters.repeat(100).startsWith(read.text)]).toEqual([1000, true, true]);
});

test("an answer without a body has none, whatever coding it names", async () => {
  const nothing = { text: "", bytes: 0, truncated: false };
  expect(await readBodyAtMost({ headers: new Headers({ "content-encoding": "gzip" }), body: null }, 10)).toEqual(
    nothing,
  );
  expect(await readBodyAtMost(answer({ "content-encoding": "gzip" }), 10)).toEqual(nothing);
});

const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${" ".repeat(3000)}error`, "utf16le")]);
const encoded = { "content-type": "text/plain", "content-encoding": "" };

test.each([
  ["gzip", zlib.gzipSync(marked)],
  ["br", zlib.brotliCompressSync(marked)],
  ["zstd", zlib.zstdCompressSync(marked)],
])("more than was read of what %s stands for is said to be missing", async (coding, bytes) => {
  const read = await readBodyAtMost(answer({ ...encoded, "content-encoding": coding }, bytes), 2048);
  expect([read.truncated, read.text.includes("error")]).toEqual([true, false]);
});

test("what follows the end of a gzip member is no part of it", async () => {
  const bytes = Buffer.concat([zlib.gzipSync("ok"), Buffer.alloc(20)]);
  const read = await readBodyAtMost(answer({ "content-encoding": "gzip" }, bytes), 100);
  expect(read).toMatchObject({ text: "ok", truncated: false });
});

test.each([
  ["text/plain; charset=ibm037", [0x85, 0x99, 0x99, 0x96, 0x99], false],
  ["text/plain; charset=utf-32le", Buffer.from("e\0\0\0r\0\0\0", "latin1"), false],
  ["text/plain; charset=hz-gb-2312", Buffer.from("~{4mNs~}"), true],
  ["text/html", Buffer.from("<meta charset=hz-gb-2312>~{4mNs~}"), true],
  ["text/plain; charset=utf-7", Buffer.from("+AEUAUgBSAE8AUg-"), false],
  [
    "text/plain; charset=utf-32",
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from("E\0\0\0R\0\0\0")]),
    false,
  ],
  ["text/plain; charset=utf-16", Buffer.from("障害", "utf16le"), false],
  ["text/plain", Buffer.from("error", "utf16le"), false],
  ["text/plain", Buffer.from("Grüße", "latin1"), true],
])("of %s, which nobody can read, no more is taken as read than was", async (type, bytes, ascii) => {
  expect((await readBodyAtMost(answer({ "content-type": type }, Buffer.from(bytes)), 100)).unread).toMatchObject({
    ascii,
  });
});

test.each(["text/plain; charset=utf-8, text/plain; charset=utf-8", "text/plain; charset=none", "text/plain", ""])(
  "%s in UTF-8 is read",
  async (type) => {
    const read = await readBodyAtMost(answer({ "content-type": type }, Buffer.from(letters)), 1000);
    expect(read).toEqual({ text: letters, bytes: Buffer.byteLength(letters), truncated: false });
  },
);

test.each(["utf-16", "ucs-2", "UTF16"])(
  "%s without a mark is read in the order in which its letters stand",
  async (label) => {
    const little = Buffer.from("an ERROR here", "utf16le");
    for (const bytes of [little, Buffer.from(little).swap16()])
      expect((await readBodyAtMost(answer({ "content-type": `text/plain; charset=${label}` }, bytes), 100)).text).toBe(
        "an ERROR here",
      );
  },
);

test.each([
  ["deflate", zlib.deflateSync("ok ")],
  ["br", zlib.brotliCompressSync("ok ")],
  ["gzip", Buffer.concat([zlib.gzipSync("ok "), Buffer.alloc(8)])],
])("what follows the end of %s and is no padding was not read", async (coding, first) => {
  const bytes = Buffer.concat([first, Buffer.from("error, not packed")]);
  const read = await readBodyAtMost(answer({ ...encoded, "content-encoding": coding }, bytes), 2048);
  expect([read.truncated || read.unread !== undefined, read.text.includes("error")]).toEqual([true, false]);
});

describe("frames of zstd that follow each other", () => {
  const frames = (...texts: string[]) =>
    new Uint8Array(Buffer.concat(texts.map((text) => zlib.zstdCompressSync(text))));
  const read = (bytes: Uint8Array, limit = 1000) =>
    readBodyAtMost(answer({ "content-encoding": "zstd" }, bytes), limit);

  test("are one text", async () => {
    expect(await read(frames("Grüße ", "aus ", "", "Zürich"))).toMatchObject({
      text: "Grüße aus Zürich",
      truncated: false,
    });
  });

  test("are read within the limit, and a flood of empty ones ends", async () => {
    const [ones, twos] = ["1".repeat(40), "2".repeat(40)];
    expect(await read(frames(ones, twos), 50)).toMatchObject({ text: `${ones}${"2".repeat(10)}`, truncated: true });
    const flood = frames(..."x".repeat(500));
    expect(await read(flood, 20_000)).toMatchObject({ text: "x".repeat(100), truncated: true });
  });

  test("of which one is broken or cut are read until there, and said to be cut", async () => {
    const broken = Uint8Array.from([...frames("Grüße"), 1, 2, 3]);
    expect(await read(broken)).toMatchObject({ text: "Grüße", truncated: true });
    const cut = frames("Grüße", "x".repeat(5)).subarray(0, -3);
    expect(await read(cut)).toMatchObject({ text: "Grüße", truncated: true });
  });
});
