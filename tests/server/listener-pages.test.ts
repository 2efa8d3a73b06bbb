import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Language, languageNames, textDirection } from "~/i18n/languages";
import type { RefusalKind } from "../../server/listener/refusal-page.ts";
import { type Front, openFront } from "../support/front";
import { readLocale } from "../support/words";

/** What the listener says by itself is a page in the reader's language; programs are told in a line of English. */
let front: Front;
let starting: Front;
/** The only one with short deadlines: elsewhere a busy machine would turn another refusal into 408. */
let impatient: Front;

const endless = (request: IncomingMessage, response: ServerResponse): void => {
  request.resume();
  response.end("x".repeat(8_000_000));
};

beforeAll(async () => {
  front = await openFront(endless, { limits: { streams: 0 } });
  impatient = await openFront(endless, { limits: { bodyTime: 300, headTime: 400, streams: 0 } });
  starting = await openFront(endless, { target: () => null });
});
afterAll(async () => {
  await front.stop();
  await impatient.stop();
  await starting.stop();
});

const person = (language: string) => `Accept: text/html,*/*;q=0.8\r\nAccept-Language: ${language}\r\n`;

/** What comes back for bytes that are written as they are. */
async function say(bytes: string, of: Front = front): Promise<string> {
  const opened = await of.open("127.0.9.9", bytes);
  await opened.closed;
  return Buffer.from(opened.said(), "latin1").toString("utf8");
}

const end = "Connection: close\r\n\r\n";
const get = (head: string, path = "/", host = "a") => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${head}`;
const filler = `x-filler: ${"x".repeat(20_000)}\r\n`;

interface Case {
  status: number;
  kind: RefusalKind;
  /** With the headers of who asks. */
  bytes: (head: string) => string;
  of?: () => Front;
}

const cases: Case[] = [
  { status: 400, kind: "broken", bytes: (head) => `${get(head, "/", "a b")}${end}` },
  { status: 400, kind: "broken", bytes: (head) => `${get(head)}no header\r\n\r\n` },
  { status: 404, kind: "missing", bytes: (head) => `${get(head, "/cdn-cgi/x")}${end}` },
  { status: 405, kind: "method", bytes: (head) => `TRACE / HTTP/1.1\r\nHost: a\r\n${head}${end}` },
  {
    status: 408,
    kind: "slow",
    bytes: (head) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n${head}\r\nx`,
    of: () => impatient,
  },
  { status: 431, kind: "headers", bytes: (head) => `${get(head)}${filler}${end}` },
  { status: 503, kind: "unknown", bytes: (head) => `${get(head)}${end}`, of: () => starting },
];

const languages = Object.keys(languageNames) as Language[];

test.each(cases)("$status ($kind) is told in each language", async ({ status, kind, bytes, of }) => {
  for (const language of languages) {
    const said = await say(bytes(person(`xx, ${language};q=0.9, en;q=0.1`)), of?.());
    const [head = "", html = ""] = said.split("\r\n\r\n");
    const texts = readLocale(language).failure ?? {};
    expect([language, head.split(" ")[1]]).toEqual([language, String(status)]);
    expect(html).toContain(`<html lang="${language}" dir="${textDirection(language)}">`);
    expect(html).toContain(`<h1>${texts[kind]}</h1><p>${texts[`${kind}_about`]}</p>`);
    expect(head.toLowerCase()).toContain("content-type: text/html; charset=utf-8");
    expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  }
});

test.each(cases)("$status ($kind) is a line of English for a program", async ({ status, bytes, of }) => {
  const [head = "", text = ""] = (await say(bytes("Accept-Language: de\r\n"), of?.())).split("\r\n\r\n");
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head.toLowerCase()).toContain("content-type: text/plain; charset=utf-8");
  expect(text).toMatch(/^[\w .,:'-]+\n$/);
});

test("an answer that is too long to be held, and a worker that is away", async () => {
  const headers = { accept: "text/html", "accept-language": "ar-EG" };
  const long = await front.ask("/", { headers });
  expect([long.status, long.headers["retry-after"]]).toEqual([503, "10"]);
  expect(long.body.toString()).toContain(readLocale("ar").failure?.unknown);
});

test("what was chosen by the form of a page goes before what the browser says", async () => {
  const head = `${person("de")}Cookie: a=b; __Host-reading=language=he&theme=dark\r\n`;
  expect(await say(`${get(head, "/cdn-cgi/x")}${end}`)).toContain('<html lang="he" dir="rtl">');
  const unknown = `${person("de")}Cookie: reading=language=..%2Fetc\r\n`;
  expect(await say(`${get(unknown, "/cdn-cgi/x")}${end}`)).toContain('<html lang="de" dir="ltr">');
});

test("a head that never ends is told of what it was: 408", async () => {
  expect(await say("GET / HTTP/1.1\r\nHost: a\r\n", impatient)).toMatch(/^HTTP\/1\.1 408 /);
});
