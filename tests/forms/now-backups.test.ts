import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupCopiesSummary } from "~/backup/rules/daily";
import { readNowView } from "~/now/read";
import { type Desk, good, openDesk } from "../support/desk";

const hour = 3_600_000;

let acme: Desk;
beforeAll(async () => {
  acme = await openDesk();
});
afterAll(() => acme.close());

/** Now as somebody of the page reads it, where the machine answers so; null = it makes no backups. */
async function backupsOn(answer: (() => Promise<Response>) | null) {
  const { bindings } = acme.deployment;
  if (answer) bindings.BACKUPS = { fetch: answer } as unknown as Fetcher;
  else delete bindings.BACKUPS;
  return (await good(readNowView(acme.as("viewer"), { pageId: acme.pageId }))).backups;
}

const says = (said: BackupCopiesSummary) => async () => Response.json(said);

test("Now knows how old the newest backup is, and that it does not know", async () => {
  const { now } = acme.deployment.clock;
  expect(await backupsOn(null)).toBeNull();
  expect(await backupsOn(says({ last: now - hour, failure: null }))).toEqual({ state: "good", last: now - hour });
  expect(await backupsOn(says({ last: now - 49 * hour, failure: null }))).toMatchObject({ state: "old" });
  expect(await backupsOn(says({ last: now, failure: "denied" }))).toEqual({ state: "denied", last: now });
  expect(await backupsOn(says({ last: null, failure: null }))).toEqual({ state: "none", last: null });
});

test.each<[string, () => Promise<Response>]>([
  ["refuses", async () => new Response("no", { status: 500 })],
  ["fails", () => Promise.reject(new Error("gone"))],
  ["says something else", async () => new Response("<html>")],
])("where the machine %s, nothing is known, and Now is shown all the same", async (_name, answer) => {
  expect(await backupsOn(answer)).toEqual({ state: "unknown", last: null });
});
