import fc from "fast-check";
import { expect, test } from "vitest";
import { englishText } from "~/failures/refusal";
import { words as spoken } from "../../../tests/support/words";
import { teamWords } from "../letters/engine/team-words";
import { builtInAlertTitle } from "./own-title";
import {
  alertsTeamContent,
  checkGapTeamContent,
  componentStatusTeamContent,
  mailFailureTeamContent,
} from "./team-content";

const at = Date.UTC(2026, 10, 20, 12);
const words = teamWords(spoken("en"), "Europe/Berlin");
const alert = (title: string, severity: string | null) => ({ title, severity, startedAt: at });
const given = { source: "Prometheus" };

test("one alert is told by its title, several by their number with the loudest first", () => {
  const one = alertsTeamContent(words, { alerts: [alert("Disk full", "warning")], over: false, ...given });
  expect(one).toMatchObject({ title: "Firing: Disk full", severity: "warning", text: "" });
  expect(one?.facts.at(-1)).toEqual({ name: "Since", value: "Nov 20, 2026, 13:00 (Europe/Berlin)" });
  const alerts = [...Array.from({ length: 6 }, (_, index) => alert(`low ${index}`, "info")), alert("Down", "critical")];
  const many = alertsTeamContent(words, { alerts, over: true, ...given });
  expect(many).toMatchObject({ title: "Alerts recovered (7): Prometheus", severity: "critical" });
  expect(many?.text.split("\n")).toEqual(["Down", "low 0", "low 1", "low 2", "low 3", "and 2 more"]);
  expect(alertsTeamContent(words, { alerts: [], over: false, ...given })).toBeNull();
});

test("who says no severity is never below what a channel wants", () => {
  const alerts = [alert("Down", "info"), alert("Odd", null)];
  expect(alertsTeamContent(words, { alerts, over: false, ...given })?.severity).toBeNull();
});

const named = { labels: {}, sourceName: "Prometheus" };

test.each([
  ["down", { family: "monitor", key: "down", labels: { monitor: "Shop" } }, "Shop ist ausgefallen"],
  ["slow", { family: "monitor", key: "degraded", labels: { monitor: "Shop", code: "slow" } }, "Shop ist langsam"],
  [
    "degraded for another reason",
    { family: "monitor", key: "degraded", labels: { monitor: "Shop", kind: "push", code: "queue_long" } },
    "Shop ist beeinträchtigt",
  ],
  [
    "a certificate",
    {
      family: "monitor",
      key: "degraded",
      labels: { monitor: "Shop", kind: "tls", code: "expires_soon", within: "14" },
    },
    "Shop: Zertifikat läuft in höchstens 14 Tagen ab",
  ],
  [
    "the certificate of a web address, on its last day",
    {
      family: "monitor",
      key: "degraded",
      labels: { monitor: "Shop", kind: "http", code: "expires_soon", within: "1" },
    },
    "Shop: Zertifikat läuft in höchstens 1 Tag ab",
  ],
  [
    "a domain",
    {
      family: "monitor",
      key: "degraded",
      labels: { monitor: "Shop", kind: "domain", code: "expires_soon", within: "30" },
    },
    "Shop: Domain läuft in höchstens 30 Tagen ab",
  ],
  ["late", { family: "heartbeat", key: "missed", labels: { heartbeat: "Backup" } }, "Backup ist überfällig"],
  ["silent", { ...named, family: "source", key: "upfront:silent" }, "Prometheus sendet nichts mehr"],
  [
    "refused",
    { ...named, family: "source", key: "upfront:refused", body: "source_alert.invalid" },
    "Prometheus sendet ungültige Daten",
  ],
  ["whose reason is not known", { ...named, family: "source", key: "upfront:refused" }, "As it is kept"],
  [
    "of a tool that says our words",
    { ...named, family: "source", key: "down", labels: { monitor: "x" } },
    "As it is kept",
  ],
  ["of a source that is gone", { family: null, key: "down", labels: { monitor: "x" } }, "As it is kept"],
] as const)("an alert of ours is told in the page's language: %s", (_, kept, title) => {
  const alerts = [{ ...alert("As it is kept", "critical"), titleSaid: builtInAlertTitle(kept) }];
  const told = alertsTeamContent(teamWords(spoken("de"), "Europe/Berlin"), { alerts, over: false, ...given });
  expect(told?.title).toContain(title);
});

const move = (from: string, to: string, componentId = "c") => ({ componentId, componentName: componentId, from, to });

test.each([
  ["there and back", [move("major_outage", "operational"), move("operational", "major_outage")], null, null],
  ["one", [move("operational", "major_outage")], "c: Major outage", "critical"],
  ["a recovery is as loud as what it ends", [move("partial_outage", "operational")], "c: Operational", "error"],
  [
    "newest last status, oldest first one",
    [move("degraded_performance", "major_outage"), move("operational", "degraded_performance")],
    "c: Major outage",
    "critical",
  ],
  [
    "two",
    [move("operational", "no_data"), move("operational", "degraded_performance", "d")],
    "Components changed: 2",
    "warning",
  ],
])("moves: %s", (_, moves, title, severity) => {
  const told = componentStatusTeamContent(words, moves);
  expect(told?.title ?? null).toBe(title);
  expect(told?.severity ?? null).toBe(severity);
});

test("gaps and mail say how long", () => {
  expect(checkGapTeamContent(words, { from: at, to: at + 3_600_000 }).title).toBe("Checks were stopped for 1 h");
  const mail = mailFailureTeamContent(words, { since: at, waiting: 3, error: englishText("535 no") });
  expect(mail.facts.map(({ value }) => value)).toEqual(["Nov 20, 2026, 13:00 (Europe/Berlin)", "3", "535 no"]);
});

test("however many alerts there are, the message stays short and counts them all", () => {
  const alerts = fc.array(
    fc.record({ title: fc.string({ maxLength: 255 }), severity: fc.constantFrom("info", null) }),
    {
      minLength: 2,
      maxLength: 300,
    },
  );
  fc.assert(
    fc.property(alerts, (found) => {
      const told = alertsTeamContent(words, {
        alerts: found.map((each) => ({ ...each, startedAt: at })),
        over: false,
        ...given,
      });
      expect(told?.title).toContain(String(found.length));
      expect(told?.text.length).toBeLessThan(6 * 256);
    }),
  );
});

test("a page's news is in its language, its times in its zone", () => {
  const german = teamWords(spoken("de"), "Europe/Berlin");
  const told = alertsTeamContent(german, { alerts: [alert("Disk full", "warning")], over: false, ...given });
  expect(told).toMatchObject({ title: "Ausgelöst: Disk full", link: { text: "Alarme ansehen" } });
  expect(told?.facts.at(-1)?.value).toBe("20. Nov. 2026, 13:00 (Europe/Berlin)");
});

test("what fires because of these is named in the same message, the rest by its number", () => {
  const told = (children: string[]) =>
    alertsTeamContent(words, { ...given, alerts: [alert("Router is down", "critical")], over: false, children })?.text;
  expect(told([])).toBe("");
  expect(told(["Shop"])).toBe("Because of Router is down: Shop");
  expect(told(["Shop", "API", "Search"])).toBe("Because of Router is down: Shop, API, and Search");
  expect(told(["Shop", "API", "a", "b", "c"])).toBe("Because of Router is down: Shop, API and 3 more");
});
