import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAlertSignal } from "~/alerts/rules/signal";
import { settlePage } from "~/alerts/settling/engine/settle";
import { openDeployment, type TestDeployment } from "../support/database";
import { group, post } from "../support/ingest";
import { browserOf, credentialsOf, makePeople, Owner, setStage } from "../support/matrix-cast";
import { keepSignals } from "../support/own-alerts";
import { type Browser, openBrowser } from "../support/worker";

/** What reaches no component or nobody is named where somebody looks, with its button; a rule is not deleted unasked. */
let deployment: TestDeployment;
let owner: Owner;
let admin: Browser;
let responder: Browser;
let source: { id: string; token: string };
let pageId: string;
let component: string;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  owner = new Owner(await openBrowser(deployment), deployment);
  pageId = (await setStage(deployment, owner, "acme")).id;
  component = await owner.makeId("/pages/acme/components", { component: { name: "Payments" } });
  admin = await browserOf(deployment, "admin");
  responder = await browserOf(deployment, "responder");
  const made = { kind: "alertmanager", name: "Cluster", quiet_means_well: true };
  const id = await owner.makeId("/pages/acme/sources", { source: made });
  const shown = await call("GET", `/pages/acme/sources/${id}`);
  source = { id, token: String(shown.ingest_url).split("/").at(-1) ?? "" };
});
afterAll(() => deployment.close());

