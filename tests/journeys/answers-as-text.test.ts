import { readFileSync } from "node:fs";
import zlib from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Checking, type Settings, startChecking } from "../support/checking";
import { startWrittenAnswers, type WrittenAnswers, written } from "../support/written-answers";

/**
 * What monitors of the built worker read in answers that are compressed or not in UTF-8. The first three are from public
 * reports of other monitors (tests/fixtures/reports).
 */
const reported = (name: string) => readFileSync(new URL(`../fixtures/reports/${name}`, import.meta.url));
const greeting = Buffer.from("Grüße aus Zürich");
const latin = Buffer.from("Grüße aus Zürich", "latin1");
const html = (beginning: string) => Buffer.concat([Buffer.from(beginning), latin]);
const coded = (coding: string, body: Uint8Array) =>
  written(["Content-Type: text/plain; charset=utf-8", `Content-Encoding: ${coding}`], body);
const long = Buffer.concat([Buffer.alloc(300 * 1024, " "), greeting]);

const answers: Record<string, Buffer> = {
  latin1: reported("latin1.http"),
  "windows-1251": reported("windows-1251.http"),
  "deflate-reported": reported("deflate.http"),
  gzip: coded("gzip", zlib.gzipSync(greeting)),
  "in-capitals": coded("GZIP", zlib.gzipSync(greeting)),
  "x-gzip": coded("x-gzip", zlib.gzipSync(greeting)),
  deflate: coded("deflate", zlib.deflateSync(greeting)),
  "deflate-bare": coded("deflate", zlib.deflateRawSync(greeting)),
  br: coded("br", zlib.brotliCompressSync(greeting)),
  zstd: coded("zstd", zlib.zstdCompressSync(greeting)),
  "second-zstd-frame": coded("zstd", Buffer.concat([zlib.zstdCompressSync("ok"), zlib.zstdCompressSync(greeting)])),
  twice: coded("gzip, br", zlib.brotliCompressSync(zlib.gzipSync(greeting))),
  identity: coded("identity", greeting),
  meta: written(["Content-Type: text/html"], html('<!doctype html><meta charset="iso-8859-1"><p>')),
  "meta-http-equiv": written(
    ["Content-Type: text/html"],
    html('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><p>'),
  ),
  xml: written(["Content-Type: application/xml"], html('<?xml version="1.0" encoding="ISO-8859-1"?><a>')),
  "utf-16": written(["Content-Type: text/plain"], Buffer.from("\uFEFFGrüße aus Zürich", "utf16le")),
  "gzip-that-is-none": coded("gzip", greeting),
  compress: coded("compress", greeting),
  undeclared: written(["Content-Type: text/html"], latin),
  "early-hints": reported("early-hints.http"),
  long: written([], long),
  "unknown-label": written(["Content-Type: text/plain; charset=ibm037"], Buffer.from([0xc7, 0x99, 0xdc, 0x59, 0x85])),
  "utf-16-unmarked": written(["Content-Type: text/plain"], Buffer.from("Grüße", "utf16le")),
  "long-utf-16-in-gzip": coded("gzip", zlib.gzipSync(Buffer.from(`\uFEFF${" ".repeat(400 * 1024)}Grüße`, "utf16le"))),
  "zstd-then-else": coded("zstd", Buffer.concat([zlib.zstdCompressSync("ok"), Buffer.from("else")])),
  bomb: coded("gzip", zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })),
  "bomb-in-bomb": coded("gzip, gzip", zlib.gzipSync(zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 }))),
  "broken-off": coded("gzip", zlib.gzipSync(Buffer.from(`Grüße aus Zürich ${"x".repeat(99_999)}`)).subarray(0, -40)),
};

/** It asks for 128 MB before it says anything. */
async function wideZstd(): Promise<Buffer> {
  const wide = zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_windowLog]: 27 } });
  wide.write(greeting);
  wide.end(greeting);
  return Buffer.concat((await wide.toArray()) as Buffer[]);
}

