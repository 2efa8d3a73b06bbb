import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "../../server/build.ts";
import { root } from "../setup/install.mjs";
import { circumstancesOf } from "./circumstances.ts";
import { signInOn } from "./desk.ts";
import { withSection } from "./document.ts";
import { makePage } from "./pages.ts";
import { allSections, alone, byTests, onPages, throughDoors, usual } from "./sections.ts";
import { markdownOf, type Table } from "./table.ts";
import { tablesOfTests } from "./test-tables.ts";
import { makePages } from "./views.ts";
import { startHello, startUpfront } from "./workers.ts";

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
  const unknown = asked.filter((each) => !allSections.includes(each));
  if (unknown.length > 0) {
    console.error(`There is no section ${unknown.join(", ")}; there are ${allSections.join(", ")}.`);
    process.exit(2);
  }
  return asked.length > 0 ? asked : usual;
}

const asked = sectionsAsked(process.argv.slice(2));

/** Prints what was measured, and writes it at once, so that nothing is lost when a later section fails. */
function keep(name: string, tables: readonly Table[]): void {
  for (const table of tables) console.log(`\n${markdownOf(table)}`);
  if (!process.argv.includes("--write")) return;
  writeFileSync(path, withSection(readFileSync(path, "utf8"), name, tables, circumstancesOf(new Date())));
}

async function measure<T>(
  group: Record<string, T>,
  run: (section: T, name: string) => Promise<Table[]>,
): Promise<void> {
  for (const [name, section] of Object.entries(group)) if (asked.includes(name)) keep(name, await run(section, name));
}

const isAsked = (group: object) => Object.keys(group).some((name) => asked.includes(name));

async function measureOnPages(): Promise<void> {
  if (!isAsked(onPages)) return;
  const [upfront, hello] = [await startUpfront(), await startHello()];
  await makePages(upfront);
  const cookie = await signInOn(upfront, ["p50", "p200"]);
  await measure(onPages, (section) => section({ upfront, hello, cookie }));
  for (const each of [hello, upfront]) await each.stop();
}

async function measureThroughDoors(): Promise<void> {
  if (!isAsked(throughDoors)) return;
  const [upfront, hello] = [await startUpfront({ plan: "own" }), await startHello()];
  await makePage(upfront.runtime.database, "p50", 50);
  await upfront.runtime.tick(Date.now());
  await measure(throughDoors, (section) => section(upfront, hello));
  for (const each of [hello, upfront]) await each.stop();
}

await ensureBuild();
await measureOnPages();
await measureThroughDoors();
await measure(alone, (section) => section());
await measure(byTests, (args, name) => tablesOfTests(name, args));
process.exit(0);
