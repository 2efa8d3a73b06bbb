import { afterEach, beforeEach, expect, test } from "vitest";
import { person } from "~/db/schema";
import { openIncident } from "~/usecases/incidents/open";
import { openDeployment, type TestDeployment } from "./support/database";
import { good } from "./support/desk";
import { browserOf, makePeople } from "./support/matrix-cast";
import { makePage, put } from "./support/page";
import type { Browser } from "./support/worker";

/** Who has just come by a link from the console: reachable by nothing, with one page and nobody to write to. */
let deployment: TestDeployment;
let operator: Browser;

beforeEach(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  operator = await browserOf(deployment, "operator");
});
afterEach(() => deployment.close());

const textOf = async (path: string) =>
  (await (await operator.go(path)).text()).replaceAll(/<!-- -->|<script.*?<\/script>/gs, "");

test("is asked for an address and a passkey right after signing in, and warned of localhost, until there is an address", async () => {
  const landed = await operator.go("/manage");
  expect([landed.status, landed.headers.get("location")?.split("?")[0]]).toEqual([303, "/manage/new"]);
  const text = await textOf("/manage/new");
  for (const part of [
    'href="/manage/account#address"',
    'href="/manage/account#passkeys"',
    "at localhost works at localhost only",
  ])
    expect(text).toContain(part);
  const times = { createdAt: 1, updatedAt: 1 };
  await put(deployment, person, [{ id: "reached", name: "R", operator: true, email: "r@example.com", ...times }]);
  const other = await browserOf(deployment, "reached" as "operator");
  expect(await (await other.go("/manage/new")).text()).not.toContain('href="/manage/account#address"');
});

test("with nobody to tell the outbox waits for nothing, and no page speaks of email that waits", async () => {
  const page = await makePage(deployment);
  expect((await operator.post("/manage", { pageId: page.id })).status).toBe(303);
  const owner = {
    ...deployment.ctx({ kind: "person", id: "operator", operator: true, sessionId: "s" }),
    member: { pageId: page.id, role: "owner" as const },
  };
  const about = { pageId: page.id, title: "Slow", body: "We look.", impactOverride: "minor" as const };
  await good(openIncident(owner, about));
  await deployment.settled();
  const outbox = await textOf("/manage/acme/outbox");
  expect(outbox).toContain("Slow");
  expect(outbox).not.toMatch(/Waiting for a mailer|No mailer is set/);
  expect(await textOf("/manage/acme")).not.toMatch(/emails? (is|are) waiting/);
});
