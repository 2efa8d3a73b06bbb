import { afterAll, beforeAll, expect, test } from "vitest";
import { type Followed, followGuide } from "./support/guide";

let followed: Followed;
beforeAll(() => {
  followed = followGuide("docs/add-a-mailer.md", ["app", "tests/support"]);
}, 120_000);
afterAll(() => followed?.close());

test("who follows docs/add-a-mailer.md changes two files and has a mailer that holds the contract", () => {
  expect(followed.changed).toEqual(["app/mail/mailers/postmark.ts", "app/mail/registry.ts"]);
  expect(followed.report).toMatch(/postmark: whatever comes back > any answer/);
  expect(followed.report).not.toMatch(/failed/);
  const check = { extends: "./tsconfig.json", include: ["app/mail/mailers"] };
  followed.write("check.json", JSON.stringify(check));
  expect(followed.run("typescript/bin/tsc", "--project", "check.json")).toBe("");
  followed.run("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", "app/mail/mailers/postmark.ts");
}, 120_000);
