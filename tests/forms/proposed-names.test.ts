import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

/** A new thing has a name before anybody thinks of one: in its form, and when that is sent without. */
let deployment: TestDeployment;
const browsers = new Map<"owner" | "operator", Browser>();
beforeAll(async () => {
  deployment = (await openStaged()).deployment;
  for (const who of ["owner", "operator"] as const) browsers.set(who, await browserOf(deployment, who));
});
const browserFor = (who: "owner" | "operator" = "owner"): Browser => {
  const browser = browsers.get(who);
  if (!browser) throw new Error(`${who} is not signed in`);
  return browser;
};
afterAll(() => deployment.close());

const home = "/manage/acme";
const effect = { mode: "draft", hold: "120", resolveAfter: "300", dependsOn: "" };
const monitor = { interval: "1", timeoutSeconds: "8", retries: "0", inARow: "2", degradedAboveMs: "", tags: "" };
const beat = {
  ...{ slug: "", tags: "", scheduleKind: "simple", "schedule.periodSeconds": "1", periodUnit: "days" },
  ...{ graceSeconds: "1", graceUnit: "hours", successWords: "", failWords: "", startWords: "", wordsIn: "anywhere" },
};

interface ProposingForm {
  path: string;
  fields: Record<string, string>;
  /** Names of the first and the second one. */
  names: [string, string];
  /** Name in the form after the first was made; default: the second. */
  shown?: string;
  by?: "operator";
}

const forms: Record<string, ProposingForm> = {
  source: {
    path: `${home}/sources/new?kind=grafana`,
    fields: { form: "source", kind: "grafana", dependsOn: "" },
    names: ["Grafana", "Grafana 2"],
  },
  channel: {
    path: `${home}/channels/new?kind=slack`,
    fields: {
      ...{ form: "channel", kind: "slack", "settings.url": "https://hooks.slack.com/services/T/B/x" },
      ...{ "event-incident_opened": "on", minimumSeverity: "", quietFrom: "", quietUntil: "" },
    },
    names: ["Slack", "Slack 2"],
  },
  monitor: {
    path: `${home}/monitors/new?kind=tcp`,
    fields: {
      ...{ form: "monitor", kind: "tcp", ...monitor, ...effect },
      ...{ "settings.host": "db.example.com", "settings.port": "5432" },
    },
    names: ["db.example.com", "db.example.com 2"],
    shown: "",
  },
  heartbeat: {
    path: `${home}/heartbeats/new`,
    fields: { form: "heartbeat", ...beat, ...effect },
    names: ["Heartbeat", "Heartbeat 2"],
  },
  agent: { path: `${home}/agents/new`, fields: { form: "agent", every: "5" }, names: ["Agent", "Agent 2"] },
  mailer: {
    path: "/manage/deployment/mailers/new?kind=resend",
    fields: {
      ...{ form: "mailer", kind: "resend", fromAddress: "status@example.com" },
      "settings.apiKey": "re_123456789",
    },
    names: ["Resend", "Resend 2"],
    by: "operator",
  },
};

const nameIn = (html: string) => {
  const [input = ""] = /<input[^>]* name="name"[^>]*>/.exec(html) ?? [];
  return /value="([^"]*)"/.exec(input)?.[1] ?? "";
};

test.each(Object.entries(forms))(
  "a %s without a name takes the proposed one, and the second another",
  async (_, form) => {
    const { path, fields, names, shown = names[1], by } = form;
    const browser = browserFor(by);
    const made: string[] = [];
    for (const _name of names) {
      deployment.clock.now += 1000;
      const answer = await browser.post(path, { ...fields, name: "" });
      expect(answer.status, await answer.clone().text()).toBeLessThan(400);
      const place = answer.headers.get("location") ?? "";
      const html = await (await browser.go(place)).text();
      made.push(names.toReversed().find((each) => html.includes(`${each}<`) || html.includes(`"${each}"`)) ?? "");
      if (made.length === 1) expect(nameIn(await (await browser.go(path)).text())).toBe(shown);
    }
    expect(made).toEqual(names);
  },
);

test("a token without a name takes the proposed one, and the next form proposes another", async () => {
  const account = async () => (await browserFor().go("/manage/account")).text();
  const tokenName = (html: string) => nameIn(html.slice(html.indexOf('id="tokens"')));
  expect(tokenName(await account())).toBe("API token");
  const made = await browserFor().post("/manage/account", {
    form: "token",
    intent: "token-create",
    name: " ",
    role: "viewer",
    life: "30",
  });
  expect(made.status).toBeLessThan(400);
  expect(tokenName(await account())).toBe("API token 2");
});

test("a form that posts no field for the name is refused as before", async () => {
  const answer = await browserFor().post(`${home}/agents/new`, { form: "agent", every: "5" });
  expect(answer.status).toBe(422);
});
