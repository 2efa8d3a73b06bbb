import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mirrorTargetOf } from "../../scripts/mirror/addresses.ts";
import { mirrorPage } from "../../scripts/mirror/mirror.ts";
import { readMirrorOptions } from "../../scripts/mirror/options.ts";
import { temporaryFolder } from "../support/child";

interface Answer {
  status?: number;
  type?: string;
  body: string;
  /** Says its body again and again, as long as anybody reads. */
  endless?: boolean;
}

/** A host that answers what a test says: a page on its own host, reached by another name. */
let server: Server;
let origin: string;
let answers: Record<string, Answer>;
let most: number;
/** Bytes of an endless body that somebody took. */
let taken: number;

const hash = "ab".repeat(32);
const home = "https://status.shop.example";

const html = (body: string) =>
  `<!doctype html><html lang="de" dir="ltr"><head><link rel="canonical" href="${home}/"><title>x</title></head><body><main id="main">${body}</main></body></html>`;

function flow(response: ServerResponse, body: string): void {
  const pour = () => {
    while (!response.destroyed && response.write(body)) taken += body.length;
  };
  response.on("drain", pour);
  pour();
}

beforeEach(async () => {
  answers = {
    "/": {
      body: html(
        `<img src="/images/${hash}" alt=""><a href="/incidents/i1#last">I</a><a href="/subscribe">S</a><span class="ago">6 minutes ago · </span>`,
      ),
    },
    "/incidents/i1": { body: html(`<a href="/">home</a><a href="${home}/history?month=2026-10">m</a>`) },
    "/history": { body: html('<form class="f"><a href="/history?month=2026-10&amp;x=1">odd</a></form>') },
    "/history?month=2026-10": { body: html('<a href="https://elsewhere.example/a?b&amp;c">out</a>') },
    [`/images/${hash}`]: { type: "image/svg+xml", body: "<svg/>" },
    "/feed.atom": { type: "application/atom+xml", body: "<feed/>" },
  };
  most = 0;
  taken = 0;
  let open = 0;
  server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    const answer: Answer = answers[request.url ?? ""] ?? { status: 404, body: "" };
    setTimeout(() => {
      open -= 1;
      const headers = { "content-type": `${answer.type ?? "text/html"}; charset=utf-8` };
      response.writeHead(answer.status ?? 200, headers);
      if (answer.endless) flow(response, answer.body);
      else response.end(answer.body);
    }, 5);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

const at = Date.UTC(2026, 10, 21);
const plenty = { files: 100, bytes: 1e6 };
const folderOf = () => join(temporaryFolder("mirror"), "copy");
const run = (folder: string, limits = plenty) => mirrorPage(readMirrorOptions([origin, folder]), at, limits);

test("links lead inside the copy by name and type, to the original where it is not copied, elsewhere as they were", async () => {
  const folder = folderOf();
  expect(await run(folder)).toEqual({ files: 6, of: home, leftOut: [] });
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  const front = text("index.html");
  expect(front).toContain(`src="images/${hash}.svg"`);
  expect(front).toContain('href="incidents/i1/index.html#last"');
  expect(front).not.toContain("6 minutes ago");
  expect(front).toContain(`href="${home}/subscribe"`);
  expect(front).toContain(`<link rel="canonical" href="${home}/">`);
  expect(front).toMatch(/<main id="main"><p class="notice copy">.*status\.shop\.example.*21\. November 2026/);
  expect(text("incidents/i1/index.html")).toContain('href="../../index.html"');
  expect(text("incidents/i1/index.html")).toContain('href="../../history/month-2026-10/index.html"');
  expect(text("history/index.html")).toContain(`<form action="${home}/history" class="f">`);
  expect(text("history/index.html")).toContain(`href="${home}/history?month=2026-10&amp;x=1"`);
  expect(text("history/month-2026-10/index.html")).toContain('href="https://elsewhere.example/a?b&amp;c"');
  expect(most).toBeLessThanOrEqual(4);
});

test.each([
  ["/incidents/..%2f..%2fetc", null],
  ["/incidents/a/../../manage", null],
  ["/manage/sign-in", null],
  ["/subscriptions/token", null],
  ["/history?month=..%2f..%2fx", null],
  ["/api/v2/../../x.json", null],
  ["/api/v2/incidents/unresolved.json", "api/v2/incidents/unresolved.json"],
  ["/uptime?from=2026-10-01&to=2026-10-31", "uptime/from-2026-10-01/to-2026-10-31/index.html"],
  ["/history?month=2026-10&after=mg8t0w0-01kx", "history/month-2026-10/after-mg8t0w0-01kx/index.html"],
  ["/", "index.html"],
])("%s is %s in the copy", (path, name) => {
  expect(mirrorTargetOf(new URL(`${home}${path}`), { roots: [home], home })?.name ?? null).toBe(name);
});

test("the page of `/` is read below its own address, and nothing beside it", () => {
  const place = { roots: [`${origin}/shop`, origin], home: `${origin}/shop` };
  const nameOf = (path: string) => mirrorTargetOf(new URL(`${origin}${path}`), place)?.name ?? null;
  const asked = ["/shop/history", "/", "/shop", "/other", "/shopping/history"];
  expect(asked.map(nameOf)).toEqual(["history/index.html", "index.html", "index.html", null, null]);
});

test("a neighbour whose address begins alike is nobody of this page's home", async () => {
  answers["/shop"] = { body: html('<a href="/shopping">N</a><a href="/shop/subscribe">S</a>') };
  const folder = folderOf();
  await mirrorPage(readMirrorOptions([`${origin}/shop`, folder]), at, plenty);
  const front = readFileSync(join(folder, "index.html"), "utf8");
  expect(front).toContain(`href="${origin}/shopping"`);
  expect(front).toContain(`href="${home}/subscribe"`);
});

test("a full copy says what it left out", async () => {
  const folder = folderOf();
  const { files, leftOut } = await run(folder, { files: 2, bytes: 1e6 });
  expect([files, leftOut.length > 0]).toEqual([2, true]);
  expect(JSON.parse(readFileSync(join(folder, "mirror.json"), "utf8"))).toMatchObject({ left_out: leftOut });
  expect((await run(folderOf(), { files: 100, bytes: 400 })).leftOut).not.toEqual([]);
});

test("of what is too large no more is read than there is room for, and the rest is copied", async () => {
  const image = `/images/${hash}`;
  answers[image] = { type: "image/png", body: "x".repeat(10_000), endless: true };
  const folder = folderOf();
  const { files, leftOut } = await run(folder, { files: 100, bytes: 50_000 });
  expect([files, leftOut]).toEqual([5, [`${origin}${image}`]]);
  // What lies in the sockets between the two is neither of theirs.
  expect(taken).toBeLessThan(10_000_000);
  answers["/"] = { body: html("x".repeat(10_000)), endless: true };
  await expect(run(folder)).rejects.toThrow("is not a page that everybody may read");
  expect(readFileSync(join(folder, "incidents/i1/index.html"), "utf8")).toContain("copy");
});

test("one thing that cannot be read leaves the copy from before; a run that was cut off is made good", async () => {
  const folder = folderOf();
  await run(folder);
  const before = readFileSync(join(folder, "index.html"), "utf8");
  writeFileSync(join(folder, "old.html"), "of a run before");
  await run(folder);
  expect(existsSync(join(folder, "old.html"))).toBe(false);
  answers["/"] = { body: html("another") };
  answers["/history"] = { status: 503, body: "away" };
  await expect(run(folder)).rejects.toThrow(/history cannot be read \(503\)/);
  expect(readFileSync(join(folder, "index.html"), "utf8")).toBe(before);
  renameSync(folder, `${folder}.before`);
  await expect(run(folder)).rejects.toThrow("cannot be read");
  expect(readFileSync(join(folder, "index.html"), "utf8")).toBe(before);
  expect(existsSync(`${folder}.before`)).toBe(false);
});
