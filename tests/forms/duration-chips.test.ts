import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";

/** Durations are chosen as chips or typed, without script: what was typed counts, else the chip. */
const minute = 60_000;
const home = "/manage/acme";
let opened: { deployment: TestDeployment; stage: Stage };
beforeAll(async () => {
  opened = await openStaged();
});
afterAll(() => opened.deployment.close());

const stored = async (column: string, table: string, id: string) => {
  const { DB } = opened.deployment.bindings;
  const row = await DB.prepare(`SELECT ${column} AS value FROM ${table} WHERE id = ?1`)
    .bind(id)
    .first<{ value: number }>();
  return row?.value;
};
const chipsIn = (html: string, name: string) =>
  [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes(`name="${name}.chip"`))
    .map((input) => `${/value="(\d*)"/.exec(input)?.[1]}${/ checked/.test(input) ? "!" : ""}`);

test("a mute offers its usual durations, with an hour chosen", async () => {
  const responder = await browserOf(opened.deployment, "responder");
  const html = await (await responder.go(home)).text();
  expect(chipsIn(html, "minutes")).toEqual(["15", "30", "60!", "120", "240", "480", "1440"]);
});

test.each([
  ["a chip", { minutes: "60", "minutes.chip": "240" }, 240],
  ["a number beside the chip", { minutes: "90", "minutes.chip": "60" }, 90],
  ["the number alone", { minutes: "60" }, 60],
])("by %s everything is muted for so long", async (_, fields, minutes) => {
  const { deployment, stage } = opened;
  const responder = await browserOf(deployment, "responder");
  deployment.clock.now += 1000;
  const answer = await responder.post(`${home}?index`, { form: "mute", reason: "", "minutes.shown": "60", ...fields });
  expect(answer.headers.get("location")).toContain("done=muted");
  expect(await stored("muted_until", "page", stage.id)).toBe(deployment.clock.now + minutes * minute);
});

test("a hold is chosen as a chip; a refused form shows the choice again", async () => {
  const { deployment, stage } = opened;
  const admin = await browserOf(deployment, "admin");
  const path = `${home}/sources/${stage.sourceId}/rules/${stage.ruleId}`;
  const form = await (await admin.go(path)).text();
  expect(chipsIn(form, "hold")).toHaveLength(5);
  const [, version = ""] = /name="version" value="(\d+)"/.exec(form) ?? [];
  const [, hold = ""] = /name="hold.shown" value="(\d+)"/.exec(form) ?? [];
  const chosen = { hold, "hold.shown": hold, "hold.chip": "900" };
  const own = { form: "rule", intent: "rule", version, mode: "draft", groupBy: "", publicTitle: "", publicBody: "" };
  const refused = await admin.post(path, { ...own, ...chosen, resolveAfter: "soon" });
  expect(refused.status).toBe(422);
  expect(chipsIn(await refused.text(), "hold")).toContain("900!");
  const saved = await admin.post(path, { ...own, ...chosen, resolveAfter: "0" });
  expect(saved.status, await saved.clone().text()).toBe(303);
  expect(await stored("hold_seconds", "rule", stage.ruleId)).toBe(900);
});

test("kinds of senders are listed by name, those for any tool last, and a filter works without script", async () => {
  const admin = await browserOf(opened.deployment, "admin");
  const kinds = async (query: string) => {
    const html = await (await admin.go(`${home}/sources/new${query}`)).text();
    return [...html.matchAll(/href="[^"]*\?kind=([\w-]+)"/g)].map(([, kind]) => kind);
  };
  const all = await kinds("");
  expect(all[0]).toBe("aws-sns");
  expect(all.slice(-4).toSorted()).toEqual(["cloudevents", "json", "mail", "standard-webhooks"]);
  expect(await kinds("?find=GRAF")).toEqual(["grafana"]);
  expect(await kinds("?find=nothing+of+the+kind")).toEqual([]);
});
