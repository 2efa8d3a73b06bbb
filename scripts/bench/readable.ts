import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type BrowserContext, chromium } from "playwright-core";
import { fetchPage, median } from "./load.ts";
import type { UpfrontBench } from "./workers.ts";

const rounds = 9;
const slower = 4;
/** 1.6 Mbps down, 0.75 up, 150 ms: what browsers' tools call slow 4G. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const textOf = (html: string) =>
  html
    .replace(/<(style|svg)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replace(/\s*\n\s*/g, "\n");

/** The same words without any of our markup: a line each. */
const bare = (html: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Status</title><body>${textOf(
    html.slice(html.indexOf("<body")),
  )
    .split("\n")
    .map((line) => `<p>${line}</p>`)
    .join("")}</body></html>`;

/** Both pages as they are, packed as every host on the way packs them. */
async function serve(pages: Record<string, string>): Promise<Server> {
  const packed = new Map(Object.entries(pages).map(([path, html]) => [path, gzipSync(html)]));
  const server = createServer((asked, answer) => {
    const body = packed.get(asked.url ?? "");
    const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" };
    answer.writeHead(body ? 200 : 404, body ? headers : {}).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

/** Ms from the navigation to the first frame in which these words stand in the page. */
async function readableAfter(context: BrowserContext, url: string, words: readonly string[]): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript((wanted) => {
    const kept = window as unknown as { readable?: number };
    const look = () => {
      const text = document.body?.textContent ?? "";
      if (wanted.every((word) => text.includes(word))) requestAnimationFrame(() => (kept.readable = performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  }, words);
  await page.goto(url);
  const time = await page.waitForFunction(() => (window as unknown as { readable?: number }).readable);
  const found = Number(await time.jsonValue());
  await page.close();
  return found;
}

/** Until names and incident are readable, against a bare page of the same words in the same minutes: quality §2. */
export async function readableTable(upfront: UpfrontBench, slug: string): Promise<void> {
  const html = (await fetchPage(upfront.url, { path: `/${slug}` })).toString();
  const pages = { "/ours": html, "/bare": bare(html) };
  const server = await serve(pages);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const times: Record<string, number[]> = { "/ours": [], "/bare": [] };
  const words = ["Bookings are delayed in two regions", "Booking service 50"];
  for (let round = 0; round < rounds; round++) {
    for (const [path, all] of Object.entries(times)) {
      const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
      all.push(await readableAfter(context, `${origin}${path}`, words));
      await context.close();
    }
  }
  await browser.close();
  server.close();
  const [ours, plain] = [median(times["/ours"] ?? []), median(times["/bare"] ?? [])];
  const sizes = Object.entries(pages).map(([path, text]) => `${path.slice(1)} ${gzipSync(text).length} bytes`);
  console.log(
    "\n| until names and incident are readable, 1.6 Mbps, 150 ms, CPU 4× slower | | bound |\n| --- | --- | --- |",
  );
  console.log(`| ${sizes.join(", ")} (gzip) | ${ours.toFixed(0)} ms; ${plain.toFixed(0)} ms | |`);
  console.log(`| ratio | ${(ours / plain).toFixed(2)}× | ≤ 1.1× |`);
}
