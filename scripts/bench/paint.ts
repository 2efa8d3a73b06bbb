import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { printCstateBuildInstructions } from "./cstate-site.ts";
import { fetchPage, median } from "./load.ts";
import { benchComponentNames, benchIncidentTitle } from "./pages.ts";
import { launchBrowser, measureReadableAfterMs, recordPageLoadTrace } from "./paint-loads.ts";
import { barePageOf, type PaintedPage, servePages, textOnlyPageOf } from "./paint-pages.ts";
import { mainThreadActivities, type PaintTrace, paintTraceOf } from "./paint-trace.ts";
import type { BenchTable } from "./table.ts";
import type { UpfrontBench } from "./workers.ts";

const roundCount = 25;
const tracedRounds = 9;
const componentCount = 50;
const maxRatio = 1.1;

/** Texts that must be visible: the incident's title and the last component's name. */
const told = [benchIncidentTitle, benchComponentNames(componentCount).at(-1)?.name ?? ""];

/** Returns the built page of a static generator when its folder is given: `--cstate <folder>`. */
function generated(): PaintedPage[] {
  const at = process.argv.indexOf("--cstate");
  const folder = at < 0 ? undefined : process.argv[at + 1];
  if (folder === undefined) return [];
  return [{ name: "cstate", html: readFileSync(join(folder, "index.html"), "utf8"), folder }];
}

type PaintSamples = { times: number[]; paintings: PaintTrace[] };

/**
 * Loads the pages in turn, repeatedly, so that other load of the machine affects all alike; a first load of each only
 * warms up.
 */
async function measure(browser: Browser, urls: readonly string[]): Promise<PaintSamples[]> {
  const taken: PaintSamples[] = urls.map(() => ({ times: [], paintings: [] }));
  for (let round = 0; round <= roundCount; round++) {
    for (const [index, url] of urls.entries()) {
      const time = await measureReadableAfterMs(browser, url, told);
      if (round > 0) taken[index]?.times.push(time);
    }
  }
  for (let round = 0; round < tracedRounds; round++) {
    for (const [index, url] of urls.entries()) {
      const painting = paintTraceOf(await recordPageLoadTrace(browser, url), url);
      if (painting) taken[index]?.paintings.push(painting);
    }
  }
  return taken;
}

const quarter = (times: readonly number[], part: number) =>
  [...times].sort((one, other) => one - other)[Math.floor((times.length - 1) * part)] ?? Number.NaN;

function timesTable(pages: readonly PaintedPage[], taken: readonly PaintSamples[]): BenchTable {
  const ours = median(taken[0]?.times ?? []);
  const limits: Record<string, string> = { bare: `≤ ${maxRatio}×`, cstate: "≤ 1×" };
  const rows = pages.map(({ name, html }, index) => {
    const times = taken[index]?.times ?? [];
    const middleHalf = [0.25, 0.75].map((part) => quarter(times, part).toFixed(0)).join("–");
    const share = `${(ours / median(times)).toFixed(2)}×`;
    return [name, gzipSync(html).length, `${median(times).toFixed(0)} ms`, middleHalf, share, limits[name] ?? ""];
  });
  return { head: ["page", "bytes, gzip", "readable after", "middle half", "ours against it", "bound"], rows };
}

function partsTable(pages: readonly PaintedPage[], taken: readonly PaintSamples[]): BenchTable {
  const rows = pages.map(({ name }, index) => {
    const paintings = taken[index]?.paintings ?? [];
    const spent = mainThreadActivities.map((part) => median(paintings.map((each) => each.spent[part])).toFixed(0));
    const counts = [median(paintings.map(({ matches }) => matches)), median(paintings.map(({ setUps }) => setUps))];
    return [name, ...spent, ...counts];
  });
  return { head: ["ms of a trace", ...mainThreadActivities, "font matches", "font set-ups"], rows };
}

/** Compares how soon our page is readable with the same content on a bare page, in the same minutes. */
export async function measurePaintTables(upfront: UpfrontBench, slug: string): Promise<BenchTable[]> {
  const html = (await fetchPage(upfront.url, { path: `/${slug}` })).toString();
  const pages = [
    { name: "ours", html },
    { name: "bare", html: barePageOf(html) },
    { name: "its words alone", html: textOnlyPageOf(html) },
    ...generated(),
  ];
  const { server, origin } = await servePages(pages);
  const browser = await launchBrowser();
  const taken = await measure(
    browser,
    pages.map((_, index) => `${origin}/${index}`),
  );
  await browser.close();
  server.close();
  if (!process.argv.includes("--cstate")) printCstateBuildInstructions(componentCount);
  return [timesTable(pages, taken), partsTable(pages, taken)];
}
