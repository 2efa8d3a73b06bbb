/** @jsxImportSource ~/html */
import { gzipSync } from "node:zlib";
import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import type { JSX } from "~/html/jsx-runtime";
import { monthPickerLinks } from "~/time/months";
import { look, pageText } from "../../../../tests/support/public-page";
import { refusedPage, reportPage } from "../../../../tests/support/sample-report";
import { calmSnapshot, sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import { sampleTimes } from "../../../../tests/support/sample-times";
import type { Snapshot } from "../../rules/snapshot-document";
import { ComponentPage } from "../component/component-page";
import { HomePage } from "../front/home-page";
import { HistoryPage } from "../history/history-page";
import { IncidentPage } from "../incident/incident-page";
import { MaintenancePage } from "../maintenance/maintenance-page";
import { pageEventsOf } from "../parts/happening-days";
import { UptimePage } from "../uptime/uptime-page";
import { FailureInPage } from "./failure-page";
import { failureContextWithoutPage, failurePageResponse } from "./print-failure";
import type { PageRenderContext } from "./scene";

const first = <T,>(list: readonly T[]): T => {
  const [found] = list;
  if (found === undefined) throw new Error("the sample is empty");
  return found;
};

const home = (scene: PageRenderContext) => pageText(scene, <HomePage {...scene} />);

function pages(scene: PageRenderContext): [string, JSX.Element][] {
  const { recent, maintenances, components } = scene.page.snapshot;
  const incidents = recent.incidents;
  const happenings = pageEventsOf(incidents, maintenances);
  return [
    ["front", <HomePage key="front" {...scene} />],
    ["incident", <IncidentPage key="incident" {...scene} incident={first(incidents)} />],
    ["maintenance", <MaintenancePage key="maintenance" {...scene} maintenance={first(maintenances)} />],
    [
      "component",
      <ComponentPage
        key="component"
        {...scene}
        component={first(components)}
        archive={{ incidents, maintenances: [] }}
        limit={3}
        range="day"
        times={sampleTimes(2)}
      />,
    ],
    [
      "history",
      <HistoryPage
        key="history"
        {...scene}
        component={null}
        after={null}
        rest={null}
        month="2026-11"
        happenings={happenings}
        earlier="2026-10"
        later={null}
        picker={monthPickerLinks("2026-11", "2021-03", "2026-11")}
        beyond={null}
      />,
    ],
    ["uptime", <UptimePage key="uptime" {...scene} {...reportPage(scene.page)} />],
    ["no date", <UptimePage key="no date" {...scene} {...refusedPage(scene.page.snapshot.page.name)} />],
  ];
}

/** The live script, without which the page is still complete. */
const ownScript = /<script src="[^"]*live-script[^"]*" defer><\/script>/;

test("every page is valid HTML, says its language and direction, and holds no script but its own", async () => {
  const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
  const scenes = [look(sampleSnapshot()), look(calmSnapshot(), { observedAgo: 40, staleSince: 1 })];
  for (const [name, content] of scenes.flatMap(pages)) {
    const html = await pageText(first(scenes), content);
    const report = await validator.validateString(html);
    expect([name, report.results.flatMap((each) => each.messages.map((message) => message.message))]).toEqual([
      name,
      [],
    ]);
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(html.replace(ownScript, "")).not.toMatch(/<script|\son\w+=|javascript:/i);
  }
});

test("fifty components, ninety days and an open incident fit into the first flight of TCP, with nothing to fetch but a script that may come later", async () => {
  const html = await home(look(sampleSnapshot(50), { zone: "Europe/Berlin" }));
  const size = gzipSync(html).length;
  console.log(`front page, 50 components: ${size} bytes gzip, ${html.length} bytes plain`);
  expect(size).toBeLessThan(14 * 1024);
  expect(html).toContain("--lawn");
  expect(html.replace(ownScript, "")).not.toMatch(/\ssrc=|rel="stylesheet"|@import|url\((?!"?data:)/);
});

test("a page of what is under way says how old it is; of what is over or to come, or where a notice says more, not", async () => {
  const snapshot = sampleSnapshot();
  const [incident, work] = [first(snapshot.recent.incidents), first(snapshot.maintenances)];
  const open = { ...incident, resolvedAt: null, impact: "major" as const, impactOverride: null };
  const running = { ...work, status: "in_progress" as const };
  const told = async (content: (scene: PageRenderContext) => JSX.Element, scene = look(snapshot)) =>
    (await pageText(scene, content(scene))).includes("Last checked <time");
  const ofIncident = (shown: typeof incident) => (scene: PageRenderContext) => (
    <IncidentPage {...scene} incident={shown} />
  );
  const ofWork = (shown: typeof work) => (scene: PageRenderContext) => (
    <MaintenancePage {...scene} maintenance={shown} />
  );
  expect([await told(ofIncident(open)), await told(ofWork(running))]).toEqual([true, true]);
  const over = { ...open, resolvedAt: open.startedAt + 1 };
  const planned = { ...work, status: "scheduled" as const };
  expect([await told(ofIncident(over)), await told(ofWork(planned))]).toEqual([false, false]);
  const stale = look(snapshot, { staleSince: 1 });
  expect([await told(ofIncident(open), stale), await told(ofWork(running), stale)]).toEqual([false, false]);
});

test("bars are one path per state, and are told in words", async () => {
  const snapshot = sampleSnapshot();
  const html = await home(look(snapshot));
  const component = first(snapshot.components);
  const bars = first([...html.matchAll(/<svg class="b"[^>]*>.*?<\/svg>/g)].map(([text]) => text));
  expect(bars.match(/<path/g)).toHaveLength(new Set(component.days).size);
  expect(bars).toContain(
    'aria-label="Website: Last 90 days: 1 day with a major outage and 1 day with degraded performance"',
  );
});

test("text of people is text: in names, titles and what stands about the page", async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const base = sampleSnapshot();
  const snapshot: Snapshot = {
    ...base,
    page: { ...base.page, name: evil, about: evil, accent: "red}</style><script>" },
    groups: base.groups.map((group) => ({ ...group, name: evil })),
    components: base.components.map((each) => ({ ...each, name: evil, description: evil })),
    incidents: base.incidents.map((each) => ({ ...each, title: evil })),
    recent: { ...base.recent, incidents: base.recent.incidents.map((each) => ({ ...each, title: evil })) },
    maintenances: base.maintenances.map((each) => ({ ...each, title: evil })),
  };
  const scene = look(snapshot);
  for (const [, content] of pages(scene)) {
    const html = await pageText(scene, content, { title: evil });
    expect(html.replace(ownScript, "")).not.toMatch(/<script|<img|<\/style><s(?!tyle>)/);
    expect(html).toContain("&lt;script&gt;");
  }
});

test("on the page's own host links have no slug in front", async () => {
  const snapshot = sampleSnapshot();
  const { id } = first(snapshot.components);
  expect(await home(look(snapshot))).toContain(`href="/northwind/components/${id}"`);
  const own = await home(look(snapshot, { hostPage: true }));
  expect(own).toContain(`href="/components/${id}"`);
  expect(own).toContain('href="/elsewhere"');
  expect(own).not.toContain('="/northwind');
});

test("times are the viewer's, with UTC in the title", async () => {
  const html = await home(look(sampleSnapshot(), { zone: "Asia/Tokyo" }));
  expect(html).toContain('<time datetime="2026-11-20T13:45Z" title="2026-11-20 13:45 UTC">22:45 GMT+9</time>');
  expect(html).toContain("Asia/Tokyo");
});

test("stopped checks and a stale copy are said at the top", async () => {
  const stopped = await home(look(calmSnapshot(), { observedAgo: 40 }));
  expect(stopped).toContain("Automatic checks stopped on Nov 20, 13:25");
  expect(stopped).toContain("<h1>Status partly unknown</h1>");
  expect(stopped).not.toContain("Last checked");
  const stale = await home(look(calmSnapshot(), { staleSince: Date.UTC(2026, 10, 20, 14, 3) }));
  expect(stale).toContain("As of Nov 20, 14:03");
});

test("a component that shows only when affected stays away while it is well", async () => {
  const calm = calmSnapshot();
  const components = calm.components.map((each, index) =>
    index === 0 ? { ...each, shownWhen: "affected" as const } : each,
  );
  expect(await home(look({ ...calm, components }))).not.toContain(">Website<");
  const red = components.map((each, index) => (index === 0 ? { ...each, status: "major_outage" as const } : each));
  expect(await home(look({ ...calm, components: red }))).toContain(">Website<");
});

test("groups are open, closed, or open only when something in them is wrong", async () => {
  const base = sampleSnapshot();
  const count = async (snapshot: Snapshot) =>
    (await home(look(snapshot))).match(/<details class="g" open/g)?.length ?? 0;
  const with_ = (collapsed: "always" | "never") => ({
    ...base,
    groups: base.groups.map((each) => ({ ...each, collapsed })),
  });
  expect([await count(base), await count(with_("always")), await count(with_("never"))]).toEqual([2, 0, 3]);
});

test("a link's preview is the mark of the state, and never that of what nobody vouches for any more", async () => {
  const pictureOf = async (scene: PageRenderContext) => /og:image" content="([^"]+)"/.exec(await home(scene))?.[1];
  const at = (letter: string) => `https://status.example.com/social/${letter}.png`;
  expect(await pictureOf(look(calmSnapshot()))).toBe(at("o"));
  expect(await pictureOf(look(calmSnapshot(), { staleSince: 1 }))).toBe(at("n"));
  expect(await pictureOf(look(sampleSnapshot(), { staleSince: 1 }))).toBe(at("p"));
});

test("below a page that is seen, an address without anything has the page around it, and says how it is", async () => {
  const scene = look(calmSnapshot());
  const html = await pageText(scene, <FailureInPage scene={scene} kind="missing" heading="Page not found" current />);
  expect(html).toMatch(/<p class="brand"><a [^>]*>Northwind Cloud<\/a>/);
  expect(html).toContain('<div class="lead n"><h1>Page not found</h1>');
  expect(html).toContain('<span class="s o">All systems operational</span>');
  expect(html).not.toContain("passphrase");
});

test("refusals are pages: one and the same for whatever is not to be seen", async () => {
  const request = new Request("http://localhost/x");
  const signer = { actor: { kind: "visitor" }, now: () => 0, secrets: { sign: async () => "signed" } } as const;
  const asked = { request, ctx: { ...signer, files: { kept: () => undefined, read: async () => undefined } } };
  const missing = await failurePageResponse(asked, { name: "missing" });
  expect(missing.status).toBe(404);
  const text = await missing.text();
  expect(text).toContain("Page not found");
  expect(text).toContain("If you have a passphrase or an invitation");
  expect(await (await failurePageResponse(asked, { name: "unauthenticated" })).text()).toBe(text);
  const away = await failurePageResponse(asked, { name: "overloaded", retryAfter: 30 });
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await away.text()).toContain("<h1>Status unknown</h1>");
  expect((await failurePageResponse(asked, { name: "gone" })).status).toBe(410);
});

test("an address that shows no page asks for its passphrase at once; a page's own host offers no sign-in", async () => {
  const request = new Request("http://localhost/x");
  const signer = { actor: { kind: "visitor" }, now: () => 0, secrets: { sign: async () => "signed" } } as const;
  const asked = { request, ctx: { ...signer, files: { kept: () => undefined, read: async () => undefined } } };
  const shown = async (slug: string | null, hostPage: boolean) =>
    (await failurePageResponse(asked, { name: "missing" }, failureContextWithoutPage(slug, hostPage))).text();
  const [known, host, nowhere] = [await shown("acme", false), await shown(null, true), await shown("No slug", false)];
  expect(known).toMatch(/<form class="f" method="post" action="\/acme\/unlock" novalidate>.*name="passphrase"/s);
  expect(known).toContain('<a href="/acme/unlock">Sign in as a team member</a>');
  for (const text of [known, host]) {
    expect(text).toContain("<h1>This page is private or doesn’t exist</h1>");
    expect(text).not.toMatch(/<h2|use the link you were sent/);
  }
  expect(nowhere).toContain("<h1>Page not found</h1>");
  expect(host).toContain('action="/unlock"');
  expect(host).not.toContain("Sign in");
  expect(nowhere).not.toContain("<form");
  expect(await (await failurePageResponse(asked, { name: "gone" })).text()).not.toContain("<form");
});
