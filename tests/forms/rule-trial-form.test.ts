import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { group, post } from "../support/ingest";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

/** The form of a rule without script: made from an alert, tried, filled in by what was seen, and saved as typed. */
let deployment: TestDeployment;
let stage: Stage;
let admin: Browser;

const labels = { alertname: "SlowQueries", service: "checkout" };
const here = () => `/manage/acme/sources/${stage.sourceId}/rules/new`;

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  admin = await browserOf(deployment, "admin");
  deployment.clock.now += 1000;
  await post(deployment.ctx(), stage, group([{ key: "slow", startsAt: deployment.clock.now, labels }]));
  await deployment.settled();
});
afterAll(() => deployment.close());

const typed = (more: Record<string, string> = {}) => ({
  form: "rule",
  intent: "rule",
  "match.labels": "service=check*",
  "match.title": "",
  mode: "draft",
  hold: "77",
  resolveAfter: "88",
  groupBy: "",
  publicTitle: "Payments",
  publicBody: "",
  ...more,
});

const textIn = (html: string) => html.replaceAll(/<script[\s\S]*?<\/script>|<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

test("an alert leads to the form of a rule for alerts like it", async () => {
  const list = await (await admin.go("/manage/acme")).text();
  const [path = ""] = /\/manage\/acme\/alerts\/[^"]+/.exec(list) ?? [];
  const [link = ""] = /\/manage\/acme\/sources\/[^"]+\/rules\/new\?alert=[^"]+/.exec(
    await (await admin.go(path)).text(),
  ) ?? [""];
  const form = await (await admin.go(link)).text();
  expect(form).toMatch(/alertname=SlowQueries\s+service=checkout/);
});

test("an alert leads to its deliveries, and each of them back to it", async () => {
  const list = await (await admin.go("/manage/acme")).text();
  const [path = ""] = /\/manage\/acme\/alerts\/[^"]+/.exec(list) ?? [];
  const [link = ""] = /\/manage\/acme\/sources\/[^"]+\/deliveries\?text=[^"]+/.exec(
    await (await admin.go(path)).text(),
  ) ?? [""];
  const found = await (await admin.go(link)).text();
  const [delivery = ""] = /\/manage\/acme\/sources\/[^"/]+\/deliveries\/[^"]+/.exec(found) ?? [];
  expect(await (await admin.go(delivery)).text()).toContain(`href="${path}"`);
});

test("trying saves nothing, says which deliveries, and keeps what was typed", async () => {
  const answer = await admin.post(here(), typed({ try: "1" }));
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(textIn(html)).toMatch(/Past deliveries matched: 1 of \d+\./);
  // Without script the document itself takes whoever pressed the button to the answer.
  expect(html).toMatch(/<p[^>]*autofocus[^>]*>Past deliveries matched/i);
  expect(html).toContain(`/manage/acme/sources/${stage.sourceId}/deliveries/`);
  for (const kept of ["service=check*", 'value="77"', 'value="Payments"']) expect(html).toContain(kept);
  const bad = await admin.post(here(), typed({ try: "1", "match.labels": "nonsense" }));
  expect([bad.status, await bad.text()]).toEqual([422, expect.stringContaining("Write each line as name=pattern")]);
});

test("a label or title that is pressed is put into the match; nothing else changes", async () => {
  const html = await (await admin.post(here(), typed({ "add-label": "alertname=SlowQueries" }))).text();
  expect(html).toMatch(/service=check\*\s+alertname=SlowQueries/);
  expect(html).toContain('value="77"');
  const titled = await (await admin.post(here(), typed({ "use-title": "slow is down" }))).text();
  expect(titled).toMatch(/name="match.title"[^>]*value="slow is down"|value="slow is down"[^>]*name="match.title"/);
});

test("what was typed is saved", async () => {
  expect((await admin.post(here(), typed())).status).toBe(303);
});
