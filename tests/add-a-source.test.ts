import { afterAll, beforeAll, expect, test } from "vitest";
import { type Followed, followGuide } from "./support/guide";

let followed: Followed;
beforeAll(() => {
  followed = followGuide("docs/add-a-source.md", ["app/ingest", "app/rules", "tests/fixtures/ingest"]);
}, 120_000);
afterAll(() => followed?.close());

test("who follows docs/add-a-source.md changes two files and has a source that holds the contract", () => {
  expect(followed.changed).toEqual(["app/ingest/registry.ts", "app/ingest/sources/pingdom.ts"]);
  expect(followed.report).toMatch(/pingdom > its sample gives the signals/);
  expect(followed.report).not.toMatch(/failed/);
  const check = { extends: "./tsconfig.json", include: ["app/ingest/sources"] };
  followed.write("check.json", JSON.stringify(check));
  expect(followed.run("typescript/bin/tsc", "--project", "check.json")).toBe("");
  followed.run("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", "app/ingest/sources/pingdom.ts");
}, 120_000);
