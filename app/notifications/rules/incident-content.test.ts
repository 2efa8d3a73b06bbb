import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alertSeverities } from "~/status/severity";
import { impacts, type Status } from "~/status/status";
import { words as spoken } from "../../../tests/support/words";
import { teamWords } from "../letters/engine/team-words";
import {
  draftTeamContent,
  type IncidentWorsening,
  incidentTeamContent,
  staleIncidentTeamContent,
  type TeamIncident,
  unwatchedIncidentTeamContent,
  worsenedIncidentTeamContent,
} from "./incident-content";
import { incidentSeverity, severityForChannelFilter, severityOfImpact } from "./incident-severity";

const at = Date.UTC(2026, 10, 20, 12);
const words = teamWords(spoken("en"), "Europe/Berlin");
const one = (id: string, status: Status) => ({ id, name: id, status });
const incident: TeamIncident = {
  id: "i",
  title: "Problem detected",
  titleSaid: { key: "problem", names: [] },
  alertTitle: "All payments fail",
  editedParts: [],
  status: "investigating",
  impact: { worst: "minor", now: null },
  visibility: "draft",
  components: [one("Checkout", "degraded_performance")],
  affected: ["Checkout"],
  firing: 1,
  severities: ["critical"],
};
const well = { components: [one("Checkout", "operational")], affected: [] };

describe("how severe", () => {
  test.each([
    ["minor", ["critical"], "critical", "critical"],
    ["critical", ["info"], "critical", "critical"],
    ["major", [], "error", "error"],
    ["none", [], null, null],
    ["none", [null], "warning", null],
    ["critical", [null], "critical", null],
    ["minor", ["unheard of"], "warning", null],
    ["none", ["info"], "info", "info"],
  ])("an impact of %s and alerts of %j: %s, and to a choosy channel %s", (impact, firing, told, choice) => {
    expect(incidentSeverity(impact, firing)).toBe(told);
    expect(severityForChannelFilter(impact, firing)).toBe(choice);
  });

  test("it is never below the impact, nor below an alert", () => {
    const severities = fc.array(fc.constantFrom(...alertSeverities, null));
    const loud = (severity: string | null) => alertSeverities.indexOf(severity as never);
    fc.assert(
      fc.property(fc.constantFrom(...impacts), severities, (impact, firing) => {
        const told = loud(incidentSeverity(impact, firing));
        expect(told).toBeGreaterThanOrEqual(loud(severityOfImpact(impact)));
        for (const each of firing) expect(told).toBeGreaterThanOrEqual(loud(each));
      }),
    );
  });
});

describe("a title names the alert where visitors’ words don’t", () => {
  test.each([
    ["usual words", {}, "All payments fail"],
    ["a rule’s title", { title: "Trouble with payments", titleSaid: null }, "All payments fail"],
    ["one that holds it", { title: "Shop: All payments fail", titleSaid: null }, "Shop: All payments fail"],
    ["a person’s", { title: "No payments", titleSaid: null, editedParts: ["title"] as const }, "No payments"],
    ["a person’s incident", { title: "No payments", titleSaid: null, alertTitle: "" }, "No payments"],
  ])("%s", (_, given, title) => {
    const told = { ...incident, ...given };
    expect(incidentTeamContent(words, told).title).toBe(title);
    expect(draftTeamContent(words, told).title).toBe(`Draft: ${title}`);
    const length = 6 * 3_600_000;
    expect(staleIncidentTeamContent(words, told, { since: at, length }).title).toBe(`Draft still waiting: ${title}`);
    const published = { ...told, visibility: "published" };
    expect(staleIncidentTeamContent(words, published, { since: at, length }).title).toBe(`No update for 6 h: ${title}`);
    expect(unwatchedIncidentTeamContent(words, told).title).toBe(`No monitor left: ${title}`);
  });

  test("what a person named has the alert among its facts", () => {
    const named = { ...incident, title: "No payments", titleSaid: null, editedParts: ["title"] as const };
    expect(draftTeamContent(words, named).facts[0]).toEqual({ name: "Alert", value: "All payments fail" });
    expect(draftTeamContent(words, incident).facts[0]).toEqual({ name: "Status", value: "Investigating" });
  });
});

