import { expect, test } from "vitest";
import { words as spoken } from "../../../tests/support/words";
import { teamWords } from "../letters/engine/team-words";
import { isAlertStillMissed, type MissedNewsFacts, missedNewsSeverity, missedNewsTeamContent } from "./missed-content";
import { channelEventsOfNoticeKind, isMissedSummaryNotice, mayNotWaitForMailer } from "./missed-events";
import { channelEvents, teamNoticeKinds } from "./notice";

const at = Date.UTC(2026, 10, 20, 12);
const words = teamWords(spoken("en"), "Europe/Berlin");
const draft = {
  id: "d",
  title: "Problem detected",
  titleSaid: null,
  alertTitle: "Slow",
  editedParts: [],
  impact: { worst: "minor" as const, now: null },
  visibility: "draft",
  severities: [],
  startedAt: at,
};
const published = {
  ...draft,
  id: "p",
  title: "Search is down",
  alertTitle: "",
  impact: { worst: "major" as const, now: null },
  visibility: "published",
};
const alert = { id: "s.a", title: "Disk full", severity: "critical", startedAt: at };
const facts = (over: Partial<MissedNewsFacts>): MissedNewsFacts => ({
  since: at,
  place: "https://status.example.com/manage/acme",
  incidents: [],
  alerts: [],
  ...over,
});

test("one thing is named in the title, as its alert calls itself, and has the button to it", () => {
  expect(missedNewsTeamContent(words, facts({ incidents: [draft] }))).toMatchObject({
    title: "Missed: Draft: Slow",
    severity: "warning",
    link: { text: "Open the draft", path: "/incidents/d" },
    facts: [{ name: "Since" }, { name: "Nobody notified since" }],
  });
  expect(missedNewsTeamContent(words, facts({ alerts: [alert] }))).toMatchObject({
    title: "Missed: Firing: Disk full",
    link: { text: "View alerts", path: "/alerts/s.a" },
  });
});

test("several are counted, the loudest first, incidents before alerts, each with its address; the rest is a number", () => {
  const told = missedNewsTeamContent(words, facts({ incidents: [draft, published], alerts: [alert] }));
  expect(told).toMatchObject({ title: "Missed notifications: 3", severity: "critical", link: { path: "" } });
  expect(told?.text.split("\n").slice(1)).toEqual([
    "Search is down",
    "https://status.example.com/manage/acme/incidents/p",
    "Draft: Slow",
    "https://status.example.com/manage/acme/incidents/d",
    "Firing: Disk full",
    "https://status.example.com/manage/acme/alerts/s.a",
  ]);
  const many = missedNewsTeamContent(words, facts({ alerts: Array.from({ length: 9 }, () => alert) }));
  expect(many?.text.split("\n").at(-1)).toBe("and 4 more");
});

test("it is as severe as the loudest of it; what says no severity is below no channel's choice", () => {
  const loud = { ...draft, severities: ["critical"] };
  expect(missedNewsTeamContent(words, facts({ incidents: [loud] }))?.severity).toBe("critical");
  expect(missedNewsSeverity(facts({ incidents: [loud, draft] }))).toBe("critical");
  expect(missedNewsSeverity(facts({ alerts: [{ ...alert, severity: "info" }] }))).toBe("info");
  const silent = { ...alert, severity: null };
  expect(missedNewsTeamContent(words, facts({ alerts: [silent] }))?.severity).toBe("warning");
  expect(missedNewsSeverity(facts({ incidents: [loud], alerts: [silent] }))).toBeNull();
});

test("nothing is left of it: nothing is told", () => {
  expect(missedNewsTeamContent(words, facts({}))).toBeNull();
});

test("a channel that wants what opens or worsens wants what was missed; it is no event to choose", () => {
  expect(channelEventsOfNoticeKind("missed_notifications")).toEqual([
    "draft_opened",
    "incident_opened",
    "incident_worsened",
    "unassigned",
  ]);
  expect(channelEventsOfNoticeKind("alert_fired")).toEqual(["alert_fired"]);
  expect(channelEvents).not.toContain("missed_notifications");
});

test("what a team may act on is owed to somebody; what a channel alone asks for is not", () => {
  const owed = teamNoticeKinds.filter((kind) => isMissedSummaryNotice({ audience: "team", kind }));
  expect(owed).toEqual(["draft_opened", "incident_opened", "incident_worsened", "unassigned", "missed_notifications"]);
  expect(teamNoticeKinds.filter((kind) => mayNotWaitForMailer({ audience: "team", kind }))).toContain("incident_stale");
  expect(isMissedSummaryNotice({ audience: "subscribers", kind: "draft_opened" })).toBe(false);
});

test.each([
  ["no rule takes it", [], true],
  ["a rule holds it", [{ mode: "draft", moves: true }], true],
  ["a rule takes it and names nothing", [{ mode: "none", moves: false }], true],
  ["a rule only shows it on a component", [{ mode: "none", moves: true }], false],
] as const)("of what fires is told what is nobody's or on hold: %s", (_, given, missed) => {
  const rules = given.map((each) => ({ id: "r", sourceId: "s", position: 0, match: {}, catchAll: false, ...each }));
  const fires = { sourceId: "s", key: "k", title: "Disk full", severity: "critical", labels: {} };
  expect(isAlertStillMissed(rules, fires, "source")).toBe(missed);
});
