/** @jsxImportSource ~/html */
import type { JSX } from "~/html/jsx-runtime";
import type { ReaderSettings } from "~/http/reader";
import type { Snapshot, SnapshotIncident } from "~/status-page/rules/snapshot-document";
import { ComponentPage } from "~/status-page/views/component/component-page";
import { EmbedOptionsPage } from "~/status-page/views/elsewhere/elsewhere-page";
import { FailureInPage, failureHeading } from "~/status-page/views/frame/failure-page";
import type { PageRenderContext } from "~/status-page/views/frame/scene";
import type { DrawnPage } from "~/status-page/views/frame/show";
import { HomePage } from "~/status-page/views/front/home-page";
import { HistoryPage } from "~/status-page/views/history/history-page";
import { IncidentPage } from "~/status-page/views/incident/incident-page";
import { MaintenancePage } from "~/status-page/views/maintenance/maintenance-page";
import { emptySubmittedForm } from "~/status-page/views/parts/forms";
import { pageEventsOf } from "~/status-page/views/parts/happening-days";
import { UnlockPage } from "~/status-page/views/unlock/unlock-page";
import { offeredContactWays, smsOfferOf } from "~/subscribers/offered-ways";
import { SubscribePage } from "~/subscribers/views/subscribe/subscribe-page";
import { monthPickerLinks } from "~/time/months";
import { halfWatched } from "./half-watched";
import { type Looking, look, pageText } from "./public-page";
import { calmSnapshot, sampleNow, sampleSnapshot, unmonitoredSnapshot } from "./sample-snapshot";
import { sampleTimes } from "./sample-times";

/** Contents of public pages, as documents with their real stylesheets. */
export type Situations = Record<string, (reader: Pick<ReaderSettings, "language">) => Promise<string>>;

const hour = 3600_000;

const open = ({ incidents: [incident] }: Snapshot) => incident as SnapshotIncident;

/** Texts of people, in their own language. */
const japanese = {
  title: "一部のお客様でカード決済が失敗しています",
  text: "変更を元に戻しました。エラー率は低下しており、キューに入った決済を再試行しています。障害の影響を受けたお客様には、あらためてご連絡いたします。",
  /** Names that fit into a line on a phone, and names that do not. */
  names: [
    "ウェブサイト",
    "法人のお客様向けの決済処理および精算サービス（東日本リージョン）",
    "管理画面",
    "Webhookの配信および再送処理の受付",
  ],
  groups: ["基盤となるプラットフォームおよび認証サービス", "データ"],
};

function spoken(base: Snapshot, language: string | null): Snapshot {
  if (language !== "ja") return base;
  const told = (incident: SnapshotIncident): SnapshotIncident => ({
    ...incident,
    title: japanese.title,
    updates: incident.updates.map((update) => ({ ...update, html: `<p>${japanese.text}</p>`, text: japanese.text })),
  });
  const named =
    (names: readonly string[]) =>
    <Each extends { name: string }>(each: Each, at: number): Each => ({ ...each, name: names[at] ?? each.name });
  return {
    ...base,
    page: { ...base.page, language: "ja" },
    components: base.components.map(named(japanese.names)),
    groups: base.groups.map(named(japanese.groups)),
    incidents: base.incidents.map(told),
    recent: { ...base.recent, incidents: base.recent.incidents.map(told) },
  };
}

function everythingDown(): Snapshot {
  const base = sampleSnapshot();
  const components = base.components.map((each) => ({
    ...each,
    status: "major_outage" as const,
    days: `${each.days.slice(0, -1)}m`,
  }));
  const incident: SnapshotIncident = {
    ...open(base),
    title: "Nothing can be reached",
    impact: "critical",
    components: components.map(({ id, name }) => ({ id, name, status: "major_outage" as const })),
  };
  const groups = base.groups.map((group) => ({ ...group, status: "major_outage" as const }));
  const recent = { ...base.recent, incidents: [incident, ...base.recent.incidents.slice(1)] };
  return {
    ...base,
    components,
    groups,
    incidents: [incident],
    recent,
    banner: { indicator: "critical", state: "major_all" },
  };
}

