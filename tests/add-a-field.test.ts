import { afterAll, beforeAll, expect, test } from "vitest";
import { type Followed, followGuide } from "./support/guide";

let followed: Followed;
beforeAll(() => {
  followed = followGuide("docs/add-a-field.md", ["app", "tests/support", "migrations", "drizzle.config.ts"]);
}, 300_000);
afterAll(() => followed?.close());

test("who follows docs/add-a-field.md changes six files, and what was typed stands on the page", () => {
  expect(followed.changed).toEqual([
    "app/db/schema/page.ts",
    "app/db/schema/version.ts",
    "app/rules/components/fields.ts",
    "app/rules/components/words/en.json",
    "app/rules/snapshot/snapshot-packing.ts",
    "app/visitors/component/component-page.tsx",
  ]);
  expect(followed.report).toMatch(/✓.*a component's contact stands on its page/);
  followed.write(
    "check.json",
    JSON.stringify({ extends: "./tsconfig.json", include: ["app"], exclude: ["**/*.test.*"] }),
  );
  expect(followed.run("typescript/bin/tsc", "--project", "check.json")).toBe("");
}, 300_000);
