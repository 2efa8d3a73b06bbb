import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { statuspageIdSql } from "~/status-page/queries/statuspage-id";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aForeignId, arrange } from "../../../tests/support/scenario";
import { componentByForeignIdQuery } from "./foreign-component";
import { eventByStatuspageIdQuery } from "./foreign-event";
import { eventByForeignPathQuery } from "./foreign-path";
import { formerIdsByOurIdsQuery, ourIdsByFormerIdsQuery, pageByFormerIdQuery } from "./former-id";

const pageId = "page";
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
  const rows = Array.from({ length: 3000 }, (_, at) => ({
    kind: "incident",
    theirId: `their${at}`,
    ourId: `our${at}`,
    path: `/incidents/their${at}`,
  }));
  const [first, ...others] = rows.map((each) => aForeignId(pageId, each));
  if (first) await arrange(deployment, first, ...others);
});
afterAll(() => deployment.close());

test("a build finds the ids of what it publishes, and reads nothing of the rest", async () => {
  const { db, ...asked } = deployment.ctx();
  const row = sql<string | null>`${statuspageIdSql(sql`${pageId}`, sql`'our7'`)}`;
  const [[found]] = await readBatch({ ...asked, db }, db.select({ id: row.as("id") }).from(sql`(SELECT 1)`));
  expect([found?.id, asked.meter.read]).toEqual(["their7", expect.any(Number)]);
  expect(asked.meter.read).toBeLessThan(5);
});

test("each finds its rows among thousands by an index", async () => {
  const ctx = deployment.ctx();
  const queries = [
    eventByForeignPathQuery(ctx, pageId, ["/incidents/their7", "/incidents/nobody"]),
    eventByStatuspageIdQuery(ctx, pageId, "their7"),
    componentByForeignIdQuery(ctx, { slug: "nobody", origin: "statuspage", theirId: "their7" }),
    pageByFormerIdQuery(ctx, "person", "their7"),
    ourIdsByFormerIdsQuery(ctx, pageId, ["their7", "their8", "nobody"]),
    formerIdsByOurIdsQuery(ctx, pageId, ["our7", "our8", "nobody"]),
  ] as const;
  const costly: [sql: string, read: number][] = [];
  for (const query of queries) {
    const asked = deployment.ctx();
    await readBatch(asked, query as (typeof queries)[0]);
    if (asked.meter.read > 40) costly.push([query.toSQL().sql, asked.meter.read]);
  }
  expect(costly).toEqual([]);
  const [found] = await readBatch(ctx, ourIdsByFormerIdsQuery(ctx, pageId, ["their7", "nobody"]));
  expect(found).toEqual([{ theirId: "their7", ourId: "our7" }]);
  const [former] = await readBatch(ctx, formerIdsByOurIdsQuery(ctx, pageId, ["our8"]));
  expect(former).toEqual([{ theirId: "their8", ourId: "our8" }]);
});
