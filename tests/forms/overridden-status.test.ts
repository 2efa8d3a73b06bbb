import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../support/desk";
import { watch } from "../support/monitors";
import { say } from "../support/own-alerts";
import { openSignedIn } from "../support/sign-in";
import type { Browser } from "../support/worker";

/** A status that a person sets while an alert gives a worse one: the answer says what visitors see, and what holds it. */
let desk: Desk;
let person: Browser;
let sourceId: string;

beforeAll(async () => {
  desk = await openDesk();
  sourceId = await watch(desk, { mode: "none", hold: 0, resolveAfter: 0 });
  person = await openSignedIn(desk.deployment);
  desk.deployment.clock.now += 1000;
  await say(desk, sourceId, "firing");
});
afterAll(() => desk.close());

const textOf = async (path: string) =>
  (await (await person.go(path)).text())
    .replaceAll(/<script[\s\S]*?<\/script>|<!-- -->/g, "")
    .replaceAll(/<[^>]+>/g, " ");
const post = async (path: string, fields: Record<string, string>) => {
  desk.deployment.clock.now += 1000;
  const answer = await person.post(path, fields);
  await desk.deployment.settled();
  return answer.headers.get("location") ?? "";
};
const here = () => `/manage/acme/components/${desk.components[0]}`;
const notice = "Visitors see “Major outage” instead of the manual status.";

test.each(["degraded_performance", "operational"])("%s is overridden by an alert, which is named", async (status) => {
  const to = await post(here(), { form: "status", status });
  expect(to).toBe(`${here()}?done=status-set-overridden`);
  const text = await textOf(to);
  expect(text).not.toContain("Visitors see it now.");
  expect(text).toContain("Visitors see a worse one");
  expect(text).toContain(notice);
  expect(text).toContain("down: ");
});

test("a status that is as bad is what visitors see", async () => {
  const to = await post(here(), { form: "status", status: "major_outage" });
  expect(to).toBe(`${here()}?done=status-set`);
  expect(await textOf(to)).not.toContain("instead of the manual status");
});

test("of several components the answer says that one of them is held", async () => {
  const list = "/manage/acme/components";
  const [held, free] = desk.components;
  const set = async (ids: string[]) => {
    const ticks = Object.fromEntries(ids.map((id) => [`component-${id}`, "on"]));
    return post(list, {
      form: "bulk",
      deed: "set_status",
      status: "degraded_performance",
      status_minutes: "",
      ...ticks,
    });
  };
  expect(await set([free])).toBe(`${list}?done=status-set`);
  expect(await set([held, free])).toBe(`${list}?done=statuses-set-overridden`);
});
