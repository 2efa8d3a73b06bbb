import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "./support/desk";
import { openSignedIn } from "./support/sign-in";
import type { Browser } from "./support/worker";

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
  expect(form).toMatch(/write \{\{token\}\} where a later request needs it\. Secret: shown as dots/);
});

test("only what is much stands behind a fold", async () => {
  const title = "Request and expected response";
  expect(await formOf("http")).toContain(title);
  for (const kind of ["dns", "domain", "tcp", "tls", "websocket"]) expect(await formOf(kind)).not.toContain(title);
});
