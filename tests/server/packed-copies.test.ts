import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeEach, expect, test } from "vitest";
import { clientAt, type Front, openFront } from "../support/front";

/** What the worker's stand-in shows, and what it was asked. */
interface Shown {
  text: string;
  headers: Record<string, string>;
}

const pages = new Map<string, Shown>();
const asked: { path: string; names: string | undefined; answered: number }[] = [];

const long = (word: string) => `${word} `.repeat(1000);

/** As the worker does it: the page in the reader's language, 304 where its etag is named. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const language = request.headers["accept-language"] ?? "en";
  const { host } = request.headers;
  const shown = pages.get(`${host} ${request.url} ${language}`) ?? pages.get(`${host} ${request.url}`);
  const names = request.headers["if-none-match"];
  const known = shown?.headers.etag !== undefined && (names ?? "").split(/\s*,\s*/).includes(shown.headers.etag);
  const status = shown ? (known ? 304 : 200) : 404;
  asked.push({ path: request.url ?? "", names, answered: status });
  response.writeHead(status, { ...shown?.headers, "x-request-id": String(asked.length) });
  response.end(known ? undefined : (shown?.text ?? "Not found."));
}

const publicPage = (word: string, etag: string, more = {}): Shown => ({
  text: long(word),
  headers: { "content-type": "text/html", "cache-control": "public, max-age=0", etag, ...more },
});

let front: Front;
let clients = 0;
beforeEach(async () => {
  await front?.stop();
  front = await openFront(answer, { limits: { copyBytes: 100_000 } });
  pages.clear();
  asked.length = 0;
});
afterAll(() => front.stop());

async function read(path: string, headers: Record<string, string> = {}) {
  const coded = { host: "a", "accept-encoding": "br", ...headers };
  const answered = await front.ask(path, { headers: coded, localAddress: clientAt(clients++ % 200) });
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[answered.headers["content-encoding"] ?? ""];
  return { ...answered, text: (unpack ? unpack(answered.body) : answered.body).toString() };
}

test("the worker is asked each time, and says which kept bytes are the answer", async () => {
  pages.set("a /acme", publicPage("fine", 'W/"1"', { vary: "Cookie" }));
  const first = await read("/acme");
  const second = await read("/acme");
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.text).toBe(long("fine"));
  expect(asked).toEqual([
    { path: "/acme", names: undefined, answered: 200 },
    { path: "/acme", names: 'W/"1"', answered: 304 },
  ]);
  const { "x-request-id": one, ...headers } = first.headers;
  const { "x-request-id": other, ...again } = second.headers;
  expect([one, other]).toEqual(["1", "2"]);
  expect({ ...again, date: "" }).toEqual({ ...headers, date: "" });
});

test("each coding is packed by itself, and who takes none gets it as it is", async () => {
  pages.set("a /acme", publicPage("fine", 'W/"1"'));
  for (const [coding, named] of [
    ["br", "br"],
    ["gzip", "gzip"],
    ["identity", undefined],
  ] as const) {
    for (let round = 0; round < 2; round++) {
      const { headers, text, body } = await read("/acme", { "accept-encoding": coding });
      expect([headers["content-encoding"], text]).toEqual([named, long("fine")]);
      expect(headers["content-length"]).toBe(String(body.length));
      expect(headers.vary).toBe("Accept-Encoding");
    }
  }
});

test("what changed is seen at once", async () => {
  pages.set("a /acme", publicPage("fine", 'W/"1"'));
  await read("/acme");
  pages.set("a /acme", publicPage("down", 'W/"2"'));
  expect((await read("/acme")).text).toBe(long("down"));
  pages.delete("a /acme");
  expect((await read("/acme")).status).toBe(404);
});

test("readers of one address each get their own", async () => {
  pages.set("a /acme en", publicPage("fine", 'W/"1-en"'));
  pages.set("a /acme de", publicPage("gut", 'W/"1-de"'));
  for (let round = 0; round < 3; round++) {
    expect((await read("/acme", { "accept-language": "en" })).text).toBe(long("fine"));
    expect((await read("/acme", { "accept-language": "de" })).text).toBe(long("gut"));
  }
  expect(asked.filter(({ answered }) => answered === 200)).toHaveLength(2);
});

test("the same etag at another address or host is another answer", async () => {
  pages.set("a /acme", publicPage("fine", 'W/"1"'));
  pages.set("a /other", publicPage("other", 'W/"1"'));
  pages.set("b /acme", publicPage("elsewhere", 'W/"1"'));
  for (let round = 0; round < 2; round++) {
    expect((await read("/acme")).text).toBe(long("fine"));
    expect((await read("/other")).text).toBe(long("other"));
    expect((await read("/acme", { host: "b" })).text).toBe(long("elsewhere"));
  }
});

const unkept: [string, Record<string, string>][] = [
  ["is nobody's to keep", { "cache-control": "no-store" }],
  ["sets a cookie", { "set-cookie": "a=1" }],
  ["is packed already", { "content-encoding": "zstd" }],
  ["must not be changed", { "cache-control": "public, no-transform" }],
];

test.each(unkept)("what %s is not kept", async (_, headers) => {
  pages.set("a /acme", publicPage("fine", 'W/"1"', headers));
  await read("/acme");
  await read("/acme");
  expect(asked.map(({ names }) => names)).toEqual([undefined, undefined]);
});

test("a client that names what it has is answered by the worker alone", async () => {
  pages.set("a /acme", publicPage("fine", 'W/"1"'));
  await read("/acme");
  const known = await read("/acme", { "if-none-match": 'W/"1"' });
  expect([known.status, known.body.length]).toEqual([304, 0]);
  expect((await read("/acme", { "if-none-match": 'W/"old"' })).text).toBe(long("fine"));
  for (const name of ["if-modified-since", "range", "if-match"]) await read("/acme", { [name]: "x" });
  expect(asked.slice(1).map(({ names }) => names)).toEqual(['W/"1"', 'W/"old"', undefined, undefined, undefined]);
});

test("nobody but the worker puts anything there: a HEAD, a refusal, a POST are not kept", async () => {
  pages.set("a /acme", publicPage("fine", 'W/"1"'));
  await front.ask("/acme", { method: "HEAD", headers: { host: "a" } });
  await front.ask("/acme", { method: "POST", headers: { host: "a" } }, "x");
  await read("/nowhere");
  await read("/nowhere");
  await read("/acme");
  expect(asked.map(({ names }) => names)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("however many addresses are asked for, what is kept is bounded, and the newest stays", async () => {
  for (let index = 0; index < 100; index++) {
    pages.set(`a /page?${index}`, publicPage("fine", 'W/"1"'));
    await read(`/page?${index}`);
    expect(front.listener.holds().bytes).toBeLessThanOrEqual(100_000);
  }
  asked.length = 0;
  await read("/page?99");
  await read("/page?0");
  expect(asked.map(({ answered }) => answered)).toEqual([304, 200]);
});

test("of one address eight are kept", async () => {
  for (let index = 0; index < 12; index++) {
    pages.set("a /acme", publicPage("fine", `W/"${index}"`));
    await read("/acme");
  }
  expect(asked.at(-1)?.names?.split(", ")).toHaveLength(8);
});
