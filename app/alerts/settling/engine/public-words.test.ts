import { describe, expect, test } from "vitest";
import { languageNames } from "~/i18n/languages";
import { automaticTitleText } from "~/i18n/said-title";
import { automaticUpdateText } from "~/i18n/usual-updates";
import { degradedAlertKey, downAlertKey } from "~/monitors/rules/monitor-alerts";
import type { Status } from "~/status/status";
import { vendorCauseOf } from "~/status/usual-words";
import { blank, firing, rule, settleOnce, source } from "../../../../tests/support/settling";
import { words } from "../../../../tests/support/words";
import type { SettleReadResult } from "../queries/settle";
import type { FiringAlert, IncidentToOpen } from "../rules/settle-facts";
import { withPublicTexts } from "./public-words";

const start = Date.UTC(2026, 10, 20, 12);
const secret = "OOM on db-7.internal";

interface Given {
  language?: string;
  rule?: Parameters<typeof rule>[0];
  alert?: Partial<FiringAlert> & { key?: string };
  components?: string[];
  status?: Status;
}

/** Returns the incident that one alert opens, in the words that are written. */
function opens({ language = "en", rule: change = {}, alert = {}, components = ["a"], status = "major_outage" }: Given) {
  const sources = [source("s"), source("m", { family: "monitor" }), source("h", { family: "heartbeat" })];
  const named = components.map((componentId) => ({ componentId, status }));
  const rules = sources.map(({ id }) => rule({ id, sourceId: id, components: named, holdSeconds: 0, ...change }));
  const facts = { ...blank(rules), sources, alerts: [firing(alert.key ?? "x", { title: secret, ...alert })] };
  const waiting = settleOnce(facts);
  const { decision } = settleOnce({ ...waiting.facts, now: start + 1 });
  const opened = [...waiting.decision.opened, ...decision.opened] as IncidentToOpen[];
  const names = new Map(["a", "b", "c", "d"].map((id) => [id, `Part ${id.toUpperCase()}`]));
  const read = { facts, language, timeZone: "Europe/Berlin", names } as unknown as SettleReadResult;
  const [incident] = withPublicTexts(words(language), read, { ...decision, opened }).opened;
  if (!incident) throw new Error("nothing opened");
  return incident;
}

test.each([
  ["one component", ["a"], "Problem with Part A", { key: "problem_with", names: ["Part A"] }],
  ["three", ["c", "a", "b"], "Problem with Part A, Part B, and Part C", { key: "problem_with" }],
  ["more", ["a", "b", "c", "d"], "Problem with several components", { key: "problem_several", names: [] }],
  ["none", [], "Problem detected", { key: "problem", names: [] }],
])(
  "a rule that says nothing: the usual words of %s, and the alert's own title for the team alone",
  (_, components, title, said) => {
    const opened = opens({ components });
    expect(opened).toMatchObject({ title, titleSaid: said, alertTitle: secret, first: { said: "opened" } });
    const { alertTitle: _title, ...visible } = opened;
    expect(JSON.stringify(visible)).not.toContain(secret);
  },
);

test.each([
  [{ publicTitle: "{component} down since {since}" }, "Part A down since Nov 20, 13:00 GMT+1"],
  [{ publicTitle: "{{component}} is slow" }, "Part A is slow"],
  [{ publicTitle: "{title}", showsTitle: true }, secret],
  [{ showsTitle: true }, secret],
  [{ publicTitle: "{component}: {title}", showsTitle: true }, `Part A: ${secret}`],
])("a rule's template %j is the page's own words, in no other language", (words, title) => {
  expect(opens({ rule: words })).toMatchObject({ title, titleSaid: null, alertTitle: secret });
});

test("a template that names the title shows nothing of it where the rule does not allow that", () => {
  const rule = { publicTitle: "{component} {title}", publicBody: "See {title}" };
  const { title, first } = opens({ rule });
  expect([title, first.body]).toEqual(["Part A", "See"]);
  expect(opens({ rule: { publicTitle: "{title}" } }).title).toBe("Problem with Part A");
});

test("the first update is the rule's, with what the alert says as words and never as Markdown", () => {
  const alert = { title: "[here](https://evil.example) **now**\n# big" };
  const rule = { publicBody: "**{component}** says {title}", showsTitle: true };
  const { first } = opens({ alert, rule });
  expect(first.said).toBeNull();
  expect(first.bodyHtml).toContain("<strong>Part A</strong>");
  expect(first.bodyHtml).not.toMatch(/<a |<strong>now|<h1/);
  expect(first.bodyText).toContain("[here](https://evil.example) **now**");
});

