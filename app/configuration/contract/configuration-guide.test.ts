import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorsOfFile } from "../../../tests/support/configuration";

const guide = readFileSync("docs/configuration-file.md", "utf8");
const examples = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);

/** A part of a page stands below a page of its own. */
const whole = (text: string) =>
  /^pages:/m.test(text) ? text : `name: part\npages:\n  main:\n${text.replaceAll(/^(?=.)/gm, "    ")}`;

const variables = {
  DISCORD_URL: "https://discord.com/api/webhooks/1/abc",
  SHOP_HOST: "shop.example.com",
  POSTMARK_TOKEN: "abc",
};

test("every example of the guide is read without an error", () => {
  expect(examples.length).toBeGreaterThan(4);
  expect(examples.map((text) => errorsOfFile(whole(text), variables))).toEqual(examples.map(() => []));
});

test("the guide names every noun of a file", () => {
  expect(guide).toContain(
    "components, monitors, heartbeats, agents, sources with rules, channels,\ntemplates, mutes and members; and, beside the pages, the mailers of the deployment",
  );
});
