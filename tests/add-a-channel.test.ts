import { afterAll, beforeAll, expect, test } from "vitest";
import { type Followed, followGuide } from "./support/guide";

let followed: Followed;
beforeAll(() => {
  followed = followGuide("docs/add-a-channel.md", ["app/notify", "app/rules"]);
}, 120_000);
afterAll(() => followed?.close());

test("who follows docs/add-a-channel.md changes two files and has a channel that holds the contract", () => {
  expect(followed.changed).toEqual(["app/notify/channels/discord.ts", "app/notify/registry.ts"]);
  expect(followed.report).toMatch(/discord > whatever strangers wrote/);
  expect(followed.report).not.toMatch(/failed/);
  const check = { extends: "./tsconfig.json", include: ["app/notify/channels"] };
  followed.write("check.json", JSON.stringify(check));
  expect(followed.run("typescript/bin/tsc", "--project", "check.json")).toBe("");
  followed.run("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", "app/notify/channels/discord.ts");
}, 120_000);
