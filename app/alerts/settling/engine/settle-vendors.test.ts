import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkChangeMonitors } from "~/monitors/bulk";
import { updateMonitor } from "~/monitors/update";
import { deleteMonitor, pauseMonitor } from "~/monitors/verbs";
import { publishPages } from "~/status-page/publishing/engine/publish";
import { readPublishedView } from "~/status-page/view-page";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { watch } from "../../../../tests/support/monitors";
import { incidentsOf, keepSignals, observedOf, settled } from "../../../../tests/support/own-alerts";
import { type Browser, openBrowser } from "../../../../tests/support/worker";
import { listAlerts } from "../../list";
import { makeAlertSignal } from "../../rules/signal";
import { bulkAlerts } from "../../several-alerts";
import { dismissAlert } from "../../verbs";

let desk: Desk;
let browser: Browser;
const link = "https://www.githubstatus.com/";

beforeAll(async () => {
  desk = await openDesk();
  browser = await openBrowser(desk.deployment);
});
afterAll(async () => {
  await desk.deployment.settled();
  await desk.close();
});

const follow = (name: string, status: "operational" | "major_outage", at: 0 | 1) =>
  watch(desk, {
    name,
    kind: "vendor",
    settings: { url: link },
    mode: "none",
    components: { [desk.components[at]]: status },
  });

/** Reports the status of a vendor's page, settled and published as the tick does. */
async function reports(sourceId: string, name: string, status: "firing" | "resolved", labels: object = { link }) {
  desk.deployment.clock.now += 60_000;
  const ctx = desk.deployment.ctx({ kind: "machine", id: "checks" });
  const now = ctx.now();
  const times = status === "firing" ? { startedAt: now } : { endedAt: now };
  const said = { title: `${name} is down`, severity: "critical" as const, labels: { monitor: name, ...labels } };
  const signal = makeAlertSignal({ key: "down", status, ...said, ...times });
  await keepSignals(ctx, { pageId: desk.pageId, said: [{ sourceId, signals: [signal] }] });
  await settled(desk);
  await publishPages(desk.deployment.ctx({ kind: "machine", id: "tick" }), [desk.pageId], ["home"]);
  await desk.deployment.settled();
}

const textOf = async (path: string) => (await browser.go(path)).text();
const published = async () => (await good(readPublishedView(desk.deployment.ctx(), { slug: "acme" }))).snapshot;

test("what a vendor reports is shown beside a component that stays as it is, until it is over", async () => {
  const id = await follow("GitHub <b>", "operational", 0);
  await desk.deployment.settled();
  expect(await observedOf(desk, desk.components[0])).toEqual([]);
  await reports(id, "GitHub <b>", "firing");
  expect(await observedOf(desk, desk.components[0])).toEqual([]);
  expect(await incidentsOf(desk)).toEqual([]);
  const { vendors, components } = await published();
  expect(vendors).toEqual([{ name: "GitHub <b>", url: link, componentIds: [desk.components[0]] }]);
  expect(components.find((each) => each.id === desk.components[0])?.observed).toBe(false);
  const [home, own, other] = await Promise.all(
    ["/acme", `/acme/components/${desk.components[0]}`, `/acme/components/${desk.components[1]}`].map(textOf),
  );
  const anchor = new RegExp(`<a href="${link}" rel="nofollow noopener"[^>]*>GitHub &lt;b&gt;</a>`);
  for (const text of [home, own]) expect(text).toMatch(anchor);
  expect(own).toContain("reports a problem on its status page.");
  expect(other).not.toContain("GitHub");
  await reports(id, "GitHub <b>", "resolved");
  expect(await textOf("/acme")).not.toContain("GitHub");
});

test("a component that it moves says because of whom, without an incident, in the reader's language", async () => {
  const id = await follow("Stripe", "major_outage", 1);
  await reports(id, "Stripe", "firing");
  expect((await observedOf(desk, desk.components[1])).at(-1)?.[0]).toBe("major_outage");
  expect(await incidentsOf(desk)).toEqual([]);
  const path = `/acme/components/${desk.components[1]}`;
  expect(await textOf(path)).toMatch(/Because of <a [^>]*>Stripe<\/a>, which reports a problem on its status page\./);
  const german = await browser.go(path, { headers: { "accept-language": "de" } });
  expect(await german.text()).toMatch(/Wegen <a [^>]*>Stripe<\/a>: /);
  await reports(id, "Stripe", "resolved");
});

test("who may not be named is not, and a link that is none is none", async () => {
  const id = await follow("Secret vendor", "operational", 0);
  await reports(id, "Secret vendor", "firing", {});
  await reports(id, "Secret vendor", "firing", { link: "javascript:alert(1)" });
  expect(await textOf("/acme")).not.toContain("Secret vendor");
  expect((await published()).vendors).toBeUndefined();
});

const ends: [string, (id: string) => Promise<unknown>][] = [
  ["paused", (id) => good(pauseMonitor(desk.as("admin"), { pageId: desk.pageId, id }))],
  ["deleted", (id) => good(deleteMonitor(desk.as("admin"), { pageId: desk.pageId, id }))],
  [
    "paused with others",
    (id) => good(bulkChangeMonitors(desk.as("admin"), { pageId: desk.pageId, ids: [id], action: "pause" })),
  ],
  [
    "deleted with others",
    (id) => good(bulkChangeMonitors(desk.as("admin"), { pageId: desk.pageId, ids: [id], action: "delete" })),
  ],
  [
    "told to look at another component",
    (id) =>
      good(
        updateMonitor(desk.as("admin"), {
          pageId: desk.pageId,
          id,
          components: { [desk.components[1]]: "operational" },
        }),
      ),
  ],
  [
    "dismissed",
    async (id) => {
      const { alerts } = await good(listAlerts(desk.as("admin"), { pageId: desk.pageId, sourceId: id }));
      const firing = alerts.find(({ state }) => state === "firing")?.id ?? "";
      await good(dismissAlert(desk.as("admin"), { pageId: desk.pageId, id: firing, reason: "Not us." }));
    },
  ],
  [
    "dismissed with others",
    async (id) => {
      const { alerts } = await good(listAlerts(desk.as("admin"), { pageId: desk.pageId, sourceId: id }));
      const ids = alerts.filter(({ state }) => state === "firing").map((each) => each.id);
      const reason = "Not us.";
      await good(bulkAlerts(desk.as("admin"), { pageId: desk.pageId, ids, action: "dismiss", reason }));
    },
  ],
];

test.each(ends)("once its monitor is %s, nothing of a vendor stands beside the component any more", async (_, end) => {
  const id = await follow("Twilio", "operational", 0);
  await reports(id, "Twilio", "firing");
  expect((await published()).vendors).toMatchObject([{ name: "Twilio" }]);
  await end(id);
  await desk.deployment.settled();
  // Values kept in memory expire after a second.
  desk.deployment.clock.now += 2000;
  const { vendors = [] } = await published();
  expect(vendors.filter(({ componentIds }) => componentIds.includes(desk.components[0]))).toEqual([]);
  await desk.deployment.settled();
  await deleteMonitor(desk.as("admin"), { pageId: desk.pageId, id });
});
