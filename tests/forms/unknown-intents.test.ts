import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { formsIn, postedAsShown } from "../support/desk-forms";
import { browserOf, type Who } from "../support/matrix-cast";
import { type Matrix, setMatrix } from "../support/matrix-stages";

/** Pages with forms of several kinds, and who may send all of them. */
const pages: [address: string, who: Who][] = [
  ["/manage", "operator"],
  ["/manage/sign-in", "visitor"],
  ["/manage/account", "owner"],
  ["/manage/deployment", "operator"],
  ["/manage/deployment/people", "operator"],
  ["/manage/deployment/mailers/:id", "operator"],
  ["/manage/deployment/providers/:id", "operator"],
  ["/manage/:page", "owner"],
  ["/manage/:page/incidents/new", "owner"],
  ["/manage/:page/incidents/backfill", "owner"],
  ["/manage/:page/incidents/:id", "owner"],
  ["/manage/:page/incidents/:id/postmortem", "owner"],
  ["/manage/:page/agents/:id", "owner"],
  ["/manage/:page/templates/new", "owner"],
  ["/manage/:page/templates/:id", "owner"],
  ["/manage/:page/views", "owner"],
  ["/manage/:page/views/:id", "owner"],
  ["/manage/:page/alerts", "owner"],
  ["/manage/:page/alerts/:id", "owner"],
  ["/manage/:page/maintenances/new", "owner"],
  ["/manage/:page/maintenances/:id", "owner"],
  ["/manage/:page/maintenances/series/:series", "owner"],
  ["/manage/:page/components", "owner"],
  ["/manage/:page/components/:id", "owner"],
  ["/manage/:page/groups/:id", "owner"],
  ["/manage/:page/sources/:id", "owner"],
  ["/manage/:page/sources/:id/rules/:rule", "owner"],
  ["/manage/:page/sources/:id/setup", "owner"],
  ["/manage/:page/sources/:id/mapping", "owner"],
  ["/manage/:page/monitors/:id", "owner"],
  ["/manage/:page/heartbeats", "owner"],
  ["/manage/:page/heartbeats/:id", "owner"],
  ["/manage/:page/channels/:id", "owner"],
  ["/manage/:page/outbox", "owner"],
  ["/manage/:page/outbox/:id", "owner"],
  ["/manage/:page/people", "owner"],
  ["/manage/:page/subscribers", "owner"],
  ["/manage/:page/configuration", "owner"],
  ["/manage/:page/configuration/repositories/:id", "owner"],
  ["/manage/:page/configuration/repositories/:id/readings/:reading", "owner"],
  ["/manage/:page/imports/new/:origin", "owner"],
  ["/manage/:page/imports/:id", "owner"],
  ["/manage/:page/imports/:id/things/:noun", "owner"],
  ["/manage/:page/settings/branding", "owner"],
  ["/manage/:page/settings/domain", "owner"],
  ["/manage/:page/settings/visibility", "owner"],
];

let deployment: TestDeployment;
let matrix: Matrix;

beforeAll(async () => {
  deployment = await openDeployment();
  matrix = await setMatrix(deployment);
});
afterAll(() => deployment.close());

async function entries(): Promise<number> {
  const counted = deployment.ctx().d1.prepare("SELECT count(*) AS entries FROM audit_entry").bind();
  return Number((await counted.first<{ entries: number }>())?.entries);
}

/** Everything that the page's forms send together, so that whatever is taken for one of them has all that it needs. */
const everythingIn = (html: string): Record<string, string> =>
  Object.assign(
    { sure: "on" },
    ...formsIn(html).map((form) => ({ ...postedAsShown(form), version: form.version ?? "0" })),
  );

test.each(pages)("%s refuses a form that it does not know, and does nothing", async (address, who) => {
  const [stage] = matrix.stages;
  const path = matrix.pathOf(address, stage);
  const browser = await browserOf(deployment, who);
  const html = await (await browser.go(path)).text();
  const known = new Set(formsIn(html).map(({ name }) => name));
  const before = await entries();
  const unknown = [
    { form: "no-such-form", intent: "" },
    ...["no-such-form", ...known].map((form) => ({ form, intent: "no-such-deed" })),
  ];
  for (const names of unknown) {
    const { status } = await browser.post(path, { ...everythingIn(html), ...names });
    expect({ ...names, status }).toEqual({ ...names, status: address.endsWith("/setup") ? 404 : 422 });
  }
  expect(await entries()).toBe(before);
});
