import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { runBatch } from "~/db/commit";
import { snapshotParts } from "~/db/queries/snapshot";
import { component, page, rule, ruleComponent, settle, snapshot, source } from "~/db/schema";
import { type Insert, insertRows } from "~/db/write";
import { dayOf, dayStart } from "~/rules/basics/day";
import type { TestDeployment } from "./database";

/** A column's closed set is any text here: a row of a test is written without `as const`. */
type Loose<Row> = { [Key in keyof Row]: Row[Key] extends string | null | undefined ? Row[Key] | string : Row[Key] };

/** Puts rows straight into the database: the state that a story starts from. */
export async function put<T extends SQLiteTable>(
  deployment: TestDeployment,
  table: T,
  rows: Loose<Insert<T>>[],
): Promise<void> {
  await runBatch(deployment.ctx(), insertRows(table, rows as Insert<T>[]));
}

export interface TestPage {
  id: string;
  slug: string;
  components: string[];
  sourceId: string;
  ruleId: string;
  token: string;
}

export interface PageOptions {
  slug?: string;
  timeZone?: string;
  components?: number;
  mode?: "none" | "draft" | "publish";
  holdSeconds?: number;
  resolveAfterSeconds?: number;
  groupBy?: string[];
  kind?: string;
  settings?: Record<string, unknown>;
}

/** A public page with components `a`, `b`, …, an Alertmanager source whose catch-all maps to the first, and its counters. */
export async function makePage(deployment: TestDeployment, options: PageOptions = {}): Promise<TestPage> {
  const { slug = "acme", timeZone = "Etc/UTC", components = 2, mode = "draft", kind = "alertmanager" } = options;
  const { holdSeconds = 120, resolveAfterSeconds = 300, groupBy = [], settings = {} } = options;
  const { now } = deployment.clock;
  const ctx = deployment.ctx();
  const pageId = `page-${slug}`;
  const times = { createdAt: now, updatedAt: now };
  const today = dayOf(timeZone, now);
  const names = Array.from(
    { length: components },
    (_, index) => String.fromCharCode(97 + (index % 26)) + Math.floor(index / 26),
  );
  const ids = names.map((name) => `${slug}-${name}`);
  const token = `token-${slug}`;
  const [sourceId, ruleId] = [`source-${slug}`, `rule-${slug}`];
  const sealed = {
    tokenHash: await ctx.secrets.hash(token),
    tokenSealed: await ctx.secrets.seal(token),
    settingsSealed: await ctx.secrets.seal(JSON.stringify(settings)),
  };
  const shown = { catchAll: true, showsTitle: true };
  const kept = { id: ruleId, pageId, sourceId, position: 0, match: {}, mode, groupBy, ...shown, ...times };
  const parts = snapshotParts.map((part) => ({
    slug,
    audience: "public",
    part,
    pageId,
    visibility: "public",
    wanted: 1,
    observedAt: now,
  }));
  await runBatch(ctx, [
    ...insertRows(page, [{ id: pageId, slug, name: "Acme", timeZone, openDayAt: dayStart(timeZone, today), ...times }]),
    ...insertRows(
      component,
      ids.map((id, position) => ({ id, pageId, name: id, position, startDate: today, observedSince: now, ...times })),
    ),
    ...insertRows(snapshot, parts),
    ...insertRows(settle, [{ pageId }]),
    ...insertRows(source, [{ id: sourceId, pageId, kind, name: "Prometheus", ...sealed, ...times }]),
    ...insertRows(rule, [{ ...kept, holdSeconds, resolveAfterSeconds }]),
    ...insertRows(ruleComponent, [{ pageId, ruleId, componentId: ids[0] as string, status: "major_outage" }]),
  ]);
  return { id: pageId, slug, components: ids, sourceId, ruleId, token };
}
