import { accessSync, constants } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirstSequencer } from "./scripts/test/longest-first.ts";

type Settings = NonNullable<TestProjectInlineConfiguration["test"]>;

/** Databases and browsers of tests live for seconds: in memory, where there is a place for files in it. */
function inMemory(place: string): Record<string, string> {
  try {
    accessSync(place, constants.W_OK);
    return { TMPDIR: place };
  } catch {
    return {};
  }
}

const hour = 3600_000;

/** Node runs the sources itself (scripts/test/modules): Vite would transform each for every project, and evaluate it slower. */
const native: Settings = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Live are 400 MB at most; where memory is plenty, V8 lets what is over lie, and a process grows to 1.8 GB.
  execArgv: [
    "--max-old-space-size=768",
    "--import",
    new URL("./scripts/test/modules/register.ts", import.meta.url).href,
  ],
};

/** A process runs many files, with one workerd, one browser, and modules that are read once: half of the work is saved. */
const shared: Settings = { env: inMemory("/dev/shm"), isolate: false, setupFiles: ["tests/support/each-file.ts"] };

/** Tests of what decides or computes, without a database. */
const decisions = [
  "app/**/rules/**/*.test.ts",
  "app/{time,text,net,access,status,failures,fields,plan}/**/*.test.ts",
  "scripts/**/*.test.ts",
  "cli/**/*.test.ts",
];

/** Whatever may come, for React as developers have it: what it remarks fails these tests. */
const whatever = ["tests/fuzz/**/*.test.ts", "tests/walls/malformed-input.test.ts"];

/** React as it is deployed: its remarks take a tenth of the work, and nobody else listens. */
const deployed: Settings = { ...shared, env: { ...shared.env, NODE_ENV: "production" } };

const project = (name: string, settings: Settings): TestProjectInlineConfiguration => ({
  test: { name, ...native, ...settings },
});

/** rules: pure, milliseconds. d1: real D1 with the real migrations. load: what it costs. fuzz: whatever may come. stories: the built worker, from outside. */
export default defineConfig({
  test: {
    // Stories run beside them and leave little; a process more would take a gigabyte and no time off.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      // Properties are milliseconds of work, and wait when the cores are taken by something else.
      project("rules", { isolate: false, include: decisions, testTimeout: 60_000 }),
      project("d1", {
        ...deployed,
        include: [
          "app/**/*.test.{ts,tsx}",
          "tests/{laws,forms,walls,machines,agents,server,deploy,faults}/**/*.test.ts",
        ],
        exclude: [...decisions, ...whatever],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      project("load", {
        ...deployed,
        include: ["tests/load/**/*.test.ts"],
        testTimeout: hour / 3,
        hookTimeout: 300_000,
      }),
      // A case has its own deadline; UPFRONT_FUZZ=1000000 takes as long as it takes.
      project("fuzz", { ...shared, include: whatever, testTimeout: 6 * hour, hookTimeout: 300_000 }),
      project("stories", {
        ...shared,
        // Each brings a deployment and a browser, and waits for both about half of its time.
        maxWorkers: availableParallelism(),
        // A run of its own beside the others (scripts/test/main.ts); where somebody asks for all at once, they come last.
        sequence: { groupOrder: 1 },
        include: ["tests/journeys/**/*.test.ts"],
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 20_000 } },
      }),
      // `npm run pictures`: it draws docs/images, and no run of tests does.
      project("pictures", {
        env: inMemory("/dev/shm"),
        include: ["tests/pictures/**/*.test.{ts,tsx}"],
        testTimeout: 600_000,
      }),
    ],
  },
});
