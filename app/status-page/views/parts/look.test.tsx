/** @jsxImportSource ~/html */
import { expect, test } from "vitest";
import { languageNames } from "~/i18n/languages";
import { type Looking, look, pageText } from "../../../../tests/support/public-page";
import { calmSnapshot, sampleNow, sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import { words } from "../../../../tests/support/words";
import { uptimePartsByDate } from "../../rules/day-stories";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { DayTable } from "../component/day-table";
import { embedCardHtml } from "../embed/card";
import { HomePage } from "../front/home-page";
import { IncidentPage } from "../incident/incident-page";
import { MaintenancePage } from "../maintenance/maintenance-page";
import { LargeUptimeBars } from "./bars";
import { incidentsByDay } from "./day-incidents";

async function front(snapshot: Snapshot, options: Looking = {}): Promise<string> {
  const scene = look(snapshot, options);
  return pageText(scene, <HomePage {...scene} />);
}

/** Adds an announcement, beside whatever else is open. */
function announced(base: Snapshot): { snapshot: Snapshot; announcement: SnapshotIncident } {
  const model = base.recent.incidents.at(-1) as SnapshotIncident;
  const announcement = { ...model, id: "announced", title: "TLS 1.1 goes", impact: "none" as const, resolvedAt: null };
  const open = { ...announcement, status: "investigating" as const, components: [], startedAt: sampleNow - 3_600_000 };
  const incidents = [open, ...base.incidents];
  const recent = { ...base.recent, incidents: [open, ...base.recent.incidents] };
  return { snapshot: { ...base, incidents, recent }, announcement: open };
}

test("how uptime is counted is a link to the report, not a text in the way", async () => {
  const html = await front(sampleSnapshot());
  expect(html).toMatch(/<a href="[^"]*\/uptime#formula">/);
  expect(html).not.toContain("time with data");
});

const place = (html: string, text: string): number => {
  expect(html).toContain(text);
  return html.indexOf(text);
};

test("first whether it works, then what is known, then what is announced, then everything else", async () => {
  const html = await front(announced(sampleSnapshot()).snapshot);
  const order = ["<h1>", "answers slowly</a></h1>", ">Announcement<", "TLS 1.1 goes"];
  const places = [...order, ">Components<", ">Scheduled maintenance<", ">Last 15 days<", "<footer>"].map((text) =>
    place(html, text),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

test("a long page names what is affected before all components and closes groups without trouble; a short one does not", async () => {
  const [long, short] = [await front(sampleSnapshot(200)), await front(sampleSnapshot())];
  expect(place(long, ">Affected components<")).toBeLessThan(place(long, ">Components<"));
  expect(long).toContain('<a href="#components">and 41 more</a>');
  expect(long).toMatch(/Partial outage<\/span><small class="in" dir="auto">Core platform<\/small>/);
  expect([...long.matchAll(/<details class="g"( open)?/g)].map(([, open]) => open === " open")).toEqual([
    true,
    true,
    false,
  ]);
  expect(short).not.toContain("Affected components");
  const scene = look(sampleSnapshot(200));
  const found = await pageText(scene, <HomePage {...scene} query="webhooks" />);
  expect(found).not.toContain("Affected components");
  expect(await front(calmSnapshot(200))).not.toContain("Affected components");
});

test("an incident says how long it has been open, and a resolved or outdated one does not", async () => {
  const shown = async (index: number, options: Looking = {}) => {
    const scene = look(sampleSnapshot(), options);
    const incident = scene.page.snapshot.recent.incidents[index] as SnapshotIncident;
    return pageText(scene, <IncidentPage {...scene} incident={incident} />);
  };
  expect(await shown(0)).toMatch(/<dt>Started<\/dt><dd><time [^>]*>[^<]*<\/time> · 3 hours ago/);
  for (const text of [await shown(1), await shown(0, { staleSince: 1 })])
    expect(text).not.toMatch(/· \d+ (hours|days) ago/);
});

test("an announcement is no alarm: no status of an incident, its own mark, and the banner stays as it is", async () => {
  const { snapshot, announcement } = announced(calmSnapshot());
  const html = await front(snapshot);
  expect(html).toContain("<h1>All systems operational</h1>");
  expect(html).not.toMatch(/Investigating|Ongoing/);
  expect(html).toContain('<h2>Announcement</h2><div><article class="card a">');
  const scene = look(snapshot);
  const page = await pageText(scene, <IncidentPage {...scene} incident={announcement} />);
  expect(page).toMatch(/<p class="kind">Announcement<\/p><h1 dir="auto">TLS 1.1 goes<\/h1><dl/);
});

test("the past says of no day that nothing was reported while an incident that began then is open, in no language", async () => {
  const day = (html: string, heading: string) => new RegExp(`<h3>${heading}</h3><p>(.*?)</p>`).exec(html)?.[1];
  const sample = sampleSnapshot();
  const html = await front(sample);
  expect(day(html, "Nov 20")).toBe("Ongoing: see above");
  expect(day(html, "Nov 17 – Nov 19")).toBe("No incidents reported");
  const said = Object.keys(languageNames).map((language) => {
    const { t } = words(language);
    return [t("recent.see_above"), t("recent.none")];
  });
  for (const [above, none] of said) expect(above).not.toBe(none);
  expect(day(await front(announced(calmSnapshot()).snapshot), "Nov 17 – Nov 20")).toBe("No incidents reported");
});

test("maintenance of next year names its year, on the front page and in the card; of this year it does not", async () => {
  const sample = calmSnapshot();
  const [planned] = sample.maintenances as [SnapshotMaintenance];
  const startsAt = Date.UTC(2027, 0, 12, 2);
  const snapshot = { ...sample, maintenances: [{ ...planned, startsAt, endsAt: startsAt + 7_200_000 }] };
  expect(await front(snapshot)).toContain(">Jan 12, 2027, 02:00 – 04:00</time>");
  const { frame, page } = look(snapshot);
  const card = embedCardHtml({ frame, snapshot: page.snapshot, letter: "o", state: "Well", style: "" });
  expect(card).toContain("Jan 12, 2027, 02:00 – 04:00");
  expect(await front(sample)).not.toContain("2026, ");
});

test("a window in the hour that comes twice says which of the two it is", async () => {
  const sample = calmSnapshot();
  const [planned] = sample.maintenances as [SnapshotMaintenance];
  const startsAt = Date.UTC(2026, 9, 25, 0, 30);
  const snapshot = { ...sample, maintenances: [{ ...planned, startsAt, endsAt: startsAt + 3_600_000 }] };
  expect(await front(snapshot, { zone: "Europe/Berlin" })).toContain(">Oct 25, 02:30 GMT+2 – 02:30 GMT+1</time>");
});

test("while something is wrong the page's own words wait at its foot", async () => {
  const about = "Live status of the Northwind platform";
  const links = [{ label: "Northwind", url: "https://northwind.example" }];
  const dressed = (base: Snapshot) => ({ ...base, page: { ...base.page, links, footerHtml: "<p>Acme &amp; Co</p>" } });
  const [calm, troubled] = [await front(dressed(calmSnapshot())), await front(dressed(sampleSnapshot()))];
  const seen = (html: string, text: string) => html.indexOf(text, html.indexOf("<body>"));
  expect(seen(calm, about)).toBeLessThan(calm.indexOf("<h1>"));
  for (const text of [about, ">Northwind</a>", "<p>Acme &amp; Co</p>"])
    expect(seen(troubled, text)).toBeGreaterThan(troubled.indexOf("<footer>"));
});

test("a resolved incident's page is calm; an open one has the colour of its impact", async () => {
  const scene = look(sampleSnapshot());
  const [open, , critical] = scene.page.snapshot.recent.incidents as [SnapshotIncident, unknown, SnapshotIncident];
  const now = await pageText(scene, <IncidentPage {...scene} incident={open} />);
  const past = await pageText(scene, <IncidentPage {...scene} incident={critical} />);
  expect(now).toContain('<div class="lead p">');
  expect(past).toContain('<div class="lead o">');
  expect(past).toContain('<span class="s o">Resolved</span></p><p>Critical impact for 1 h 23 min</p>');
  const named = { ...critical, components: [{ id: "api", name: "API", status: "partial_outage" as const }] };
  const told = await pageText(scene, <IncidentPage {...scene} incident={named} />);
  expect(told).toContain("<p>Partial outage for 1 h 23 min: API</p>");
  expect(told.match(/1 h 23 min/g)).toHaveLength(1);
  const harmless = { ...critical, impact: "none" as const, impactOverride: null, components: [] };
  const calm = await pageText(scene, <IncidentPage {...scene} incident={harmless} />);
  expect(calm.match(/1 h 23 min/g) ?? []).toHaveLength(calm.includes("Announcement") ? 0 : 1);
  expect(told).not.toMatch(/class="s [mpd]"/);
});

test("what is only planned says so of its components' states; a window that stays names its year", async () => {
  const scene = look(sampleSnapshot());
  const planned = scene.page.snapshot.maintenances[0] as SnapshotMaintenance;
  const under = { ...planned, status: "in_progress" as const };
  const [now, then] = [
    <MaintenancePage key="now" {...scene} maintenance={under} />,
    <MaintenancePage key="then" {...scene} maintenance={planned} />,
  ];
  const said = ">Components during maintenance</li>";
  expect(await pageText(scene, now)).not.toContain(said);
  const text = await pageText(scene, then);
  expect(text).toContain(said);
  expect(text).toContain(">Nov 23, 2026, 02:00 – 04:00</time> · in 2 days</dd>");
  const tokyo = look(sampleSnapshot(), { zone: "Asia/Tokyo" });
  expect(await pageText(tokyo, <MaintenancePage {...tokyo} maintenance={planned} />)).toContain(
    ">Nov 23, 2026, 11:00 – 13:00</time> · in 2 days<small>Nov 23, 2026, 02:00 – 04:00 UTC</small></dd>",
  );
});

test("bars are one link a component, named by it and their summary; each day's story stands in text where it leads", async () => {
  const scene = look(sampleSnapshot());
  const { snapshot } = scene.page;
  const component = snapshot.components[3] as Snapshot["components"][number];
  const html = await front(snapshot);
  expect(html.match(/class="v"/g)).toHaveLength(snapshot.components.length);
  const link = new RegExp(
    `<a class="v" href="[^"]*/components/${component.id}#days"><svg [^>]*aria-label="${component.name}: Last 90 days:`,
  );
  expect(html).toMatch(link);
  const byDay = incidentsByDay(snapshot, snapshot.incidents);
  const days = { frame: scene.frame, snapshot, component, byDay };
  const table = (<DayTable {...days} />)?.text;
  expect(table).toContain('id="days"');
  const bars = (<LargeUptimeBars {...days} />)?.text;
  const [incident] = snapshot.incidents as [SnapshotIncident];
  const story = `<title>Nov 20: Partial outage, 47 min\n${incident.title}</title>`;
  expect(bars).toContain(story);
  expect(html).toContain(story);
  expect(table).toMatch(new RegExp(`Nov 20</th>.*/incidents/${incident.id}"[^>]*>${incident.title}</a>`));
  expect(bars?.match(/<title>/g)).toHaveLength(Object.keys(uptimePartsByDate(component.stories)).length);
});

test("in a row each day of trouble is told under the pointer, also without an incident; grey days are not", async () => {
  const { components } = sampleSnapshot();
  const [website] = components as [Snapshot["components"][number]];
  const html = await front(sampleSnapshot());
  const row = /<li class="c"><a [^>]*>Website<.*?<\/li>/.exec(html)?.[0] ?? "";
  const told = [...row.matchAll(/<path class="(.)" d="[^"]*"><title>([^<]*)<\/title>/g)].map(([, letter]) => letter);
  expect(told.join("")).toBe(
    [...website.days]
      .filter((letter) => "mpdx".includes(letter))
      .reverse()
      .join(""),
  );
  expect(row).toMatch(/<title>Oct \d+: Major outage, 47 min<\/title>|<title>Sep \d+: Major outage, 47 min<\/title>/);
});

test("the day table has the times of today's troubles that are over, with their states when there were several", () => {
  const minute = 60_000;
  const snapshot = calmSnapshot();
  const [model] = snapshot.components as [Snapshot["components"][number]];
  const tableOf = (parts: number[], ended: NonNullable<Snapshot["endedOutages"]>[string]) => {
    const component = { ...model, days: `${"o".repeat(89)}p`, stories: { [snapshot.days.last]: parts } };
    const scene = look({ ...snapshot, components: [component], endedOutages: { [model.id]: ended } });
    const days = { frame: scene.frame, snapshot: scene.page.snapshot, component, byDay: new Map() };
    return ((<DayTable {...days} />)?.text ?? "").replaceAll(/<\/?time[^>]*>/g, "");
  };
  const start = sampleNow - 125 * minute;
  expect(tableOf([0, 8 * minute, 0, 0, 0], [["p", start, start + 8 * minute]])).toContain(
    "<td>8 min<p>Nov 20, 12:00 – 12:08</p></td>",
  );
  const both = tableOf([0, 8 * minute, 5 * minute, 0, 0], [["p", start, start + 8 * minute]]);
  expect(both).toContain("<p>Partial outage: Nov 20, 12:00 – 12:08</p></td>");
});

test("100 % is never written of anything less, in no language; what nobody knows is no data", async () => {
  for (const language of Object.keys(languageNames)) {
    const { percent } = words(language);
    expect([language, percent(9_999) === percent(10_000)]).toEqual([language, false]);
  }
  const calm = calmSnapshot();
  const [first, ...rest] = calm.components as [Snapshot["components"][number], ...Snapshot["components"]];
  const unknown = { ...first, days: "n".repeat(90), uptime: null, status: "no_data" as const };
  const html = await front({ ...calm, components: [unknown, ...rest], groups: [] });
  expect(html).toMatch(/90 days without data"><path class="n" [^>]*><\/path><\/svg><\/a><span class="u">No data</);
});

test("a logo that says the name is not followed by it; one that is not made for the dark has a ground there", async () => {
  const calm = calmSnapshot();
  const with_ = (page: Partial<Snapshot["page"]>) => front({ ...calm, page: { ...calm.page, ...page } });
  const brandOf = (html: string) => /<p class="brand">(.*?)<\/p>/.exec(html)?.[1];
  expect(brandOf(await with_({ logo: "a" }))).toMatch(
    /<img class="lit" src="[^"]*" alt="" height="32">Northwind Cloud</,
  );
  const named = brandOf(await with_({ logo: "a", logoNamed: true }));
  expect(named).toMatch(
    /aria-label="Status of Northwind Cloud"><img class="lit" [^>]*alt="Northwind Cloud"[^>]*><\/a>$/,
  );
  expect(brandOf(await with_({ logo: "a", logoDark: "b" }))).not.toContain("lit");
  expect(brandOf(await with_({ logoDark: "b" }))).not.toContain("lit");
  expect(brandOf(await with_({ logoNamed: true }))).toContain("Northwind Cloud</a>");
});

test("the theme that was chosen rules the colours, the icon of the browser and the logo", async () => {
  const calm = calmSnapshot();
  const snapshot = { ...calm, page: { ...calm.page, accent: "#00695c", logo: "light", logoDark: "dark" } };
  const [system, light, dark] = [
    await front(snapshot),
    await front(snapshot, { theme: "light" }),
    await front(snapshot, { theme: "dark" }),
  ];
  expect(system).toContain('<meta name="color-scheme" content="light dark">');
  expect(system).toMatch(
    /<source srcset="[^"]*\/dark" media="screen and \(prefers-color-scheme:dark\)"><img src="[^"]*\/light"/,
  );
  expect(light).not.toMatch(/prefers-color-scheme|\/images\/dark/);
  expect(dark).toMatch(/@media screen\{:root/);
  expect(dark).toMatch(/<source srcset="[^"]*\/light" media="print"><img src="[^"]*\/dark"/);
  for (const html of [system, light, dark]) expect(html).toMatch(/:root\{--accent:#00695c;--lit:#[0-9a-f]{6}\}/);
});
