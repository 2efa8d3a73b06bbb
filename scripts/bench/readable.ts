import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type BrowserContext, chromium } from "playwright-core";
import { fetchPage, median } from "./load.ts";
import type { UpfrontBench } from "./workers.ts";

const rounds = 15;
const slower = 4;
const told = ["Bookings are delayed in two regions", "Booking service 50"];
/** 1.6 Mbps down, 0.75 up, 150 ms: what browsers' tools call slow 4G. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const documentOf = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Status</title><body>${body}</body></html>`;

const bodyOf = (html: string) => html.slice(html.indexOf("<body>") + "<body>".length, html.lastIndexOf("</body>"));

/** The same content as a bare page has it: headings, lists, links and times, drawings as their words; nothing that looks. */
const bare = (html: string) =>
  documentOf(
    bodyOf(html)
      .replace(/<svg[^>]*?aria-label="([^"]*)".*?<\/svg>/gs, "$1")
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/ (class|dir|aria-[a-z]+|data-[a-z]+)="[^"]*"/g, ""),
  );

/** Its words alone, a line each. */
const words = (html: string) =>
  documentOf(
    bodyOf(html)
      .replace(/<svg.*?<\/svg>/gs, "")
      .split(/\s*<[^>]+>\s*/)
      .filter((line) => line !== "")
      .map((line) => `<p>${line}</p>`)
      .join(""),
  );

/** The pages as they are, packed as every host on the way packs them. */
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

/** Marks the frame before whose painting these words stand in the page, and the one after it. */
function watch(wanted: readonly string[]): void {
  const kept = window as unknown as { found?: number; after?: number };
  const look = () => {
    const text = document.body?.textContent ?? "";
    if (!wanted.every((word) => text.includes(word))) requestAnimationFrame(look);
    else {
      kept.found = performance.now();
      requestAnimationFrame(() => (kept.after = performance.now()));
    }
  };
  look();
}

/** When they were on the screen: with the first paint, or where they came later by the next frame. */
function readableAt(): number | null {
  const { found, after } = window as unknown as { found?: number; after?: number };
  const first = performance.getEntriesByName("first-contentful-paint")[0] as
    | (PerformanceEntry & { paintTime?: number })
    | undefined;
  if (found === undefined || after === undefined || !first) return null;
  return found <= (first.paintTime ?? 0) ? first.startTime : after;
}

/** Ms from the navigation until these words are on the screen. */
async function readableAfter(context: BrowserContext, url: string, wanted: readonly string[]): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(watch, wanted);
  await page.goto(url);
  const time = await (await page.waitForFunction(readableAt)).jsonValue();
  await page.close();
  return Number(time);
}

type Times = Record<string, number[]>;

async function measure(origin: string, paths: readonly string[]): Promise<Times> {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const times: Times = Object.fromEntries(paths.map((path) => [path, []]));
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) {
      const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
      times[path]?.push(await readableAfter(context, `${origin}${path}`, told));
      await context.close();
    }
  }
  await browser.close();
  return times;
}

/** Until names and incident are readable, against a bare page of the same content in the same minutes. */
export async function readableTable(upfront: UpfrontBench, slug: string): Promise<void> {
  const html = (await fetchPage(upfront.url, { path: `/${slug}` })).toString();
  const pages: Record<string, string> = { "/ours": html, "/bare": bare(html), "/words": words(html) };
  const server = await serve(pages);
  const times = await measure(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, Object.keys(pages));
  server.close();
  const at = (path: string) => median(times[path] ?? []);
  const line = (name: string, path: string, bound: string) =>
    console.log(
      `| ${name} | ${gzipSync(pages[path] ?? "").length} B | ${at(path).toFixed(0)} ms | ${(at("/ours") / at(path)).toFixed(2)}× | ${bound} |`,
    );
  console.log(
    "\n| until names and incident are readable, 1.6 Mbps, 150 ms, CPU 4× slower | gzip | | ours against it | |",
  );
  console.log("| --- | --- | --- | --- | --- |");
  line("ours", "/ours", "");
  line("a bare page of the same content", "/bare", "≤ 1.1×");
  line("its words alone, a line each", "/words", "");
}
