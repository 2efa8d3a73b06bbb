import { brotliCompressSync, gzipSync } from "node:zlib";
import { root, run as runProgram } from "../setup/install.mjs";
import { ensureBuilt } from "../start/build.ts";
import { type Asked, median, run } from "./load.ts";
import { copySnapshots, makePage } from "./pages.ts";
import { type Bench, origin, startHello, startUpfront, type UpfrontBench } from "./workers.ts";

/** Figures of quality §2 as ratios taken in one run: `npm run bench` prints them for docs/measurements.md. */

const rounds = 7;
const copies = 300;

const zones = Intl.supportedValuesOf("timeZone");
const inZone = (index: number) => ({ "MF-CF-Blob": JSON.stringify({ timezone: zones[index % zones.length] }) });

const modes: Record<string, { limit: number; asked: (index: number) => Asked }> = {
  "HTML in memory": { limit: 1.6, asked: () => ({ path: "/p50" }) },
  "document in memory, rendered": { limit: 3, asked: (index) => ({ path: "/p50", headers: inZone(index) }) },
  "row read and rendered": { limit: 4.5, asked: (index) => ({ path: `/copy-${index % copies}` }) },
};

async function cpuTable(upfront: UpfrontBench, hello: Bench): Promise<void> {
  const found: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    const base = await run(hello, 3000, () => ({ path: "/" }));
    for (const [name, { asked }] of Object.entries(modes)) {
      const { cpu } = await run(upfront, 2000, asked);
      if (round > 0) (found[name] ??= []).push(cpu / base.cpu);
    }
  }
  console.log(
    "\n| CPU of a view against a worker that says hello (50 components) | ratio | bound |\n| --- | --- | --- |",
  );
  for (const [name, { limit }] of Object.entries(modes)) {
    console.log(`| ${name} | ${median(found[name] ?? []).toFixed(2)}× | ≤ ${limit}× |`);
  }
}

async function bytesTable(upfront: UpfrontBench): Promise<void> {
  console.log(
    "\n| page, 90 days, open incident | HTML | gzip | brotli | script | further requests |\n| --- | --- | --- | --- | --- | --- |",
  );
  for (const components of [5, 50, 200]) {
    const response = await fetch(new URL(`/p${components}`, upfront.url), { headers: { host: new URL(origin).host } });
    const html = Buffer.from(await response.text());
    const further = [...html.toString().matchAll(/<(?:link[^>]+rel="(?:stylesheet|icon)"|img|script[^>]+src)/g)].length;
    const script = html.includes("<script") ? "some" : "0";
    console.log(
      `| ${components} components | ${html.length} | ${gzipSync(html).length} | ${brotliCompressSync(html).length} | ${script} | ${further} |`,
    );
  }
}

async function rowTables(): Promise<void> {
  const vitest = `${root}/node_modules/vitest/vitest.mjs`;
  await runProgram(process.execPath, [vitest, "run", "--project", "stories", "tests/load"], {
    cwd: root,
    stdio: "inherit",
  });
}

async function main(): Promise<void> {
  await ensureBuilt();
  const upfront = await startUpfront();
  const hello = await startHello();
  for (const components of [5, 50, 200]) {
    await makePage(upfront.runtime.database, `p${components}`, components);
    await upfront.runtime.tick(Date.now());
  }
  await copySnapshots(upfront.runtime.database, "p50", copies);
  await bytesTable(upfront);
  await cpuTable(upfront, hello);
  await hello.stop();
  await upfront.stop();
  await rowTables();
}

await main();
process.exit(0);