function several(): Snapshot {
  const base = sampleSnapshot();
  const first = open(base);
  const second: SnapshotIncident = {
    ...first,
    id: "second",
    title: "Search results are some minutes old",
    impact: "minor",
    status: "monitoring",
    startedAt: sampleNow - hour,
    components: [],
  };
  const announced: SnapshotIncident = {
    ...second,
    id: "announced",
    title: "TLS 1.0 and 1.1 will be switched off on 1 March",
    impact: "none",
    updates: first.updates.slice(2).map((each) => ({
      ...each,
      changes: [],
      html: "<p>Clients that still use them have to be updated. We have written to everybody whom we saw using them.</p>",
    })),
  };
  return { ...base, incidents: [announced, second, first] };
}

/** Uses the longest words for states beside names, bars and uptimes. */
function everyState(): Snapshot {
  const base = sampleSnapshot();
  const statuses = ["degraded_performance", "under_maintenance", "partial_outage", "no_data"] as const;
  const components = base.components.map((each, at) => ({ ...each, status: statuses[at % 5] ?? each.status }));
  const groups = base.groups.map((group) => ({ ...group, status: "degraded_performance" as const }));
  return { ...base, components, groups };
}

function working(): Snapshot {
  const base = calmSnapshot();
  const maintenances = sampleSnapshot().maintenances.map((each) => ({ ...each, status: "in_progress" as const }));
  const components = base.components.map((each, at) =>
    at === 5 ? { ...each, status: "under_maintenance" as const } : each,
  );
  return { ...base, maintenances, components, banner: { indicator: "maintenance", state: "maintenance" } };
}

/** Eighty characters, as words and without a break. */
const long = ["Customer-facing payment processing and settlement for all European card networks", "x".repeat(80)];

function longNames(): Snapshot {
  const base = sampleSnapshot();
  const components = base.components.map((each, at) => ({ ...each, name: long[at] ?? each.name }));
  return { ...base, page: { ...base.page, name: long[0] as string }, components };
}

const rich = `<p>First what is known:</p><ul><li>payments fail</li><li>refunds <strong>do not</strong></li></ul><blockquote><p>Quoted from the provider</p></blockquote><table tabindex="0"><thead><tr><th>Region</th><th align="right">Requests that failed</th><th>Since</th><th>What else is wide here</th></tr></thead><tbody><tr><td>eu-central-1-availability-zone</td><td align="right">1,204,381</td><td>2026-11-20T12:00:00.000Z</td><td>nothing-that-could-be-broken-anywhere</td></tr></tbody></table><hr><pre><code>curl https://api.example.com/v1/payments</code></pre><h3>Heading</h3><p>After it.</p>`;

function markdown(): Snapshot {
  const base = sampleSnapshot();
  const told = (incident: SnapshotIncident) => ({
    ...incident,
    updates: incident.updates.map((each, at) => (at === 0 ? { ...each, html: rich } : each)),
  });
  return { ...base, incidents: base.incidents.map(told) };
}

interface Shown extends Pick<DrawnPage, "form" | "chart"> {
  snapshot: Snapshot;
  draw(scene: PageRenderContext): JSX.Element;
  looking?: Looking;
}

function shown({ snapshot, draw, looking, ...picture }: Shown, language: string | null): Promise<string> {
  const scene = look(spoken(snapshot, language), { zone: "Europe/Berlin", language, ...looking });
  return pageText(scene, draw(scene), picture);
}

const front = (scene: PageRenderContext) => <HomePage {...scene} />;

function component(scene: PageRenderContext, at = 3) {
  const { incidents, components } = scene.page.snapshot;
  const shownOne = components[at] as Snapshot["components"][number];
  return (
    <ComponentPage
      {...scene}
      component={shownOne}
      archive={{ incidents, maintenances: [] }}
      limit={50}
      range="day"
      times={at === 3 ? sampleTimes(1) : null}
    />
  );
}

/** A deployment that sends text messages to two countries, from a number that accepts replies. */
const texting = { account: "", token: "", from: "+15005550006", countries: ["DE", "US"], daily: 500 };

