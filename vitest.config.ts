import { accessSync, constants } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { sheetRules } from "./scripts/bundle/sheet-rules.ts";

/** Pages choose their rules in tests as in the build. */
const plugins = [sheetRules()];
const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };

/** Databases and browsers of tests live for seconds: in memory, where there is a place for files in it. */
function inMemory(place: string): Record<string, string> {
  try {
    accessSync(place, constants.W_OK);
    return { TMPDIR: place };
  } catch {
    return {};
  }
}
const env = inMemory("/dev/shm");

/** rules: pure, milliseconds. d1: real D1 with the real migrations. load: what it costs. fuzz: whatever may come. stories: the built worker, from outside. */
export default defineConfig({
  resolve: { alias },
  test: {
    // Most of them wait for their database in turn: two for each core take a quarter less time than one.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        plugins,
        resolve: { alias },
        // Properties are milliseconds of work, and wait when the cores are taken by something else.
        test: { name: "rules", isolate: false, include: ["app/rules/**/*.test.ts"], testTimeout: 60_000 },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: "d1",
          env,
          // A process runs many files, with one workerd and modules that are read once: half of the work is saved.
          isolate: false,
          setupFiles: ["tests/support/each-file.ts"],
          include: ["app/**/*.test.{ts,tsx}", "tests/*.test.ts", "tests/faults/**/*.test.ts"],
          exclude: ["app/rules/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: "load",
          env,
          isolate: false,
          setupFiles: ["tests/support/each-file.ts"],
          include: ["tests/load/**/*.test.ts"],
          testTimeout: 1_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: "fuzz",
          env,
          isolate: false,
          setupFiles: ["tests/support/each-file.ts"],
          include: ["tests/fuzz/**/*.test.ts"],
          // A case has its own deadline; UPFRONT_FUZZ=1000000 takes as long as it takes.
          testTimeout: 6 * 3600_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins,
        resolve: { alias },
        test: {
          name: "stories",
          // Each brings a deployment and a browser, and waits for both about half of its time.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
          sequence: { groupOrder: 1 },
          env,
          // The files of a process share its browser, and modules that are read once.
          isolate: false,
          setupFiles: ["tests/support/each-file.ts"],
          include: ["tests/journeys/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        plugins,
        resolve: { alias },
        // `npm run pictures`: it draws docs/images, and no run of tests does.
        test: { name: "pictures", env, include: ["tests/pictures/**/*.test.{ts,tsx}"], testTimeout: 600_000 },
      },
    ],
  },
});
