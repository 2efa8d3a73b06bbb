import { describe, expect, test } from "vitest";
import type { Status } from "~/status/status";
import { firing, incident, rule, start } from "../../../../tests/support/settling";
import {
  decideTeamNews,
  decideVisitorNews,
  firstTeamNotificationState,
  teamMessagePauseMs,
  teamNotificationStateOf,
  visitorUpdatePauseMs,
  withoutRecoveredComponents,
} from "./incident-news";
import type { FiringAlertWithRule } from "./incident-view";
import type { FiringAlert } from "./settle-facts";

const given = (components: Record<string, Status>) =>
  Object.entries(components).map(([componentId, status]) => ({ componentId, status }));

function member(
  name: string,
  components: Record<string, Status>,
  change: Partial<FiringAlert> = {},
): FiringAlertWithRule {
  const alert = firing(name, { labels: { alertname: name }, severity: "warning", ...change });
  return { alert, rule: rule({ components: given(components) }) };
}

const first = member("SlowSearch", { a: "degraded_performance" });
const told = firstTeamNotificationState([first], start);
const open = incident("i", { components: given({ a: "degraded_performance" }) });
const at = start + 3 * teamMessagePauseMs;
const newsOf = (members: FiringAlertWithRule[], now = at) => decideTeamNews(open, told, { now, members }).news;

describe("the team is told of an open incident", () => {
  test.each<[string, FiringAlertWithRule, object | null]>([
    ["another instance of the same", member("SlowSearch", { a: "degraded_performance" }, { id: "s.2" }), null],
    [
      "the same, but worse",
      member("SlowSearch", { a: "degraded_performance" }, { severity: "critical" }),
      { severity: "critical" },
    ],
    [
      "a severity that nobody knows beside a warning",
      member("SlowSearch", { a: "degraded_performance" }, { severity: null }),
      null,
    ],
    ["a component that was not named", member("SlowSearch", { b: "partial_outage" }), { components: ["b"], names: 0 }],
    ["a component that is worse", member("SlowSearch", { a: "major_outage" }), { components: ["a"], names: 0 }],
    ["an alert by another name", member("NoPayments", { a: "degraded_performance" }), { components: [], names: 1 }],
  ])("%s", (_, joined, news) => {
    if (news === null) expect(newsOf([first, joined])).toBeNull();
    else expect(newsOf([first, joined])).toMatchObject(news);
  });

  test("at once the first time, then once in five minutes, with all that is new by then", () => {
    const payments = member("NoPayments", { b: "major_outage" });
    const at = start + 1000;
    const soon = decideTeamNews(open, told, { now: at, members: [first, payments] });
    expect(soon.news).toMatchObject({ after: start, components: ["b"], names: 1 });
    const more = [first, payments, member("NoMail", { c: "major_outage" })];
    const early = decideTeamNews(open, soon.told, { now: at + 1000, members: more });
    expect(early).toMatchObject({ news: null, dueAt: at + teamMessagePauseMs });
    const all = [...more, member("NoLogin", { c: "major_outage" })];
    const due = decideTeamNews(open, soon.told, { now: at + teamMessagePauseMs, members: all });
    expect(due.news).toMatchObject({ after: at, components: ["c"], names: 2 });
    const quiet = decideTeamNews(open, due.told, { now: at + 2 * teamMessagePauseMs, members: all });
    expect(quiet).toMatchObject({ news: null, dueAt: null });
  });

  test("of a person’s incident at once, and of what it says itself never", () => {
    const persons = incident("p", { origin: "person", impact: "critical", components: given({ a: "major_outage" }) });
    const known = teamNotificationStateOf(persons) ?? told;
    const joined = member("NoSearch", { a: "major_outage" }, { severity: "critical" });
    const news = decideTeamNews(persons, known, { now: start, members: [joined] });
    expect(news.news).toMatchObject({ after: 0, components: [], names: 1 });
    expect(decideTeamNews(persons, news.told, { now: at, members: [joined] }).news).toBeNull();
  });

  test("again when what was over for good comes back", () => {
    const both = firstTeamNotificationState([first, member("NoPayments", { b: "major_outage" })], start);
    const left = withoutRecoveredComponents(both, new Set(["b"]));
    expect(
      decideTeamNews(open, left, { now: at, members: [first, member("NoPayments", { b: "major_outage" })] }).news,
    ).toMatchObject({
      components: ["b"],
      names: 1,
    });
    expect(withoutRecoveredComponents(both, new Set())).toBe(both);
  });

  test("a clock that went back holds nothing back", () => {
    expect(newsOf([member("NoPayments", { b: "major_outage" })], start - 60_000)).not.toBeNull();
  });

  test("a thousand names are kept as a few, and told all the same by severity and component", () => {
    const many = Array.from({ length: 1000 }, (_, n) => member(`Name${n}`, { a: "degraded_performance" }));
    const full = firstTeamNotificationState(many, start);
    expect(JSON.stringify(full).length).toBeLessThan(4000);
    const worse = member("Name1001", { b: "major_outage" }, { severity: "critical" });
    expect(decideTeamNews(open, full, { now: at, members: [...many, worse] }).news).toMatchObject({
      components: ["b"],
      severity: "critical",
    });
  });
});

describe("visitors are told by a machine", () => {
  const before = given({ a: "degraded_performance" });
  const worse = { ...open, components: given({ a: "degraded_performance", b: "major_outage" }) };
  const members = [first, member("NoPayments", { b: "major_outage" })];

  test("that more is affected, a quarter of an hour after the last update at the earliest", () => {
    const early = decideVisitorNews(worse, before, { now: start + teamMessagePauseMs, members });
    expect(early).toMatchObject({ saysSo: false, dueAt: start + visitorUpdatePauseMs });
    const due = decideVisitorNews(worse, before, { now: start + visitorUpdatePauseMs, members });
    expect(due).toMatchObject({
      saysSo: true,
      told: { at: start + visitorUpdatePauseMs, components: { b: "major_outage" } },
    });
  });

  test("not of what has not lasted for its rule’s hold", () => {
    expect(decideVisitorNews(worse, before, { now: at, members: [first] }).saysSo).toBe(false);
  });

  test("not where a person has the word, and of no draft", () => {
    const now = start + visitorUpdatePauseMs;
    expect(decideVisitorNews({ ...worse, edited: true }, before, { now, members }).saysSo).toBe(false);
    expect(decideVisitorNews({ ...worse, editedParts: ["text"] }, before, { now, members }).saysSo).toBe(false);
    expect(decideVisitorNews({ ...worse, visibility: "draft" }, before, { now, members }).saysSo).toBe(false);
  });
});
