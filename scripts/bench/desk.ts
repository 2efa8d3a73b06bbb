import { createHash } from "node:crypto";
import type { D1Database } from "@cloudflare/workers-types";
import { dayMs } from "../../app/time/durations.ts";
import { fetchPage, type LoadRequest, median, runLoad } from "./load.ts";
import type { BenchTable } from "./table.ts";
import type { UpfrontBench } from "./workers.ts";

const maxRenderMs = 8;
const token = "a".repeat(43);

const join = (database: D1Database, pageId: string) =>
  database
    .prepare("INSERT INTO membership (page_id, person_id, role, created_at) VALUES (?1, 'bench', 'owner', 1)")
    .bind(pageId);

/** Signs in a person who owns the page. */
async function signIn(database: D1Database, pageId: string): Promise<Record<string, string>> {
  const now = Date.now();
  const hash = createHash("sha256").update(token).digest("hex");
  await database.batch([
    database
      .prepare("INSERT INTO person (id, name, operator, created_at, updated_at) VALUES ('bench', 'Bench', 1, ?1, ?1)")
      .bind(now),
    join(database, pageId),
    database
      .prepare(
        "INSERT INTO session (token_hash, id, person_id, created_at, last_seen_at, expires_at) VALUES (?1, 'bench', 'bench', ?2, ?2, ?3)",
      )
      .bind(hash, now, now + dayMs),
  ]);
  return { cookie: `__Host-session=${token}` };
}

/** Returns the cookie of a person who owns both pages. */
export async function signInCookieForPages(upfront: UpfrontBench, slugs: readonly string[]): Promise<string> {
  const [first = "", ...others] = slugs;
  const { cookie = "" } = await signIn(upfront.runtime.database as D1Database, `page-${first}`);
  for (const slug of others) await join(upfront.runtime.database as D1Database, `page-${slug}`).run();
  return cookie;
}

/** Measures the CPU of pages for signed-in people, including the data for their script. */
export async function measureManagementTables(
  upfront: UpfrontBench,
  slug: string,
  cookie: string,
): Promise<BenchTable[]> {
  const headers = { cookie };
  const rows: (string | number)[][] = [];
  for (const rest of ["", "/components", "/incidents", "/incidents/new", "/settings"]) {
    const asked: LoadRequest = { path: `/manage/${slug}${rest}`, headers };
    const html = await fetchPage(upfront.url, asked);
    await runLoad(upfront, { count: 400, asked: () => asked });
    const rounds: number[] = [];
    for (let round = 0; round < 3; round++)
      rounds.push((await runLoad(upfront, { count: 150, asked: () => asked })).cpu);
    rows.push([`\`/manage/:page${rest}\``, html.length, `${median(rounds).toFixed(1)} ms`, `≤ ${maxRenderMs} ms`]);
  }
  return [{ head: ["management page", "bytes of HTML", "CPU", "bound"], rows }];
}
