import { beforeAll, describe, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { schemaVersion } from "~/db/schema/version";
import { resetIsolate } from "~/platform/isolate";
import { DemoTables, demoIdMaker, writeDemoTables } from "../../scripts/demo/demo-rows.ts";
import { seedDemo } from "../../scripts/demo/seed.ts";
import { type LocalSealedDatabase, restoreIntoDatabase as restoreFrom } from "../../server/backup/copy-restore.ts";
import { fillTables, rewritten } from "../support/backup";
import {
  backupOf,
  databaseOf,
  everything,
  type FolderDeployment,
  isKept,
  linesOf,
  open,
  openFile,
  partsOf,
  placeOf,
  plainly,
  restoreInto,
  rowsIn,
  rowsOf,
  secret,
  tableOf,
} from "../support/backup-places";
import { noon, type TestDeployment } from "../support/database";
import { migrationFiles } from "../support/emptied-database";
import { openBrowser } from "../support/worker";

const minute = 60_000;

const statuspage = ["summary", "status", "components", "incidents", "incidents/unresolved", "scheduled-maintenances"];

/** Every public format of the demo page, as its bytes. */
async function bytesOf(deployment: TestDeployment): Promise<Record<string, string>> {
  resetIsolate();
  const [[incident], [maintenance], [component]] = await Promise.all([
    rowsOf<{ id: string }>(deployment, "SELECT id FROM incident ORDER BY id DESC LIMIT 1"),
    rowsOf<{ id: string }>(deployment, "SELECT id FROM maintenance ORDER BY id DESC LIMIT 1"),
    rowsOf<{ id: string }>(deployment, "SELECT id FROM component ORDER BY id LIMIT 1"),
  ]);
  const paths = [
    "",
    "/history",
    "/feed.atom",
    "/feed.rss",
    `/incidents/${incident?.id}`,
    `/maintenances/${maintenance?.id}`,
    `/components/${component?.id}`,
    `/components/${component?.id}/feed.atom`,
    ...statuspage.map((name) => `/api/v2/${name}.json`),
  ];
  const browser = await openBrowser(deployment);
  const found: Record<string, string> = {};
  for (const path of paths) {
    const answer = await browser.go(`/larkfield${path}`);
    found[path] = `${answer.status} ${await answer.text()}`;
  }
  return found;
}

let origin: FolderDeployment;
let bytes: Record<string, string>;

beforeAll(async () => {
  origin = await open();
  await seedDemo(databaseOf(origin), noon, secret);
  await handleCronTick(origin.ctx(), noon);
  bytes = await bytesOf(origin);
});

/** With a secret of its own; every test brings something else into it. */
let place: FolderDeployment;

describe("a deployment of the demo", () => {
  beforeAll(async () => {
    place = await open({ UPFRONT_SECRET: "quite another secret, of 32 letters or more" });
  });

  test("has the same bytes in every format where it is restored, and its secrets stay behind", async () => {
    const { text, setAgain } = await backupOf(placeOf(origin), false);
    expect(setAgain).toEqual([]);
    expect(text).not.toMatch(/_sealed":"(?!plain:)[\w.-]{20,}/);
    const { rows } = await restoreInto(placeOf(place), text, plainly);
    await handleCronTick(place.ctx(), noon);
    expect(rows).toBe(linesOf(text).length);
    const restored = await bytesOf(place);
    expect(Object.values(restored).every((each) => each.startsWith("200 "))).toBe(true);
    expect(restored).toEqual(bytes);
  });

  test("is left as it is where it is not to be replaced, a row is there twice, or the file changes while it is read", async () => {
    const { text } = await backupOf(placeOf(origin), false);
    const before = await everything(place);
    const replacing = { ...plainly, replace: true };
    await expect(restoreInto(placeOf(place), text, plainly)).rejects.toThrow(/not empty \(1 page/);
    const twice = (line: string) =>
      line.startsWith('{"table":"page",') ? `${line}\n${line.replace(/"id":"../, '"id":"zz')}` : line;
    const doubled = rewritten(rewritten(text, twice), (line, number) =>
      number === 1 ? line.replace('"page":1', '"page":2') : line,
    );
    await expect(restoreInto(placeOf(place), doubled, replacing)).rejects.toThrow(
      /^Line \d+: the database refuses this row \(UNIQUE.*slug/,
    );
    const again = (line: string) => (line.startsWith('{"table":"person",') ? `${line}\n${line}` : line);
    const repeated = rewritten(rewritten(text, again), (line, number) =>
      number === 1 ? line.replace(/"person":(\d+)/, (_, count) => `"person":${Number(count) * 2}`) : line,
    );
    await expect(restoreInto(placeOf(place), repeated, replacing)).rejects.toThrow(/person has this row twice/);
    const renamed = rewritten(text, (line) => line.replace("Larkfield", "Larkfeld"));
    const texts = [text, renamed];
    const changing = restoreFrom(placeOf(place), () => partsOf(texts.shift() ?? ""), replacing);
    await expect(changing).rejects.toThrow(/changed while it was read/);
    const cut = [text, text.slice(0, -5000)];
    const ending = restoreFrom(placeOf(place), () => partsOf(cut.shift() ?? ""), replacing);
    await expect(ending).rejects.toThrow(/^Line \d+: /);
    expect(await everything(place)).toEqual(before);
  });

  test("made under an older schema, without a column of today, takes its default", async () => {
    expect(migrationFiles().at(-1)).toBe(`${schemaVersion}.sql`);
    const { text } = await backupOf(placeOf(origin), false);
    const older = rewritten(text, (line, number) =>
      number === 1 ? line.replace(schemaVersion, "0000_spine") : line.replace(/"(delivery_days|spoken_at)":\d+,/g, ""),
    );
    expect(older).not.toMatch(/delivery_days|spoken_at/);
    await restoreInto(placeOf(place), older, { ...plainly, replace: true });
    expect(await rowsOf(place, "SELECT delivery_days, slug, spoken_at IS NULL AS silent FROM page")).toEqual([
      { delivery_days: 7, slug: "larkfield", silent: 0 },
    ]);
  });
});

describe("what a file may bring", () => {
  const planted = {
    id: "evil",
    name: "Evil",
    email: "evil@example.com",
    kind: "human",
    operator: 1,
    version: 0,
    created_at: 1,
    updated_at: 1,
  };
  const token = {
    token_hash: "f".repeat(64),
    id: "t1",
    person_id: "evil",
    name: "Evil",
    role: "owner",
    read_only: 0,
    created_at: 1,
  };

  /** The file with these rows added, counted and hashed again, as somebody without the deployment's key can. */
  async function withRows(text: string, scope: "page" | "deployment", added: Record<string, unknown[]>) {
    const lines = Object.entries(added).flatMap(([table, rows]) => rows.map((row) => JSON.stringify({ table, row })));
    const longer = rewritten(text, (line, number) => {
      if (number !== 1) return line;
      const header = JSON.parse(line) as { scope: string; tables: Record<string, number> };
      for (const [table, rows] of Object.entries(added))
        header.tables[table] = (header.tables[table] ?? 0) + rows.length;
      return [JSON.stringify({ ...header, scope }), ...lines].join("\n");
    });
    return rewritten(longer, (line) => line);
  }

  test("signed by this deployment it restores without a word; changed, or from elsewhere, only where it is trusted", async () => {
    const { text } = await backupOf(placeOf(origin), true);
    const home = await openFile();
    const strict = { ...plainly, trusted: false };
    const changed = await withRows(text, "deployment", { person: [planted], api_token: [token] });
    await expect(restoreInto(home, changed, strict)).rejects.toThrow(
      /has not signed.*Evil <evil@example.com>.*API tokens.*--trust-this-file/s,
    );
    expect(rowsIn(home, "SELECT id FROM person WHERE kind = 'human'")).toEqual([]);
    await restoreInto(home, text, strict);
    const elsewhere = await openFile("quite another secret, of 32 letters or more");
    const options = { ...strict, withoutSecrets: true };
    await expect(restoreInto(elsewhere, text, options)).rejects.toThrow(/has not signed/);
  });

  test("a page's file plants no operator, token, passkey, account, mailer or provider, even where it is trusted", async () => {
    const { text } = await backupOf(placeOf(origin), false);
    const home = await openFile();
    const page = await withRows(text, "page", { person: [planted], api_token: [token] });
    await restoreInto(home, page, plainly);
    expect(rowsIn(home, "SELECT operator FROM person WHERE operator = 1 AND kind = 'human'")).toEqual([]);
    for (const table of ["api_token", "passkey", "identity", "mailer", "identity_provider"])
      expect([table, rowsIn(home, `SELECT * FROM ${table}`)]).toEqual([table, []]);
  });

  test("HTML is rendered again from its source", async () => {
    const { text } = await backupOf(placeOf(origin), false);
    const home = await openFile();
    const raw = rewritten(text, (line) => line.replace(/"body_html":"[^"]*"/, '"body_html":"<script>1</script>"'));
    await restoreInto(home, raw, plainly);
    const html = "SELECT body_html FROM incident_update UNION ALL SELECT body_html FROM maintenance";
    const bodies = rowsIn<{ body_html: string }>(home, html);
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.filter((each) => each.body_html.includes("script"))).toEqual([]);
  });
});

describe("a deployment with something in every table", () => {
  let text: string;

  beforeAll(async () => {
    const made = new DemoTables();
    await fillTables(origin.bindings.DB, made, demoIdMaker(noon));
    await writeDemoTables(databaseOf(origin), made);
    text = (await backupOf(placeOf(origin), true)).text;
  });

  test("comes back row by row, ids and all, but for what signs people in", async () => {
    const { bindings, clock } = place;
    const same: LocalSealedDatabase = { ...placeOf(place), secret, now: () => clock.now };
    await restoreInto(same, text, { ...plainly, replace: true });
    const again = (await backupOf(same, true)).text;
    const restored = linesOf(again).filter((line) => isKept(line) && !line.includes("deployment.restore"));
    expect(restored).toEqual(linesOf(text).filter(isKept));
    const tables = (all: string) => [...new Set(linesOf(all).map(tableOf))];
    expect(tables(again)).toEqual(tables(text));
    expect(tables(text)).toHaveLength(62);
    const credentials = ["session", "sign_in_link", "challenge"].map((name) => `(SELECT count(*) FROM ${name})`);
    const { results } = await bindings.DB.prepare(`SELECT ${credentials.join(" + ")} AS left`).all();
    expect(results).toEqual([{ left: 0 }]);
  });

  test("sealed with another secret is refused, or restored without by choice, and says what to set again", async () => {
    const replacing = { ...plainly, replace: true };
    await expect(restoreInto(placeOf(place), text, replacing)).rejects.toThrow(/another UPFRONT_SECRET/);
    const { setAgain } = await restoreInto(placeOf(place), text, { ...replacing, withoutSecrets: true });
    expect([...new Set(setAgain.map(({ kind }) => kind))].sort()).toEqual([
      "channel",
      "identity_provider",
      "mailer",
      "monitor",
      "page_secret",
      "repository",
      "source",
    ]);
    const off = "SELECT disabled_at IS NOT NULL AS off, disabled_reason AS reason FROM channel";
    expect(await rowsOf(place, off)).toEqual([{ off: 1, reason: "check.left_out_channel" }]);
    const running = "SELECT count(*) AS running FROM monitor WHERE paused_at IS NULL";
    expect(await rowsOf(place, running)).toEqual([{ running: 0 }]);
  });

  test("restored a week later tells nobody what was due, and calls nobody late", async () => {
    place.clock.now = noon + 7 * 24 * 60 * minute;
    await restoreInto(placeOf(place), text, { ...plainly, replace: true, withoutSecrets: true });
    const due =
      "(SELECT count(*) FROM notice WHERE due_at IS NOT NULL) + (SELECT count(*) FROM channel_delivery WHERE state = 'due')";
    expect(await rowsOf(place, `SELECT ${due} AS due`)).toEqual([{ due: 0 }]);
    const notices = "SELECT id, kind, outcome FROM notice ORDER BY id";
    const before = await rowsOf(place, notices);
    for (let passed = 0; passed < 5; passed++) {
      await handleCronTick(place.ctx(), place.clock.now);
      await place.settled();
      place.clock.now += minute;
    }
    expect(await rowsOf(place, notices)).toEqual(before);
    const late =
      "SELECT count(*) AS late FROM heartbeat WHERE state = 'down' UNION ALL SELECT count(*) FROM maintenance WHERE due_at < 2000000000000";
    expect(await rowsOf(place, late)).toEqual([{ late: 0 }, { late: 0 }]);
    const vouching =
      "SELECT m.id FROM monitor m JOIN source s ON s.id = m.id WHERE m.paused_at > 0 AND s.silent_since IS NULL";
    expect(await rowsOf(place, vouching)).toEqual([]);
  });

  test("of the week between the file and its restore nothing is known but what people say", async () => {
    const between = `SELECT c.id, y.days ->> '$."11-23"' AS known FROM component c JOIN component_year y ON y.component_id = c.id
      WHERE y.year = 2026 AND c.archived_at IS NULL AND c.coverage IS NULL ORDER BY c.id`;
    const days = await rowsOf<{ known: string }>(place, between);
    expect(days.length).toBeGreaterThan(0);
    const unknown = days.map(({ known }) => (JSON.parse(known) as number[]).reduce((sum, each) => sum + each, 0));
    expect(new Set(unknown)).toEqual(new Set([86_400_000]));
    expect(days.map(({ known }) => known)).toContain("[0,0,0,0,86400000]");
    const stood = "SELECT ended_at - started_at > 604000000 AS week, ended_at FROM standstill";
    expect(await rowsOf(place, stood)).toEqual([{ week: 1, ended_at: noon + 7 * 24 * 60 * minute }]);
  });
});
