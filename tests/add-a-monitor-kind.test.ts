import { afterAll, beforeAll, expect, test } from "vitest";
import { type Followed, followGuide } from "./support/guide";

let followed: Followed;
beforeAll(() => {
  followed = followGuide("docs/add-a-monitor-kind.md", ["app", "tests/support"]);
}, 120_000);
afterAll(() => followed?.close());

test("who follows docs/add-a-monitor-kind.md changes two files and has a kind that holds the contract", () => {
  expect(followed.changed).toEqual(["app/monitors/kinds/redis.ts", "app/monitors/registry.ts"]);
  expect(followed.report).toMatch(/redis: whatever comes back > any answer/);
  expect(followed.report).not.toMatch(/failed/);
  const check = { extends: "./tsconfig.json", include: ["app/monitors/kinds/redis.ts", "app/monitors/registry.ts"] };
  followed.write("check.json", JSON.stringify(check));
  expect(followed.run("typescript/bin/tsc", "--project", "check.json")).toBe("");
  followed.run("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", "app/monitors/kinds/redis.ts");
}, 120_000);
