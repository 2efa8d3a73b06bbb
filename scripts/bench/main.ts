import { brotliCompressSync, gzipSync } from "node:zlib";
import { ensureBuilt } from "../../server/build.ts";
import { root, run as runProgram } from "../setup/install.mjs";
import { backupTable } from "./backup.ts";
import { coldTable } from "./cold.ts";
import { costsTable } from "./costs.ts";
import { deskTable, signInOn } from "./desk.ts";
import { frontDoorTables } from "./front-door.ts";
import { interactionTable } from "./interaction.ts";
import { type Asked, fetchPage, median, run } from "./load.ts";
import { copySnapshots, makePage } from "./pages.ts";
import { paintTables } from "./paint.ts";
import { publishingTable } from "./publishing.ts";
import { startUpTable } from "./start-up.ts";
import { type Bench, startHello, startUpfront, type UpfrontBench } from "./workers.ts";

/** Prints ratios measured in one run for docs/measurements.md: `npm run bench`. */

/** Returns the number of rounds; the first only warms up. The size that has bounds is measured longest. */
const roundsOf = (components: number) => (components === 50 ? 6 : 4);
const sizes = [5, 50, 200];
const copies = 300;

const inZone = (zone: string) => ({ "MF-CF-Blob": JSON.stringify({ timezone: zone }) });
const zones = ["Europe/Berlin", "Asia/Tokyo", "America/New_York"].map(inZone);

interface Mode {
  limit: number;
  /** Most requests per second, so that copies in memory are older than a second when they are requested again. */
  rate?: number;
  count: number;
  asked: (index: number) => Asked;
}

/**
 * Uses more pages and zones than rendered pages are kept (200), so that each view is rendered again, but fewer pages
 * than documents are kept.
 */
const modesOf = (slug: string): Record<string, Mode> => ({
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

async function cpuTable(upfront: UpfrontBench, hello: Bench, components: number): Promise<void> {
  const modes = modesOf(`p${components}`);
  const found = new Map<string, { cpu: number; ratio: number }[]>();
  const note = (name: string, cpu: number, base: number) =>
    found.set(name, [...(found.get(name) ?? []), { cpu, ratio: cpu / base }]);
  const middle = (name: string, of: "cpu" | "ratio") => median((found.get(name) ?? []).map((each) => each[of]));
  for (let round = 0; round < roundsOf(components); round++) {
    const base = await run(hello, { count: 4000, asked: () => ({ path: "/" }) });
    const slow = await run(hello, { count: 700, rate: 140, asked: () => ({ path: "/" }) });
    for (const [name, mode] of Object.entries(modes)) {
      const { cpu } = await run(upfront, mode);
      if (round === 0) continue;
      note(name, cpu, mode.rate ? slow.cpu : base.cpu);
    }
  }
  const bound = components === 50 ? "bound" : "";
  console.log(
    `\n| CPU of a view against a worker that says hello (${components} components) | | ratio | ${bound} |\n| --- | --- | --- | --- |`,
  );
  for (const [name, { limit }] of Object.entries(modes)) {
    const held = components === 50 ? `≤ ${limit}×` : "";
    console.log(`| ${name} | ${middle(name, "cpu").toFixed(3)} ms | ${middle(name, "ratio").toFixed(2)}× | ${held} |`);
  }
}

async function bytesTable(upfront: UpfrontBench): Promise<void> {
  console.log(
    "\n| page, 90 days, open incident | HTML | gzip | brotli | script | further requests |\n| --- | --- | --- | --- | --- | --- |",
  );
  for (const components of sizes) {
    const html = await fetchPage(upfront.url, { path: `/p${components}` });
    const further = [...html.toString().matchAll(/<(?:link[^>]+rel="(?:stylesheet|icon)"|img|script[^>]+src)/g)].length;
    const script = html.includes("<script") ? "some" : "0";
    console.log(
      `| ${components} components | ${html.length} | ${gzipSync(html).length} | ${brotliCompressSync(html).length} | ${script} | ${further} |`,
    );
  }
}

async function rowTables(): Promise<void> {
  const vitest = `${root}/node_modules/vitest/vitest.mjs`;
  await runProgram(process.execPath, [vitest, "run", "--project", "load"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, UPFRONT_FAN_OUT: "100000", UPFRONT_SOAK: "10080" },
  });
}

/** Measures only the front door under many simultaneous requests. */
async function loadTables(upfront: UpfrontBench, hello: Bench): Promise<void> {
  await makePage(upfront.runtime.database, "p50", 50);
  await upfront.runtime.tick(Date.now());
  const asked = process.argv.slice(process.argv.indexOf("--load") + 1);
  await frontDoorTables(upfront, hello, asked);
  await hello.stop();
  await upfront.stop();
}

async function paintAlone(): Promise<void> {
  const upfront = await startUpfront();
  await makePage(upfront.runtime.database, "p50", 50);
  await upfront.runtime.tick(Date.now());
  await paintTables(upfront, "p50");
  await upfront.stop();
}

async function main(): Promise<void> {
  if (process.argv.includes("--backup")) return backupTable();
  await ensureBuilt();
  if (process.argv.includes("--paint")) return paintAlone();
  if (process.argv.includes("--cold")) return coldTable();
  if (process.argv.includes("--start-up")) return startUpTable();
  if (process.argv.includes("--costs")) return costsTable();
  const isLoad = process.argv.includes("--load");
  const upfront = await startUpfront({ plan: isLoad ? "own" : "free" });
  const hello = await startHello();
  if (isLoad) return loadTables(upfront, hello);
  for (const components of sizes) {
    await makePage(upfront.runtime.database, `p${components}`, components);
    await upfront.runtime.tick(Date.now());
  }
  for (const components of sizes) await copySnapshots(upfront.runtime.database, `p${components}`, copies);
  await bytesTable(upfront);
  const cookie = await signInOn(upfront, ["p50", "p200"]);
  await deskTable(upfront, "p50", cookie);
  await interactionTable(upfront, "p200", cookie);
  if (!process.argv.includes("--desk")) {
    await paintTables(upfront, "p50");
    for (const components of sizes) await cpuTable(upfront, hello, components);
    await publishingTable(upfront, "p50");
  }
  await hello.stop();
  await upfront.stop();
  await startUpTable();
  if (!process.argv.includes("--cpu") && !process.argv.includes("--desk")) await rowTables();
}

await main();
process.exit(0);
