import { backupBenchTables } from "./backup.ts";
import { coldStartTables } from "./cold.ts";
import { costsTables } from "./costs.ts";
import { managementTables } from "./desk.ts";
import { frontDoorSections } from "./front-door.ts";
import { interactionTables } from "./interaction.ts";
import { paintTables } from "./paint.ts";
import { publishingTables } from "./publishing.ts";
import { startUpTables } from "./start-up.ts";
import type { BenchTable } from "./table.ts";
import { pageSizeTables, viewCpuTables } from "./views.ts";
import type { UpfrontBench, WorkerBench } from "./workers.ts";

/** A deployment with the pages `p5`, `p50` and `p200`, the cookie of their owner, and a worker that answers "hello". */
export interface PagesBench {
  upfront: UpfrontBench;
  hello: WorkerBench;
  cookie: string;
}

/** Sections measured on one deployment with pages. */
export const pageSections: Record<string, (bench: PagesBench) => Promise<BenchTable[]>> = {
  bytes: ({ upfront }) => pageSizeTables(upfront),
  paint: ({ upfront }) => paintTables(upfront, "p50"),
  cpu: ({ upfront, hello }) => viewCpuTables(upfront, hello),
  publishing: ({ upfront }) => publishingTables(upfront, "p50"),
  desk: ({ upfront, cookie }) => managementTables(upfront, "p50", cookie),
  interaction: ({ upfront, cookie }) => interactionTables(upfront, "p200", cookie),
};

/** Sections measured through the front door of one machine, whose plan has no limits. */
export const sectionsThroughFrontDoor: Record<
  string,
  (upfront: UpfrontBench, hello: WorkerBench) => Promise<BenchTable[]>
> = frontDoorSections;

/** Sections that start their own deployments. */
export const standaloneSections: Record<string, () => Promise<BenchTable[]>> = {
  "start-up": startUpTables,
  cold: coldStartTables,
  costs: costsTables,
  backup: backupBenchTables,
};

/** Sections whose tables a test prints (tests/support/measured): what `npm test` is asked for. */
export const testSections: Record<string, readonly string[]> = {
  rows: ["tests/load/costs.test.ts"],
  units: ["tests/load/unit-rows.test.ts"],
  monitors: ["--long", "tests/load/monitors.test.ts"],
  "mixed-monitors": ["--long", "tests/load/mixed-monitors.test.ts"],
  "fan-out": ["--long", "tests/load/fan-out.test.ts"],
  "mixed-fan-out": ["--long", "tests/load/mixed-fan-out.test.ts"],
  texts: ["tests/load/texts.test.ts"],
  "mass-outage": ["--long", "tests/load/mass-outage.test.ts"],
  stretches: ["--long", "tests/load/stretches.test.ts"],
  faults: ["--long", "tests/faults/"],
  pairs: ["--long", "tests/faults/pairs"],
  fuzz: ["--long", "tests/fuzz/"],
  storm: ["--long", "tests/journeys/storm.test.ts"],
  "views-beside-outage": ["--long", "tests/journeys/views-beside-outage.test.ts"],
  "mail-beside-pages": ["--long", "tests/journeys/mail-beside-pages.test.ts"],
  soak: ["--long", "tests/journeys/soak.test.ts"],
};

/** What `npm run bench` measures when it is asked for nothing else. */
export const defaultSections = [
  ...Object.keys(pageSections),
  "start-up",
  "rows",
  "units",
  "monitors",
  "mixed-monitors",
  "fan-out",
  "mixed-fan-out",
];

export const allBenchSections = [pageSections, sectionsThroughFrontDoor, standaloneSections, testSections].flatMap(
  (group) => Object.keys(group),
);