test("a draft has its severity, its components as they are, and one button", () => {
  expect(draftTeamContent(words, incident)).toEqual({
    title: "Draft: All payments fail",
    text: "Only your team can see it until you publish it.",
    severity: "critical",
    impact: { worst: "minor", now: null },
    link: { text: "Open the draft", path: "/incidents/i" },
    facts: [
      { name: "Status", value: "Investigating" },
      { name: "Checkout", value: "Degraded performance" },
    ],
  });
});

test("a draft whose alerts have recovered meanwhile does not say that its components are still down", () => {
  const components = { name: "Affected components", value: "Checkout" };
  expect(draftTeamContent(words, { ...incident, firing: 0 }).facts.slice(1)).toEqual([components]);
});

test("its present impact stands beside its worst where they differ", () => {
  const facts = (now: TeamIncident["impact"]["now"]) =>
    incidentTeamContent(words, { ...incident, impact: { worst: "major", now } }).facts.filter(
      ({ name }) => name === "Impact",
    );
  expect(facts("minor")).toEqual([{ name: "Impact", value: "Major impact (now: Minor impact)" }]);
  expect(facts("none")).toEqual([{ name: "Impact", value: "Major impact (now: No impact)" }]);
  expect(facts(null)).toEqual([]);
});

test("a draft that names no component says so", () => {
  const bare = draftTeamContent(words, { ...incident, components: [] });
  expect(bare.text.split("\n").at(-1)).toBe("It has no components yet.");
});

test("of more than a few components it says which are how, the worst first, and how many more", () => {
  const down = Array.from({ length: 11 }, (_, index) => one(`c${index}`, "major_outage"));
  const components = [one("Search", "degraded_performance"), ...down];
  expect(draftTeamContent(words, { ...incident, components }).facts.slice(1)).toEqual([
    { name: "Major outage", value: "c0, c1, c2, c3, c4, c5, c6, c7, and 3 more" },
    { name: "Degraded performance", value: "Search" },
  ]);
});

const news: IncidentWorsening = { heard: 14, names: 2, componentIds: ["Checkout"], severity: "critical" };
const worse = (given: Partial<IncidentWorsening>, now: Partial<TeamIncident> = {}) =>
  worsenedIncidentTeamContent(words, { ...incident, firing: 20, ...now }, { ...news, ...given });

describe("what got worse", () => {
  test("says how many alerts are new, and what they affect", () => {
    const message = worse({});
    expect(message?.facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      "Severity: Critical",
      "Status: Investigating",
      "Checkout: Degraded performance",
    ]);
    expect(message?.title).toBe("Getting worse: All payments fail");
    expect(message?.text).toBe("New alerts: 14\nNewly affected or worse: Checkout");
  });

  test.each([
    [
      "an alert that fired before, and whose hold is over now",
      { heard: 0, names: 1, componentIds: [] },
      {},
      "New alerts: 1",
    ],
    ["what is well again", {}, well, "New alerts: 14"],
    ["what left it", {}, { components: [], affected: [] }, "New alerts: 14"],
    ["a component alone", { heard: 0, names: 0 }, {}, "Newly affected or worse: Checkout"],
    ["only its severity", { heard: 0, names: 0, componentIds: [] }, {}, "Severity: Critical"],
  ])("%s", (_, given, now, text) => {
    expect(worse(given, now)?.text).toBe(text);
  });

  test.each([
    ["all has recovered", {}, { ...well, firing: 0, severities: [] }],
    ["it is no longer as severe", { names: 0, componentIds: [] }, { severities: ["warning"], firing: 1 }],
  ])("nothing when %s", (_, given, now) => {
    expect(worse({ heard: 0, ...given }, now)).toBeNull();
  });
});

test("a page’s news is in its language", () => {
  const german = teamWords(spoken("de"), "Europe/Berlin");
  expect(worsenedIncidentTeamContent(german, incident, news)?.title).toBe("Es wird schlimmer: All payments fail");
  expect(staleIncidentTeamContent(german, incident, { since: at, length: 7_200_000 }).title).toBe(
    "Entwurf wartet noch: All payments fail",
  );
});
