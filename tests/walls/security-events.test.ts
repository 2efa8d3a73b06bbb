import { afterEach, beforeEach, expect, test } from "vitest";
import { exportDeploymentAudit, listDeploymentAudit } from "~/audit/deployment";
import { runBatch } from "~/db/run-batch";
import { strangerRowCostByBucket, strangerRowLimit } from "~/people/rules/stranger-rows";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../support/database";
import { good, operator } from "../support/desk";
import { browserOf, credentialsOf, makePeople } from "../support/matrix-cast";
import { aPage, arrange } from "../support/scenario";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stranger: Browser;
beforeEach(async () => {
  deployment = await openDeployment();
  resetIsolate();
  await arrange(deployment, aPage({ slug: "acme" }));
  await makePeople(deployment);
  stranger = await openBrowser(deployment);
});
afterEach(() => deployment.close());

const from = (network: number) => ({ "cf-connecting-ip": `10.${network >> 8}.${network & 255}.1` });

async function entries(): Promise<{ action: string; after: string }[]> {
  const sql =
    "SELECT action, after FROM audit_entry WHERE page_id IS NULL AND subject_kind = 'security' ORDER BY at, id";
  const [rows] = await runBatch(deployment.ctx(), [{ sql, params: [] }]);
  return (rows?.results ?? []) as { action: string; after: string }[];
}

const badToken = { authorization: "Bearer upfront_nobody-has-this-token-at-all-000000" };
const secrets = ["nobody-has-this-token", "x".repeat(43), "a wrong passphrase"];

/** Every way to be refused, each once: callers of recordSecurityEvent, unlockPage among them. */
async function refusals(network: number): Promise<void> {
  const viewer = await browserOf(deployment, "viewer");
  await stranger.go("/api/v1/pages", { headers: { ...badToken, ...from(network) } });
  await stranger.go("/manage", { headers: { cookie: `__Host-session=${"x".repeat(43)}`, ...from(network) } });
  await stranger.post(
    "/manage/sign-in",
    { address: "a@example.com" },
    { "sec-fetch-site": "cross-site", ...from(network) },
  );
  await viewer.go("/manage/deployment", { headers: from(network) });
  await stranger.post("/acme/unlock", { passphrase: "a wrong passphrase" }, from(network));
  await stranger.post(
    "/manage/sign-in/code",
    { code: "77777777" },
    { cookie: `__Host-asked=${"x".repeat(43)}.`, ...from(network) },
  );
  await stranger.post("/manage/sign-in", { intent: "passkey-finish", credential: "{}" }, from(network));
}

test("each refusal is an entry of the deployment's audit log, without what was sent", async () => {
  await refusals(1);
  const seen = await entries();
  expect(seen.map(({ action }) => action).sort()).toEqual([
    "security.bad_code",
    "security.bad_passkey",
    "security.bad_passphrase",
    "security.bad_session",
    "security.bad_token",
    "security.cross_site",
    "security.forbidden",
  ]);
  for (const secret of secrets) expect(JSON.stringify(seen)).not.toContain(secret);
  const networks = seen.map(({ after }) => (JSON.parse(after) as { network: string }).network);
  expect(new Set(networks)).toEqual(new Set(["0a0001/24"]));
});

test("so is what a program's token may not do", async () => {
  const headers = { ...credentialsOf("owner, read-only"), ...from(4), "content-type": "application/json" };
  const page = JSON.stringify({ page: { name: "Mine", subdomain: "mine", time_zone: "UTC" } });
  expect((await stranger.go("/api/v1/pages", { method: "POST", headers, body: page })).status).toBe(403);
  expect((await entries()).map(({ action }) => action)).toEqual(["security.forbidden"]);
});

test("a thousand in a minute are one entry, and the next says how many it stands for", async () => {
  const refuse = () => stranger.go("/api/v1/pages", { headers: { ...badToken, ...from(2) } });
  for (let n = 0; n < 1000; n++) await refuse();
  expect(await entries()).toHaveLength(1);
  deployment.clock.now += 61_000;
  await refuse();
  expect((await entries()).map(({ after }) => (JSON.parse(after) as { times: number }).times)).toEqual([1, 1000]);
});

test("however many networks, a day's entries stay within their rows", async () => {
  for (let n = 0; n < 200; n++) await stranger.go("/api/v1/pages", { headers: { ...badToken, ...from(300 + n) } });
  expect(await entries()).toHaveLength(
    Math.floor(strangerRowLimit("security", "free") / strangerRowCostByBucket.security),
  );
});

test("operators read, search and export them; nobody else does, and the export is an entry", async () => {
  await refusals(3);
  const listed = await good(listDeploymentAudit(deployment.ctx(operator), { subjectKind: "security" }));
  expect(listed.entries).toHaveLength(7);
  const { csv } = await good(exportDeploymentAudit(deployment.ctx(operator), { subjectKind: "security" }));
  expect(csv.split("\n")).toHaveLength(8);
  const page = await (await browserOf(deployment, "operator")).go("/manage/deployment/audit?kind=security");
  const html = await page.text();
  expect(html).toContain("sent an invalid API token");
  expect(html).toContain('href="/manage/deployment/audit/export?kind=security"');
  for (const path of ["/manage/deployment/audit", "/manage/deployment/audit/export"])
    expect((await (await browserOf(deployment, "owner")).go(path)).status).toBe(403);
  const [last] = (await good(listDeploymentAudit(deployment.ctx(operator), { subjectKind: "deployment" }))).entries;
  expect(last?.action).toBe("deployment.export_audit");
});
