import { backupTables } from "./backup.ts";
import { coldTables } from "./cold.ts";
import { costsTables } from "./costs.ts";
import { deskTables } from "./desk.ts";
import { doorSections } from "./front-door.ts";
import { interactionTables } from "./interaction.ts";
import { paintTables } from "./paint.ts";
import { publishingTables } from "./publishing.ts";
import { startUpTables } from "./start-up.ts";
import type { Table } from "./table.ts";
import { bytesTables, cpuTables } from "./views.ts";
import type { UpfrontBench, WorkerBench } from "./workers.ts";

/** A deployment with the pages `p5`, `p50` and `p200`, the cookie of their owner, and a worker that answers "hello". */
export interface PagesBench {
  upfront: UpfrontBench;
  hello: WorkerBench;
  cookie: string;
}

/** Sections measured on one deployment with pages. */
export const onPages: Record<string, (bench: PagesBench) => Promise<Table[]>> = {
  bytes: ({ upfront }) => bytesTables(upfront),
  paint: ({ upfront }) => paintTables(upfront, "p50"),
  cpu: ({ upfront, hello }) => cpuTables(upfront, hello),
  publishing: ({ upfront }) => publishingTables(upfront, "p50"),
  desk: ({ upfront, cookie }) => deskTables(upfront, "p50", cookie),
  interaction: ({ upfront, cookie }) => interactionTables(upfront, "p200", cookie),
};

/** Sections measured through the front door of one machine, whose plan has no limits. */
export const throughDoors: Record<string, (upfront: UpfrontBench, hello: WorkerBench) => Promise<Table[]>> =
  doorSections;

/** Sections that start their own deployments. */
export const alone: Record<string, () => Promise<Table[]>> = {
  "start-up": startUpTables,
  cold: coldTables,
  costs: costsTables,
  backup: backupTables,
};

/** Sections whose tables a test prints (tests/support/measured): what `npm test` is asked for. */
export const byTests: Record<string, readonly string[]> = {
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
export const usual = [
  ...Object.keys(onPages),
  "start-up",
  "rows",
  "units",
  "monitors",
  "mixed-monitors",
  "fan-out",
  "mixed-fan-out",
];

export const allSections = [onPages, throughDoors, alone, byTests].flatMap((group) => Object.keys(group));
