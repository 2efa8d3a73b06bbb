import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "../../server/build.ts";
import { root } from "../setup/install.mjs";
import { benchCircumstances } from "./circumstances.ts";
import { signInCookieForPages } from "./desk.ts";
import { documentWithSection } from "./document.ts";
import { makeBenchPage } from "./pages.ts";
import {
  allBenchSections,
  benchSectionTests,
  defaultBenchSections,
  frontDoorBenchSections,
  pagesDeploymentBenchSections,
  standaloneBenchSections,
} from "./sections.ts";
import { type BenchTable, tableMarkdown } from "./table.ts";
import { measureTablesOfTests } from "./test-tables.ts";
import { makeBenchPages } from "./views.ts";
import { startHelloWorker, startUpfrontBench } from "./workers.ts";

/**
 * Measures sections of docs/measurements.md: `npm run bench -- --costs`, or `-- --section costs`. With `--write` their
 * tables replace those of the document. Ratios are of one run, because absolute times depend on the machine.
 */
const path = join(root, "docs/measurements.md");
/** These say how something is measured, and are no sections. */
const settings = ["--write", "--section", "--cstate"];

function sectionsAsked(args: readonly string[]): readonly string[] {
  const flags = args.filter((each) => each.startsWith("--") && !settings.includes(each)).map((each) => each.slice(2));
  const named = args.flatMap((each, index) => (each === "--section" ? [args[index + 1] ?? ""] : []));
  const asked = [...flags, ...named];
  const unknown = asked.filter((each) => !allBenchSections.includes(each));
  if (unknown.length > 0) {
    console.error(`There is no section ${unknown.join(", ")}; there are ${allBenchSections.join(", ")}.`);
    process.exit(2);
  }
  return asked.length > 0 ? asked : defaultBenchSections;
}

const asked = sectionsAsked(process.argv.slice(2));

/** Prints what was measured, and writes it at once, so that nothing is lost when a later section fails. */
function keep(name: string, tables: readonly BenchTable[]): void {
  for (const table of tables) console.log(`\n${tableMarkdown(table)}`);
  if (!process.argv.includes("--write")) return;
  writeFileSync(path, documentWithSection(readFileSync(path, "utf8"), name, tables, benchCircumstances(new Date())));
}

async function measure<T>(
  group: Record<string, T>,
  run: (section: T, name: string) => Promise<BenchTable[]>,
): Promise<void> {
  for (const [name, section] of Object.entries(group)) if (asked.includes(name)) keep(name, await run(section, name));
}

const isAsked = (group: object) => Object.keys(group).some((name) => asked.includes(name));

async function measureOnPages(): Promise<void> {
  if (!isAsked(pagesDeploymentBenchSections)) return;
  const [upfront, hello] = [await startUpfrontBench(), await startHelloWorker()];
  await makeBenchPages(upfront);
  const cookie = await signInCookieForPages(upfront, ["p50", "p200"]);
  await measure(pagesDeploymentBenchSections, (section) => section({ upfront, hello, cookie }));
  for (const each of [hello, upfront]) await each.stop();
}

async function measureThroughDoors(): Promise<void> {
  if (!isAsked(frontDoorBenchSections)) return;
  const [upfront, hello] = [await startUpfrontBench({ plan: "own" }), await startHelloWorker()];
  await makeBenchPage(upfront.runtime.database, "p50", 50);
  await upfront.runtime.tick(Date.now());
  await measure(frontDoorBenchSections, (section) => section(upfront, hello));
  for (const each of [hello, upfront]) await each.stop();
}

await ensureBuild();
await measureOnPages();
await measureThroughDoors();
await measure(standaloneBenchSections, (section) => section());
await measure(benchSectionTests, (args, name) => measureTablesOfTests(name, args));
process.exit(0);
