import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testAlertKeyPrefix } from "~/alerts/rules/signal";
import { alertKeyProblem } from "~/alerts/rules/signal-limits";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { slugTextSchema } from "~/pages/rules/input";
import { type Desk, failureOf, good, openDesk } from "../support/desk";
import { remixBuild } from "../support/remix-build";
import { openBrowser } from "../support/worker";

/** What an attacker once found, each held by a test of its own. */
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test("no page can take an address that management has for itself", async () => {
  const { routes } = await remixBuild();
  const first = Object.values(routes).flatMap((route) => /^manage\/([a-z-]+)/.exec(route?.path ?? "")?.[1] ?? []);
  expect(first).toContain("sign-in");
  for (const word of first) expect([word, slugTextSchema.safeParse(word).success]).toEqual([word, false]);
});

test("a sender cannot call its alert a test of ours", () => {
  expect(alertKeyProblem(`${testAlertKeyPrefix}x`)).toContain(testAlertKeyPrefix);
  expect(alertKeyProblem("disk-full")).toBeNull();
});

test("no time that a person gives is in the future or more than two years back", async () => {
  const [component = ""] = desk.components;
  const { now } = desk.deployment.clock;
  const given = { pageId: desk.pageId, title: "Old", body: "x", status: "investigating" as const };
  const open = (startedAt: number) =>
    openIncident(desk.as("responder"), {
      ...given,
      components: { [component]: "major_outage" },
      visibility: "draft",
      startedAt,
    });
  for (const at of [86_400_000, now + 3600_000]) {
    expect(await failureOf(open(at))).toMatchObject({ name: "invalid", fields: { startedAt: expect.any(String) } });
  }
  const { id } = await good(open(now - 3600_000));
  const update = { pageId: desk.pageId, id, version: 0, body: "x", shownAt: 86_400_000 };
  expect(await failureOf(postIncidentUpdate(desk.as("responder"), update))).toMatchObject({ name: "invalid" });
});

test("what the schema of a verb has no room for is refused by its field", async () => {
  const given = { pageId: desk.pageId, body: "x", components: {}, visibility: "draft" as const };
  const open = (title: string, status: string) =>
    openIncident(desk.as("responder"), { ...given, title, status: status as "investigating" });
  const long = "x".repeat(10_000);
  expect(await failureOf(open(long, "investigating"))).toMatchObject({ fields: { title: expect.any(String) } });
  expect(await failureOf(open("Down", "fine"))).toMatchObject({ fields: { status: expect.any(String) } });
});

test("an update that says nothing is refused and changes nothing", async () => {
  const [component = ""] = desk.components;
  const components = { [component]: "major_outage" as const };
  const given = { pageId: desk.pageId, title: "Down", body: "x", status: "investigating" as const, components };
  const { id } = await good(openIncident(desk.as("responder"), { ...given, visibility: "published" }));
  const empty = postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id, version: 0, body: "  " });
  expect(await failureOf(empty)).toMatchObject({ name: "invalid", code: "says_nothing" });
});

test("an address with broken escapes is missing, and its secret is not in the log", async () => {
  const lines = (["info", "warn", "error", "log"] as const).map((level) => vi.spyOn(console, level));
  const browser = await openBrowser(desk.deployment);
  const answer = await browser.go("/manage/sign-in/a-secret-of-a-link%ff");
  expect(answer.status).toBe(404);
  expect(JSON.stringify(lines.map((each) => each.mock.calls))).not.toContain("a-secret-of-a-link");
  vi.restoreAllMocks();
});