const subscribing = (scene: PageRenderContext) => (
  <SubscribePage
    {...scene}
    incident={null}
    componentId={null}
    carried={{ token: "t", nonce: "n" }}
    stamp={{ since: "s" }}
    typed={emptySubmittedForm}
    mail
    kinds={offeredContactWays(texting)}
    texting={smsOfferOf(texting)}
  />
);

const unlocking = ({ frame: { words } }: PageRenderContext) => (
  <UnlockPage words={words} action="/northwind/unlock" token="t" signIn="/manage/sign-in" wrong={null} wait={0} />
);

const history = (scene: PageRenderContext) => (
  <HistoryPage
    {...scene}
    component={null}
    after={null}
    rest={null}
    month="2026-11"
    happenings={pageEventsOf(scene.page.snapshot.recent.incidents, scene.page.snapshot.maintenances)}
    earlier="2026-10"
    later={null}
    picker={monthPickerLinks("2026-11", "2021-03", "2026-11")}
    beyond={null}
  />
);

const resolved = (scene: PageRenderContext) => (
  <IncidentPage {...scene} incident={scene.page.snapshot.recent.incidents.at(-1) as SnapshotIncident} />
);

function resolvedSample(): Snapshot {
  const base = calmSnapshot();
  const incidents = base.recent.incidents.map((each) => ({
    ...each,
    components: base.components.slice(0, 2).map(({ id, name }) => ({ id, name, status: "partial_outage" as const })),
  }));
  return { ...base, recent: { ...base.recent, incidents } };
}

const all: Record<string, () => Shown> = {
  "All is well": () => ({ snapshot: calmSnapshot(), draw: front }),
  "Partial outage": () => ({ snapshot: sampleSnapshot(), draw: front }),
  "Everything down": () => ({ snapshot: everythingDown(), draw: front }),
  "Several at once": () => ({ snapshot: several(), draw: front }),
  "Every state": () => ({ snapshot: everyState(), draw: front }),
  "Maintenance under way": () => ({ snapshot: working(), draw: front }),
  "Not monitored": () => ({ snapshot: unmonitoredSnapshot(3), draw: front }),
  "Half watched": () => ({ snapshot: halfWatched(), draw: front }),
  "Component, half watched": () => ({ snapshot: halfWatched(), draw: (scene) => component(scene, 1) }),
  "From a copy": () => ({ snapshot: sampleSnapshot(), draw: front, looking: { staleSince: sampleNow - hour } }),
  "200 components": () => ({ snapshot: sampleSnapshot(200), draw: front }),
  "Long names": () => ({ snapshot: longNames(), draw: front }),
  Incident: () => ({
    snapshot: markdown(),
    draw: (scene) => <IncidentPage {...scene} incident={open(scene.page.snapshot)} />,
  }),
  "Resolved incident": () => ({ snapshot: resolvedSample(), draw: resolved }),
  Maintenance: () => ({
    snapshot: sampleSnapshot(),
    draw: (scene) => <MaintenancePage {...scene} maintenance={scene.page.snapshot.maintenances[0] as never} />,
  }),
  Component: () => ({ snapshot: sampleSnapshot(), draw: component, chart: true }),
  History: () => ({ snapshot: sampleSnapshot(), draw: history }),
  "Subscribe, 200 components": () => ({ snapshot: sampleSnapshot(200), draw: subscribing, form: true }),
  "Not found": () => ({
    snapshot: calmSnapshot(),
    draw: (scene) => (
      <FailureInPage scene={scene} kind="missing" current heading={failureHeading(scene.frame.words, "missing", 0)} />
    ),
  }),
  Elsewhere: () => ({
    snapshot: calmSnapshot(),
    draw: (scene) => <EmbedOptionsPage {...scene} component={null} style="flat" />,
    form: true,
  }),
  Passphrase: () => ({ snapshot: calmSnapshot(), draw: unlocking, form: true }),
};

/** Returns the same with a change to each document. */
export const situationsWith = (change: (snapshot: Snapshot) => Snapshot): Situations =>
  Object.fromEntries(
    Object.entries(all).map(([name, make]) => [
      name,
      ({ language }) => {
        const made = make();
        return shown({ ...made, snapshot: change(made.snapshot) }, language);
      },
    ]),
  );

export const publicSituations: Situations = situationsWith((snapshot) => snapshot);
