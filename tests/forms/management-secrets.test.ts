import { afterAll, beforeAll, expect, test } from "vitest";
import { noticeBatchTable } from "~/db/schema";
import { rotatePingKey } from "~/heartbeats/ping-key";
import { createMonitor } from "~/monitors/create";
import { updatePage } from "~/pages/update";
import { createInvitation } from "~/people/invitations/create";
import routes from "~/routes";
import { addresses, pathOf } from "../support/addresses";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { browserOf, credentialsOf, makePeople, Owner, type Stage, setStage, type Who } from "../support/matrix-cast";
import { wholeDatabase } from "../support/page-traces";
import { aDeadNotice, aProvider, arrange, aSeries, put, someSubscribers } from "../support/scenario";
import { newestMail } from "../support/sign-in-mail";
import { setMailer } from "../support/smtp";
import { openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let paths: string[];
/** What nobody may find in a page, by what it is. */
const secrets = new Map<string, string>();
/** What only these may find. */
const narrow: { value: string; what: string; mayKnow: readonly Who[] }[] = [];

const admins: readonly Who[] = ["admin", "owner"];
const asOwner = (id: string) => ({
  ...deployment.ctx({ kind: "person", id: "owner", operator: false, sessionId: "s" }),
  member: { pageId: id, role: "owner" as const },
});

async function makeMonitorWithSecrets(pageId: string): Promise<string> {
  const settings = { url: "https://shop.example.com/", headers: "X-Key: kept-header", token: "kept-bearer-token" };
  secrets.set("a header of a monitor", "kept-header").set("a token of a monitor", "kept-bearer-token");
  return (await good(createMonitor(asOwner(pageId), { pageId, kind: "http", name: "Shop", settings }))).id;
}

/** A subscriber whom a notice did not reach: its id. */
async function failAtSubscriber(pageId: string, address: string): Promise<string> {
  const { now } = deployment.clock;
  const about = { kind: "incident_opened", subjectId: stageIncident(pageId), scope: { componentIds: [] } };
  const { id } = await arrange(
    deployment,
    aDeadNotice(pageId, { ...about, audience: "subscribers" }),
    someSubscribers(pageId, 1, { id: `reader-${pageId}`, address }),
  );
  const recipients = [`reader-${pageId}`];
  const reasons = { [`reader-${pageId}`]: "550 no such person" };
  await put(deployment, noticeBatchTable, [{ noticeId: id, round: 0, number: 0, recipients, reasons, doneAt: now }]);
  return id;
}
const incidents = new Map<string, string>();
const stageIncident = (pageId: string) => incidents.get(pageId) ?? "";

async function setProvider(): Promise<void> {
  await arrange(deployment, aProvider("kept-client-secret"));
  await setMailer(
    deployment,
    { host: "127.0.0.1", port: 25 },
    { settings: { username: "u", password: "kept-mail-password" } },
  );
  secrets.set("a client secret", "kept-client-secret").set("a mailer's password", "kept-mail-password");
}

/** Every sealed value and every hash of a secret in any table, whichever comes to be there. */
async function rememberRows(): Promise<void> {
  for (const [table, rows] of Object.entries(await wholeDatabase(deployment))) {
    for (const [at, row] of rows.entries()) {
      for (const [column, value] of Object.entries(row)) {
        if (/_(sealed|hash|proof)$|^sealed$|^public_key$/.test(column) && String(value ?? "").length > 15)
          secrets.set(`${table}.${column} ${at}`, String(value));
      }
      const { sealed } = (table === "notice" ? JSON.parse(String(row.scope)) : {}) as { sealed?: string };
      if (sealed) secrets.set(`notice.scope.sealed ${at}`, sealed);
    }
  }
}

async function rememberOpened(pageId: string): Promise<void> {
  const { secrets: keys } = deployment.ctx();
  const database = await wholeDatabase(deployment);
  const openOf = async (table: string, column: string, id: string) =>
    String(await keys.open(String(database[table]?.find((row) => row.id === id)?.[column])));
  const know = (value: string, what: string, mayKnow: readonly Who[]) => narrow.push({ value, what, mayKnow });
  know(await openOf("source", "token_sealed", stage.sourceId), "an ingest address", admins);
  know(await openOf("source", "token_sealed", stage.heartbeat), "a ping address", admins);
  know(await openOf("page", "ping_key_sealed", pageId), "the ping key", admins);
  know(await openOf("page", "passphrase_sealed", pageId), "the passphrase", ["owner"]);
  for (const value of Object.values(JSON.parse(await openOf("channel", "settings_sealed", stage.channel))))
    secrets.set("a setting of a channel", String(value));
}

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  await setProvider();
  const maker = new Owner(await openBrowser(deployment), deployment);
  const other = await setStage(deployment, maker, "other");
  stage = await setStage(deployment, maker, "acme");
  for (const { id, incident } of [stage, other]) incidents.set(id, incident);
  const failed = await failAtSubscriber(stage.id, "reader.of.acme@mail.example");
  await failAtSubscriber(other.id, "reader.of.other@mail.example");
  secrets.set("a subscriber of another page", "reader.of.other@mail.example");
  narrow.push({ value: "reader.of.acme@mail.example", what: "a subscriber's address", mayKnow: admins });
  narrow.push({ value: "guest@mail.example", what: "an invited address", mayKnow: ["owner"] });
  const template = await maker.makeId("/pages/acme/incident_templates", { template: { name: "Slow", title: "Slow" } });
  const { id: series } = await arrange(deployment, aSeries(stage.id));
  stage = { ...stage, monitor: await makeMonitorWithSecrets(stage.id) };
  const [page] = (await wholeDatabase(deployment)).page?.filter(({ id }) => id === stage.id) ?? [];
  await good(
    updatePage(asOwner(stage.id), { pageId: stage.id, version: Number(page?.version), visibility: "passphrase" }),
  );
  await good(rotatePingKey(asOwner(stage.id), { pageId: stage.id }));
  await good(createInvitation(asOwner(stage.id), { pageId: stage.id, role: "viewer", email: "guest@mail.example" }));
  secrets.set("an invitation's token", (await newestMail(deployment, "invitation"))?.token ?? "none");
  for (const who of ["owner", "viewer"] as const)
    secrets.set(`the token of ${who}`, credentialsOf(who).authorization?.slice(7) ?? "none");
  await rememberRows();
  await rememberOpened(stage.id);
  const notices = (await wholeDatabase(deployment)).notice?.filter(({ page_id }) => page_id === stage.id) ?? [];
  const managed = addresses(routes).filter((each) => each.startsWith("/manage") && !each.includes("sign-out"));
  paths = [
    ...managed.map((each) => pathOf(each, stage, { notice: failed, series, template })),
    ...notices.flatMap(({ id }) => [`/manage/acme/outbox/${id}`, `/manage/acme/outbox/${id}/email`]),
    `/manage/acme/monitors/new?from=${stage.monitor}`,
    `/manage/acme/heartbeats/new?from=${stage.heartbeat}`,
  ];
}, 180_000);
afterAll(() => deployment.close());