let checking: Checking;
let server: WrittenAnswers;
beforeAll(async () => {
  answers["wide-zstd"] = coded("zstd", await wideZstd());
  [checking, server] = await Promise.all([startChecking(), startWrittenAnswers(answers)]);
});
afterAll(async () => {
  await checking?.stop();
  await server?.close();
});

const find = async (name: string, settings: Settings) => {
  const { verdict, words, took } = await checking.find("http", { url: `${server.url}/${name}`, ...settings }, 4);
  expect(took).toBeLessThan(4000);
  return [verdict, words];
};

const readable = Object.keys(answers).slice(0, Object.keys(answers).indexOf("gzip-that-is-none"));
const wordOf = (name: string) => (name === "windows-1251" ? "Привет" : "Grüße");

test.each(readable)("%s is read: what it contains is found, and so is what it must not contain", async (name) => {
  expect(await find(name, { contains: wordOf(name) })).toEqual(["Up", "It answered 200."]);
  expect(await find(name, { lacks: wordOf(name) })).toEqual(["Down", "The text was found."]);
  expect(await find(name, { lacks: "Störung" })).toEqual(["Up", "It answered 200."]);
});

const nameless = "It declares no supported character set and isn’t UTF-8: only plain ASCII, if any, was read.";
const perhapsLater = "Not found in the first 256 KB; the rest was not read.";
const unread: [string, string][] = [
  ["gzip-that-is-none", "Its content encoding (gzip) is broken, so its text wasn’t read."],
  ["broken-off", "Its content encoding (gzip) is broken, so its text wasn’t read."],
  ["wide-zstd", "Its content encoding (zstd) is broken, so its text wasn’t read."],
  ["compress", "Its content encoding compress isn’t supported, so its text wasn’t read."],
  ["undeclared", nameless],
  ["unknown-label", nameless],
  ["utf-16-unmarked", nameless],
  ["long", perhapsLater],
  ["long-utf-16-in-gzip", perhapsLater],
  ["zstd-then-else", perhapsLater],
];

test.each(unread)("%s is not read whole: that a text is not in it is not known", async (name, words) => {
  expect(await find(name, { lacks: "Grüße" })).toEqual(["Unknown", words]);
  expect(await find(name, {})).toEqual(["Up", "It answered 200."]);
  expect(await find(name, { statuses: "500", lacks: "Grüße" })).toEqual(["Down", "It answered 200, not 500."]);
});

test("an interim answer is never the verdict: the final one is, or nobody knows", async () => {
  const found = await find("early-hints", { contains: "OK" });
  const unknown = "It sent only an interim response (103) and no final one, so there is no result.";
  expect([
    ["Up", "It answered 200."],
    ["Unknown", unknown],
  ]).toContainEqual(found);
});

test("plain text of a charset that nobody names is read all the same", async () => {
  expect(await find("undeclared", { contains: "aus" })).toEqual(["Up", "It answered 200."]);
  expect(await find("undeclared", { lacks: "aus" })).toEqual(["Down", "The text was found."]);
  expect(await find("undeclared", { lacks: "error" })).toEqual(["Up", "It answered 200."]);
});

test("a call says who we are, and nothing that its runtime adds", async () => {
  server.asked.length = 0;
  await find("gzip", {});
  const [, ...headers] = (server.asked[0] ?? "").trim().split("\r\n");
  const names = headers.map((line) => line.slice(0, line.indexOf(":")).toLowerCase()).sort();
  expect(names).toEqual(["cache-control", "connection", "host", "pragma", "user-agent"]);
});

test.each(["bomb", "bomb-in-bomb"])("a %s ends where nothing more is read", async (name) => {
  expect(await find(name, { contains: "x" })).toEqual(["Down", "The text was not found in the first 256 KB."]);
  expect(await find(name, { mostBytes: 1000 })).toMatchObject(["Down", expect.stringContaining("at least")]);
});
