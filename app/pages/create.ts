import { personOf } from "~/access/actor";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { present } from "~/change/differences";
import { membership, page, settle, snapshot } from "~/db/schema";
import { insertRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { snapshotParts } from "~/status-page/queries/snapshot";
import { dayOf, dayStart } from "~/time/day";
import { type CreatePageInput, createPageInput } from "./rules/input";

export type { CreatePageInput };

export interface MadePage {
  id: string;
  slug: string;
}

/** Returns the rows of a new page: the page, its creator as owner, its empty snapshots and its settling. */
function rowsOf(ctx: Ctx, fields: typeof page.$inferInsert) {
  const { id: pageId, slug } = fields;
  const now = ctx.now();
  const personId = personOf(ctx.actor);
  const owner = personId ? [{ pageId, personId, role: "owner" as const, createdAt: now }] : [];
  const shown = snapshotParts.map((part) => ({
    slug,
    audience: "public",
    part,
    pageId,
    visibility: "public",
    observedAt: now,
  }));
  return [
    ...insertRows(page, [fields]),
    ...insertRows(membership, owner),
    ...insertRows(snapshot, shown),
    ...insertRows(settle, [{ pageId }]),
  ];
}

/** Creates a page, owned by its creator. For the operator. Failures: invalid, conflict `slug_taken`. */
export async function createPage(ctx: Ctx, given: CreatePageInput): Promise<Result<MadePage>> {
  const authorized = authorizeAndParse(ctx, { role: "operator", input: createPageInput }, given);
  if (!authorized.ok) return authorized;
  const { commitId } = authorized.value;
  const { commitId: _, ...fields } = authorized.value.input;
  const now = ctx.now();
  const timeZone = fields.timeZone ?? "Etc/UTC";
  // The page has the id of the commit that creates it, so that the same form sent twice finds its own page again.
  const id = commitId;
  const times = { openDayAt: dayStart(timeZone, dayOf(timeZone, now)), createdAt: now, updatedAt: now };
  const row = { ...(present(fields) as typeof fields), timeZone, id, ...times };
  const done = await commitChangeWithRetry(ctx, () =>
    commitChange(ctx, {
      id: commitId,
      pageId: id,
      changes: rowsOf(ctx, row),
      audit: { action: "page.create", subjectKind: "page", subjectId: id, after: present(fields) },
      publishes: true,
    }),
  );
  return done.ok ? ok({ id: done.value.id, slug: fields.slug }) : done;
}
