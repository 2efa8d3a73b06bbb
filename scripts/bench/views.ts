import { brotliCompressSync, gzipSync } from "node:zlib";
import { fetchPage, type LoadRequest, median, runLoad } from "./load.ts";
import { copySnapshots, makeBenchPage } from "./pages.ts";
import type { BenchTable } from "./table.ts";
import type { UpfrontBench, WorkerBench } from "./workers.ts";

const sizes = [5, 50, 200];
/** The bounds are those of a page of this size, so that it is measured longest. */
const boundedSize = 50;
const copies = 300;

/** Returns the number of rounds; the first only warms up. */
const roundsOf = (components: number) => (components === boundedSize ? 6 : 4);

const inZone = (zone: string) => ({ "MF-CF-Blob": JSON.stringify({ timezone: zone }) });
const zones = ["Europe/Berlin", "Asia/Tokyo", "America/New_York"].map(inZone);

interface ViewMode {
  limit: number;
  /**
   * Maximum number of requests per second, so that copies in memory are older than a second when they are requested
   * again.
   */
  rate?: number;
  count: number;
  asked: (index: number) => LoadRequest;
}

/**
 * Uses more pages and zones than rendered pages are kept (200), so that each view is rendered again, but fewer pages
 * than documents are kept.
 */
const modesOf = (slug: string): Record<string, ViewMode> => ({
  "HTML in memory": { limit: 1.6, count: 3000, asked: () => ({ path: `/${slug}` }) },
  "document in memory, rendered": {
    limit: 3,
    count: 3000,
    asked: (index) => ({ path: `/${slug}-${index % 100}`, headers: zones[Math.floor(index / 100) % 3] }),
  },
  "row read, unchanged, rendered": {
    limit: 4.5,
    rate: 140,
    count: 700,
    asked: (index) => ({ path: `/${slug}-${index % 190}`, headers: zones[Math.floor(index / 190) % 3] }),
  },
  "row read with its body, parsed and rendered": {
    limit: 4.5,
    count: 2000,
    asked: (index) => ({ path: `/${slug}-${index % copies}` }),
  },
});

/** Makes a page of each size, `p5` to `p200`, and copies of it. */
export async function makeBenchPages({ runtime }: UpfrontBench): Promise<void> {
  for (const components of sizes) {
    await makeBenchPage(runtime.database, `p${components}`, components);
    await runtime.tick(Date.now());
  }
  for (const components of sizes) await copySnapshots(runtime.database, `p${components}`, copies);
}

/** Returns CPU of a view and its ratio to hello, by mode. */
async function cpuOfViews(upfront: UpfrontBench, hello: WorkerBench, components: number): Promise<Map<string, string>> {
  const modes = modesOf(`p${components}`);
  const found = new Map<string, { cpu: number; ratio: number }[]>(Object.keys(modes).map((name) => [name, []]));
  for (let round = 0; round < roundsOf(components); round++) {
    const base = await runLoad(hello, { count: 4000, asked: () => ({ path: "/" }) });
    const slow = await runLoad(hello, { count: 700, rate: 140, asked: () => ({ path: "/" }) });
    for (const [name, mode] of Object.entries(modes)) {
      const { cpu } = await runLoad(upfront, mode);
      if (round > 0) found.get(name)?.push({ cpu, ratio: cpu / (mode.rate ? slow.cpu : base.cpu) });
    }
  }
  const textOf = (all: { cpu: number; ratio: number }[]) => {
    const [cpu, ratio] = [median(all.map((each) => each.cpu)), median(all.map((each) => each.ratio))];
    return `${cpu.toFixed(2)} ms, ${ratio.toFixed(2)}×`;
  };
  return new Map([...found].map(([name, all]) => [name, textOf(all)]));
}

/** Compares the CPU of a view with that of a worker that answers "hello", for each size. */
export async function measureViewCpuTables(upfront: UpfrontBench, hello: WorkerBench): Promise<BenchTable[]> {
  const found: Map<string, string>[] = [];
  for (const components of sizes) found.push(await cpuOfViews(upfront, hello, components));
  const rows = Object.entries(modesOf("p")).map(([name, { limit }]) => [
    name,
    ...found.map((each) => each.get(name) ?? ""),
    `≤ ${limit}×`,
  ]);
  const head = ["a view", ...sizes.map((size) => `${size} components`), `bound for ${boundedSize}`];
  return [{ head, rows }];
}

/** Measures what a front page weighs, for each size. */
export async function measurePageSizeTables(upfront: UpfrontBench): Promise<BenchTable[]> {
  const rows: (string | number)[][] = [];
  for (const components of sizes) {
    const html = await fetchPage(upfront.url, { path: `/p${components}` });
    const further = [...html.toString().matchAll(/<(?:link[^>]+rel="(?:stylesheet|icon)"|img|script[^>]+src)/g)].length;
    const packed = [gzipSync(html).length, brotliCompressSync(html).length];
    const bound = components === boundedSize ? "gzip ≤ 14 KB, ≤ 2 further requests" : "";
    rows.push([components, html.length, ...packed, further, bound]);
  }
  return [{ head: ["components", "bytes of HTML", "gzip", "brotli", "further requests", "bound"], rows }];
}
