import { afterAll, beforeAll, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { runBatch } from "~/db/run-batch";
import { createSource } from "~/sources/create";
import { readSource } from "~/sources/read";
import { type Desk, failureOf, good, openDesk, operator } from "../../tests/support/desk";
import { downloadBackup, exportPageBackup } from "./download";
import { inspectBackup } from "./read";
import type { BackupHeader } from "./rules/backup";

let acme: Desk;
let other: Desk;
const bearer = "a-bearer-token-of-the-sender";
const hook = "https://hooks.slack.com/services/T0/B0/of-the-channel";

beforeAll(async () => {
  acme = await openDesk();
  other = await openDesk(acme.deployment, "other");
  const settings = { bearerToken: bearer, username: "prometheus" };
  await good(
    createSource(acme.as("admin"), { pageId: acme.pageId, kind: "alertmanager", name: "Prometheus", settings }),
  );
  await good(
    createChannel(acme.as("admin"), {
      pageId: acme.pageId,
      kind: "slack",
      name: "Ops",
      settings: { url: hook },
      events: ["draft_opened"],
    }),
  );
});
afterAll(() => acme.close());

const looked = (text: string) =>
  inspectBackup(
    async function* () {
      yield text;
    },
    { withoutSecrets: false },
  );

const headerOf = (text: string) => JSON.parse(text.split("\n")[0] ?? "") as BackupHeader;

const rowsIn = (text: string, table: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`{"table":"${table}"`))
    .map((line) => (JSON.parse(line) as { row: Record<string, unknown> }).row);

test("the operator's file holds every page and no secret, says what to set again, and is audited", async () => {
  const { name, text } = await good(downloadBackup(acme.deployment.ctx(operator)));
  expect(name).toBe("upfront-backup-2026-11-20.jsonl");
  expect(await looked(text)).toMatchObject({ file: { header: { scope: "deployment" } } });
  expect(
    rowsIn(text, "page")
      .map(({ slug }) => slug)
      .sort(),
  ).toEqual(["acme", "other"]);
  for (const secret of [bearer, "of-the-channel"]) expect(text).not.toContain(secret);
  expect(
    headerOf(text)
      .set_again.map(({ kind, name }) => [kind, name])
      .sort(),
  ).toEqual([
    ["channel", "Ops"],
    ["source", "Prometheus"],
  ]);
  const [source] = rowsIn(text, "source");
  expect(String(source?.settings_sealed)).toMatch(/^plain:.*"username":"prometheus"/);
  const { results } = await acme.deployment.bindings.DB.prepare(
    "SELECT actor_id FROM audit_entry WHERE action = 'deployment.backup'",
  ).all();
  expect(results).toEqual([{ actor_id: operator.kind === "person" && operator.id }]);
});

test("a source whose secret was left out asks for one that nobody knows, and its page still opens", async () => {
  const { text } = await good(downloadBackup(acme.deployment.ctx(operator)));
  const [left] = rowsIn(text, "source");
  const columns = { token: left?.token_sealed, settings: left?.settings_sealed };
  const sql = "UPDATE source SET token_sealed = ?1, settings_sealed = ?2";
  await runBatch(acme.deployment.ctx(), [{ sql, params: [columns.token, columns.settings] }]);
  const { ingestUrl, settings } = await good(
    readSource(acme.as("admin"), { pageId: acme.pageId, id: String(left?.id) }),
  );
  expect(ingestUrl).toContain("rotate-to-see-a-new-one");
  expect(settings).toMatchObject({ username: "prometheus", bearerToken: "••••••••" });
});

test("an owner's file holds the page and its people, and nothing of another page", async () => {
  const { name, text } = await good(exportPageBackup(acme.owner(), { pageId: acme.pageId, slug: "acme" }));
  expect(name).toBe("acme-2026-11-20.jsonl");
  expect(await looked(text)).toMatchObject({ file: { header: { scope: "page", name: "Acme" } } });
  expect(text).not.toContain(other.pageId);
  expect(rowsIn(text, "component")).toHaveLength(3);
  for (const table of ["deployment", "mailer", "identity_provider", "passkey", "api_token"]) {
    expect(rowsIn(text, table), table).toEqual([]);
  }
  expect(rowsIn(text, "person").every(({ operator: one }) => one === 0)).toBe(true);
});

test("who is no operator, or no owner of this page, gets nothing", async () => {
  expect(await failureOf(downloadBackup(acme.owner()))).toMatchObject({ name: "forbidden" });
  const given = { pageId: acme.pageId, slug: "acme" };
  expect(await failureOf(exportPageBackup(acme.as("admin"), given))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(exportPageBackup(other.owner(), given))).toMatchObject({ name: "missing" });
});

test("what is too large for one answer says so and names the command", async () => {
  const sql = `INSERT INTO ping_body (heartbeat_id, slot, number, body)
    SELECT 'h', j.value, 1, replace(hex(zeroblob(50000)), '00', 'word ') FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]') j`;
  await runBatch(acme.deployment.ctx(), [{ sql, params: [] }]);
  expect(await failureOf(downloadBackup(acme.deployment.ctx(operator)))).toMatchObject({
    code: "backup_too_large",
    detail: expect.stringContaining("backup.too_large"),
  });
});