test("our own alerts are called in the page's language, by a key that other readers read in theirs", () => {
  const titles = (language: string) =>
    (
      [
        ["m", downAlertKey, { monitor: "Kasse" }],
        ["m", degradedAlertKey, { monitor: "Kasse" }],
        ["h", "missed", { heartbeat: "Sicherung", ping: "fail" }],
        ["h", "missed", { heartbeat: "Sicherung" }],
        ["s", downAlertKey, { monitor: "Kasse" }],
      ] as const
    ).map(([sourceId, key, labels]) => opens({ language, alert: { sourceId, key, labels } }).title);
  expect(titles("de")).toEqual([
    "Part A ist ausgefallen",
    "Part A ist langsam",
    "Sicherung ist fehlgeschlagen",
    "Sicherung ist überfällig",
    "Störung: Part A",
  ]);
  expect(titles("en")[0]).toBe("Part A is down");
});

test("a monitor's name, which may be the host that it checks, is in no public word of its incident", () => {
  const host = "db-7.internal:8961";
  const alert = { sourceId: "m", title: `${host} is down`, key: downAlertKey, labels: { monitor: host, kind: "http" } };
  for (const [components, status, title] of [
    [["a"], "major_outage", "Part A is down"],
    [["a"], "partial_outage", "Problem with Part A"],
    [["b", "a"], "major_outage", "Problem with Part A and Part B"],
    [["a", "b", "c", "d"], "major_outage", "Problem with several components"],
    [[], "major_outage", "Problem detected"],
  ] as const) {
    const { alertTitle, ...visible } = opens({ alert, components: [...components], status });
    expect(visible.title).toBe(title);
    expect(JSON.stringify(visible)).not.toContain(host);
    expect(alertTitle).toContain(host);
  }
});

describe("because of somebody else", () => {
  const link = "https://www.githubstatus.com/";
  const labels = { monitor: "GitHub", kind: "vendor", link };
  const alert = { sourceId: "m", key: downAlertKey, labels };

  test("the title names them and what is affected, the first update links to where they say so", () => {
    const { title, titleSaid, first } = opens({ alert });
    expect(title).toBe("Problem with Part A because of GitHub");
    expect(titleSaid).toEqual({ key: "because", names: ["GitHub", "Part A"] });
    expect(first.bodyHtml).toContain(`href="${link}"`);
    expect(first.bodyText).toContain("due to a problem that GitHub reports: ");
    expect(vendorCauseOf(first.said)).toEqual({ vendor: "GitHub", url: link });
  });

  test("of nothing, and of many components, it names them alone", () => {
    for (const components of [[], ["a", "b", "c", "d"]])
      expect(opens({ alert, components })).toMatchObject({
        title: "Problem because of GitHub",
        titleSaid: { key: "because_vendor", names: ["GitHub"] },
      });
  });

  test.each(Object.keys(languageNames))("in %s, whatever the page is in", (language) => {
    const { title, first } = opens({ alert });
    const said = automaticUpdateText(words(language), first);
    expect(said?.html).toContain(`<a href="${link}" rel="nofollow noopener">www.githubstatus.com</a>`);
    expect(said?.text).toContain("GitHub");
    expect(said?.text).toContain(link);
    const titled = automaticTitleText(words(language), { key: "because", names: ["GitHub", "Part A"] });
    expect(titled).toContain("GitHub");
    expect(titled).toContain("Part A");
    if (language !== "en") expect([titled, said?.text]).not.toEqual([title, first.bodyText]);
  });

  test("what a vendor is called and its address are words and no markup", () => {
    const hostile = {
      monitor: "<b>x</b> [y](https://evil.example)",
      kind: "vendor",
      link: 'https://a.example/"><script>',
    };
    const { first } = opens({ alert: { ...alert, labels: hostile } });
    for (const html of [first.bodyHtml, automaticUpdateText(words("de"), first)?.html ?? ""]) {
      expect(html).not.toMatch(/<script|<b>|href="https:\/\/evil/);
    }
  });

  test("only our own monitors are believed, and only web addresses are linked", () => {
    expect(opens({ alert: { ...alert, sourceId: "s" } }).first.said).toBe("opened");
    const odd = { ...labels, link: "javascript:alert(1)" };
    expect(opens({ alert: { ...alert, labels: odd } })).toMatchObject({
      first: { said: "opened" },
      titleSaid: { key: "monitor_down" },
    });
  });
});