const dataOf = (path: string) => path.replace(/(\?.*)?$/, (query) => `.data${query}`);

/** A file that can be restored holds hashes, so that senders go on, and the operator's the people of all pages. */
const inFiles = (path: string, what: string) =>
  (/export|backup/.test(path) && /_hash /.test(what)) || (/backup/.test(path) && /address|subscriber/.test(what));

/** What of all that must stay hidden stands in the text. */
const leaksIn = (text: string, who: Who) => [
  ...[...secrets].filter(([, value]) => text.includes(value)).map(([what]) => what),
  ...narrow.filter(({ value, mayKnow }) => !mayKnow.includes(who) && text.includes(value)).map(({ what }) => what),
];

/** As documents, which hold their data where they are hydrated, and as data alone; those who see least are asked for both. */
function asked(who: Who): string[] {
  if (who === "operator") return paths.filter((each) => !each.startsWith("/manage/acme"));
  if (who === "admin") return paths.map(dataOf);
  return who === "owner" ? paths : paths.flatMap((each) => [each, dataOf(each)]);
}

test("no page of the desk, as a document or as data, holds a secret or what is not for who looks at it", {
  timeout: 300_000,
}, async () => {
  const leaks: string[] = [];
  let answered = 0;
  const told = new Set<string>();
  for (const who of ["viewer", "admin", "owner", "operator"] as const) {
    const browser = await browserOf(deployment, who);
    for (const path of asked(who)) {
      const answer = await browser.go(path);
      if (answer.status === 200) answered += 1;
      const text = await answer.text();
      for (const { what, value } of narrow) if (text.includes(value)) told.add(what);
      const found = leaksIn(text, who).filter((what) => !inFiles(path, what));
      leaks.push(...found.map((what) => `${path} tells ${who}: ${what}`));
    }
  }
  console.log(`${answered} answers, ${secrets.size + narrow.length} values`);
  expect(leaks).toEqual([]);
  // What some may know was there to be found: the test looks in the right place.
  expect([...told].sort()).toEqual(narrow.map(({ what }) => what).sort());
  expect(answered).toBeGreaterThan(200);
});

test("a field for a secret is marked as one, so that nothing typed into it is kept on the device", async () => {
  const admin = await browserOf(deployment, "admin");
  const html = await (await admin.go(`/manage/acme/monitors/${stage.monitor}`)).text();
  const fields = [...html.matchAll(/<(?:input|textarea)[^>]*name="settings\.(\w+)"[^>]*>/g)];
  const marked = fields.filter(([field]) => field.includes('data-secret="true"')).map(([, name]) => name);
  expect(marked.sort()).toEqual(["body", "earlier", "headers", "password", "token"]);
});

test("a page's data cannot be had by naming another route, nor on a page's own host", async () => {
  const viewer = await browserOf(deployment, "viewer");
  for (const named of ["pages/settings/desk/settings-danger.route", "pages/desk/page-layout.route", "root", ""]) {
    const answer = await viewer.go(`/manage/acme/settings/visibility.data?_routes=${encodeURIComponent(named)}`);
    const text = await answer.text();
    expect([named, leaksIn(text, "viewer"), /unlockUrl|"role"/.test(text)]).toEqual([named, [], false]);
  }
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE page SET host = 'status.acme.example' WHERE id = ?1").bind(stage.id).run();
  const owner = await browserOf(deployment, "owner");
  for (const path of ["/manage/acme.data", "/__manifest?p=/manage/acme", "/manage/account.data", "/api/v1/pages"]) {
    const answer = await owner.go(`https://status.acme.example${path}`);
    expect([path, answer.status, (await answer.text()).includes("desk/")]).toEqual([path, 404, false]);
  }
});
