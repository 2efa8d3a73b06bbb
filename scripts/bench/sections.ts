import { measureBackupTables } from "./backup.ts";
import { measureColdStartTables } from "./cold.ts";
import { measureCostTables } from "./costs.ts";
import { measureManagementTables } from "./desk.ts";
import { frontDoorBenchTables } from "./front-door.ts";
import { measureInteractionTables } from "./interaction.ts";
import { measurePaintTables } from "./paint.ts";
import { measurePublishingTables } from "./publishing.ts";
import { measureStartUpTables } from "./start-up.ts";
import type { BenchTable } from "./table.ts";
import { measurePageSizeTables, measureViewCpuTables } from "./views.ts";
import type { UpfrontBench, WorkerBench } from "./workers.ts";

/** A deployment with the pages `p5`, `p50` and `p200`, the cookie of their owner, and a worker that answers "hello". */
export interface PagesBench {
  upfront: UpfrontBench;
  hello: WorkerBench;
  cookie: string;
}

/** Sections measured on one deployment with pages. */
export const pagesDeploymentBenchSections: Record<string, (bench: PagesBench) => Promise<BenchTable[]>> = {
  bytes: ({ upfront }) => measurePageSizeTables(upfront),
  paint: ({ upfront }) => measurePaintTables(upfront, "p50"),
  cpu: ({ upfront, hello }) => measureViewCpuTables(upfront, hello),
  publishing: ({ upfront }) => measurePublishingTables(upfront, "p50"),
  desk: ({ upfront, cookie }) => measureManagementTables(upfront, "p50", cookie),
  interaction: ({ upfront, cookie }) => measureInteractionTables(upfront, "p200", cookie),
};

/** Sections measured through the front door of one machine, whose plan has no limits. */
export const frontDoorBenchSections: Record<
  string,
  (upfront: UpfrontBench, hello: WorkerBench) => Promise<BenchTable[]>
> = frontDoorBenchTables;

/** Sections that start their own deployments. */
export const standaloneBenchSections: Record<string, () => Promise<BenchTable[]>> = {
  "start-up": measureStartUpTables,
  cold: measureColdStartTables,
  costs: measureCostTables,
  backup: measureBackupTables,
};

/** Sections whose tables a test prints (tests/support/measured): what `npm test` is asked for. */
export const benchSectionTests: Record<string, readonly string[]> = {
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

/** The sections that `npm run bench` measures if none is named. */
export const defaultBenchSections = [
  ...Object.keys(pagesDeploymentBenchSections),
  "start-up",
  "rows",
  "units",
  "monitors",
  "mixed-monitors",
  "fan-out",
  "mixed-fan-out",
];

export const allBenchSections = [
  pagesDeploymentBenchSections,
  frontDoorBenchSections,
  standaloneBenchSections,
  benchSectionTests,
].flatMap((group) => Object.keys(group));