async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { ...credentialsOf("owner"), "content-type": "application/json" };
  const answer = await admin.go(`/api/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  deployment.clock.now += 1000;
  return text === "" ? {} : JSON.parse(text);
}

async function send(key: string, severity: string, status = "firing") {
  const labels = { alertname: "Down", instance: key, severity };
  const answer = await post(deployment.ctx(), source, group([{ key, status, labels }]));
  expect(answer.ok).toBe(true);
  await deployment.settled();
  deployment.clock.now += 1000;
}

const versionIn = (html: string) =>
  /name="form" value="delete"[\s\S]*?name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
const plain = (html: string) => html.replaceAll(/<!-- -->|<script.*?<\/script>|<[^>]+>/gs, "");
const page = async (browser: Browser, path: string) => (await browser.go(`/manage/acme${path}`)).text();

async function alertCalled(title: string) {
  const all = (await call("GET", "/pages/acme/alerts?state=firing")) as unknown as {
    id: string;
    title: string;
    unassigned: string | null;
    told: { state: string } | null;
  }[];
  const found = all.find((each) => each.title === title);
  if (!found) throw new Error(`no alert ${title}`);
  return found;
}

describe("a critical alert that only the rule for everything else takes", () => {
  test("is red on Now with the form of a rule for it, which a responder is not offered", async () => {
    await send("payments", "critical");
    const { id, unassigned, told } = await alertCalled("payments is down");
    expect([unassigned, told?.state]).toEqual(["no_rule", "holding"]);
    const now = await page(admin, "");
    expect(plain(now)).toContain("Alerts that affect no component: 1");
    expect(now).toMatch(/bg-danger-wash[^>]*><p[^>]*>Alerts that affect no component/);
    expect(now).toContain(`/sources/${source.id}/rules/new?alert=${encodeURIComponent(id)}`);
    expect(plain(now)).toMatch(/An alert affects no component.*Public status/s);
    expect(await page(responder, "")).not.toContain("/rules/new?alert=");
  });

  test("is named on its own page, on the list of sources and on its source", async () => {
    const { id } = await alertCalled("payments is down");
    const own = plain(await page(responder, `/alerts/${encodeURIComponent(id)}`));
    expect(own).toMatch(/Who is notified.*Affects no component.*No rule matches\./s);
    expect(own).toMatch(/Nobody until .*: its rule has it on hold\./);
    for (const place of ["/sources", `/sources/${source.id}`]) {
      expect(plain(await page(admin, place)), place).toContain("Alerts that affect no component: 1");
    }
    expect(await call("GET", `/pages/acme/sources/${source.id}`)).toMatchObject({ unassigned: 1 });
  });

  test("the form of the rule is filled in; once it names a component nothing is left to say", async () => {
    const { id } = await alertCalled("payments is down");
    const form = await page(admin, `/sources/${source.id}/rules/new?alert=${encodeURIComponent(id)}`);
    expect(form).toContain("instance=payments");
    await call("POST", "/pages/acme/rules", {
      rule: {
        source_id: source.id,
        match: { labels: { instance: "pay*" } },
        mode: "none",
        components: { [component]: "major_outage" },
      },
    });
    await deployment.settled();
    expect(plain(await page(admin, ""))).not.toContain("Alerts that affect no component");
    const { unassigned, told } = await alertCalled("payments is down");
    expect([unassigned, told?.state]).toEqual([null, "not_notified"]);
    const own = plain(await page(responder, `/alerts/${encodeURIComponent(id)}`));
    expect(own).toContain("Nobody: its rule only changes component status.");
    expect(own).toMatch(/Chosen by .+, /);
  });
});

test("whoever mutes or dismisses is named, with until when", async () => {
  const { id } = await alertCalled("payments is down");
  const at = `/alerts/${encodeURIComponent(id)}`;
  await call("POST", `/pages/acme/alerts/${encodeURIComponent(id)}/dismiss`, { alert: { reason: "A drill." } });
  const dismissed = plain(await page(responder, at));
  expect(dismissed).toMatch(/Nobody: it was dismissed\..*Chosen by /s);
  await call("POST", `/pages/acme/alerts/${encodeURIComponent(id)}/restore`);
  const muted = { form: "mute", minutes: "60" };
  expect((await responder.post(`/manage/acme/sources/${source.id}`, muted)).status).toBe(303);
  const own = plain(await page(responder, at));
  expect(own).toMatch(/its origin is muted\..*Chosen by responder/s);
});

test("a rule is deleted once it was asked, with whom its alerts go to", async () => {
  const rules = (await call("GET", `/pages/acme/rules?source=${source.id}`)) as unknown as {
    id: string;
    catch_all: boolean;
  }[];
  const rule = rules.find((each) => !each.catch_all)?.id ?? "";
  const form = { form: "delete-rule", version: "0" };
  const at = `/manage/acme/sources/${source.id}/rules/${rule}`;
  const asked = await admin.post(at, form);
  expect(asked.status).toBe(200);
  const text = plain(await asked.text());
  expect(text).toMatch(/Delete this rule\?.*Alerts firing now that use this rule: 1.*payments is down/s);
  expect(text).toContain("Next rule for 1: All other alerts (catch-all)");
  expect(text).toContain("No longer affecting any component: payments is down");
  expect(text).toContain("Nothing else watches Payments");
  expect((await admin.post(at, { ...form, sure: "on" })).status).toBe(303);
  await deployment.settled();
  expect((await alertCalled("payments is down")).unassigned).toBe("no_rule");
});

test("an incident whose monitor is deleted is named in the dialogue, on Now, in its room and by the API", async () => {
  const settings = { url: "https://shop.example.com/" };
  const moved = { mode: "publish", hold: 0, components: { [component]: "major_outage" } };
  const id = await owner.makeId("/pages/acme/monitors", {
    monitor: { kind: "http", name: "Till", settings, ...moved },
  });
  const signal = makeAlertSignal({
    key: "down",
    status: "firing",
    title: "Till is down",
    startedAt: deployment.clock.now,
  });
  await keepSignals(deployment.ctx(), { pageId, said: [{ sourceId: id, signals: [signal] }] });
  await deployment.settled();
  deployment.clock.now += 1000;
  await settlePage(deployment.ctx(), pageId);
  const open = (await call("GET", "/pages/acme/incidents/unresolved")) as unknown as {
    id: string;
    unassigned: unknown;
  }[];
  expect(open.map((each) => each.unassigned)).toEqual([null, null]);
  const staying = "These incidents stay open, and nothing remains that would resolve them automatically";
  expect(plain(await page(admin, `/monitors/${id}`))).toContain(staying);
  const deleted = { form: "delete", sure: "on", version: versionIn(await page(admin, `/monitors/${id}`)) };
  expect((await admin.post(`/manage/acme/monitors/${id}`, deleted)).status).toBe(303);
  await deployment.settled();
  const left = "No alert or monitor remains that would resolve it automatically.";
  expect(plain(await page(responder, ""))).toContain(left);
  expect(plain(await page(responder, `/incidents/${open[0]?.id}`))).toContain(left);
  expect(await call("GET", `/pages/acme/incidents/${open[0]?.id}`)).toMatchObject({ unassigned: "monitor_deleted" });
});
