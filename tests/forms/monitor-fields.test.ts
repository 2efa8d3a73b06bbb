import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../support/desk";
import { openSignedIn } from "../support/sign-in";
import type { Browser } from "../support/worker";

/** The form of a kind of monitor, as its own schema tells it. */
let desk: Desk;
let person: Browser;
beforeAll(async () => {
  desk = await openDesk();
  person = await openSignedIn(desk.deployment);
});
afterAll(() => desk.close());

const formOf = async (kind: string) => (await person.go(`/manage/acme/monitors/new?kind=${kind}`)).text();

test("what a title does not say stands below it, also where the setting is a secret", async () => {
  const form = await formOf("http");
  expect(form).toContain("Such as https://example.com/health.");
  expect(form).toMatch(/use it as \{\{token\}\} in later requests\. Secret: hidden once saved/);
});

test("only what is much stands behind a fold", async () => {
  const title = "Request and expected response";
  expect(await formOf("http")).toContain(title);
  for (const kind of ["dns", "domain", "tcp", "tls", "websocket"]) expect(await formOf(kind)).not.toContain(title);
});

const patience = ["timeoutSeconds", "retries", "inARow", "degradedAboveMs", "slowerThanUsual"];

test.each([
  ["http", patience],
  ["vendor", ["timeoutSeconds", "retries", "inARow"]],
  ["domain", ["timeoutSeconds", "retries", "inARow"]],
  ["push", ["inARow", "degradedAboveMs", "slowerThanUsual"]],
])("the form of %s asks what its answers can tell", async (kind, asked) => {
  const form = await formOf(kind);
  expect(patience.filter((name) => form.includes(`name="${name}"`))).toEqual(asked);
});
