import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { deploymentTable } from "~/db/schema";
import { withInstantSql } from "~/db/with-instant";
import { arrange, asked, someSubscribers, waitingNotices } from "../../../tests/support/scenario";
import { execute, noticesOf, open, toldForEach } from "../../../tests/support/told";
import { dueNoticesQuery, hasNoticeToSendSql } from "../queries/due-notices";
import { mailNoticeLanes, noticeLanesOfMinute } from "../rules/notice";

const { told } = toldForEach();

test("an incident's first mail leaves before a hundred waiting confirmations", async () => {
  const { deployment, pageId } = told;
  await arrange(told.deployment, someSubscribers(told.pageId, 1));
  await arrange(deployment, asked(pageId, 100));
  await arrange(deployment, waitingNotices(pageId, { count: 100 }));
  await open(told);
  await told.send();
  expect(told.smtp.mails[0]?.subject).toContain("Orders are late");
});

test("a confirmation that was found first is not forgotten: all leave", { timeout: 120_000 }, async () => {
  const { deployment, pageId } = told;
  await arrange(deployment, asked(pageId, 30));
  await arrange(deployment, waitingNotices(pageId, { count: 30 }));
  for (let run = 0; run < 30; run++) await told.send();
  expect(told.received().size).toBe(30);
  expect((await noticesOf(told)).every(({ outcome }) => outcome === "sent")).toBe(true);
});

test("every page with something due has one before any page has a second", async () => {
  await arrange(told.deployment, waitingNotices("p", { count: 40, age: 9000 }));
  await arrange(told.deployment, waitingNotices("q", { count: 6, pages: 3, age: 1000 }));
  const ctx = told.deployment.ctx();
  const [found] = await readBatch(ctx, dueNoticesQuery(ctx, ctx.now(), mailNoticeLanes));
  expect(
    found
      .slice(0, 4)
      .map(({ pageId }) => pageId)
      .sort(),
  ).toEqual(["p", "q", "q-1", "q-2"]);
});

/** Returns the rows that D1 reads for the tick's query and for the sender's list. */
async function looked(): Promise<{ asked: number; listed: number; found: number }> {
  const [asking, listing] = [told.deployment.ctx(), told.deployment.ctx()];
  const now = asking.now();
  await readBatch(
    asking,
    asking.db
      .select({
        toSend: sql`${withInstantSql((at) => hasNoticeToSendSql(at, noticeLanesOfMinute(now)), now)}`.as("to_send"),
      })
      .from(deploymentTable),
  );
  const [found] = await readBatch(listing, dueNoticesQuery(listing, now, mailNoticeLanes));
  return { asked: asking.meter.read, listed: listing.meter.read, found: found.length };
}

test("what a look reads grows with the pages that have something due, not with what waits", {
  timeout: 240_000,
}, async () => {
  const rows: Record<string, number | string>[] = [];
  for (const pages of [1, 10]) {
    for (const count of [10, 1000, 100_000]) {
      await execute(told, "DELETE FROM notice");
      await arrange(told.deployment, waitingNotices("p", { count, pages }));
      rows.push({ pages, count, ...(await looked()) });
    }
    await execute(told, "UPDATE notice SET not_before = not_before + 86400000");
    rows.push({ pages, count: "100000, none due", ...(await looked()) });
  }
  console.table(rows);
  for (const { pages, asked, listed } of rows) {
    expect(Number(asked)).toBeLessThanOrEqual(20 + 3 * Number(pages));
    expect(Number(listed)).toBeLessThanOrEqual(60 + 30 * Number(pages));
  }
});
