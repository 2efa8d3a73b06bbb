import { personIdOfActor, type Role } from "~/access/actor";
import { priorCommitQuery } from "~/audit/queries/audit";
import { recordFirstOwnerStatement } from "~/audit/queries/owner-entries";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { withoutUndefinedFields } from "~/change/differences";
import { readOnPage } from "~/change/read-permitted";
import { componentLinesParts } from "~/components/component-lines";
import { readBatch } from "~/db/read";
import { membershipTable, pageTable, settleTable, snapshotTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { giveFirstOperatorPageStatement } from "~/people/queries/people";
import { currentRole } from "~/people/role-today";
import type { Ctx } from "~/platform/ctx";
import { forgetHomeSlug } from "~/status-page/home";
import { snapshotParts } from "~/status-page/queries/snapshot";
import { dayOf, dayStart } from "~/time/day";
import {
  membershipOnPageQuery,
  type PageRow,
  pageByIdQuery,
  pageImageHashesQuery,
  pagesOfPersonQuery,
  setHomePageStatement,
} from "./queries/page";
import { type CreatePageInput, createPageInputSchema, type JoinPageInput, joinPageInputSchema } from "./rules/input";

export type { CreatePageInput, PageRow };

export interface ListedPage {
  id: string;
  slug: string;
  name: string;
  /** Null when the operator sees the page without being a member. */
  role: Role | null;
  /** True when `/` of the deployment shows it. */
  isHome: boolean;
}

/** Lists the person's pages; for the operator, all of the deployment. */
export async function listPages(ctx: Ctx): Promise<Result<ListedPage[]>> {
  const personId = personIdOfActor(ctx.actor);
  if (personId === null || ctx.actor.kind === "visitor" || ctx.actor.kind === "machine") {
    return unauthenticatedFailure;
  }
  const [pages] = await readBatch(ctx, pagesOfPersonQuery(ctx, personId, ctx.actor.operator));
  return ok(pages.map((each) => ({ ...each, isHome: Boolean(each.isHome), role: currentRole(ctx, each.role) })));
}

type StoredPage = typeof pageTable.$inferSelect;

/** A page as its members see it; times in ms. It contains no secret. */
export type PageView = Omit<
  StoredPage,
  | "passphraseHash"
  | "passphraseSealed"
  | "pingKeyHash"
  | "pingKeySealed"
  | "hostProof"
  | "openDayAt"
  | "deletedAt"
  | "escalationDueAt"
  | "escalationNotBefore"
  | "escalationTries"
>;

/** Returns the part of the row that may be shown. */
function viewOf(row: StoredPage): PageView {
  const { passphraseHash, passphraseSealed, pingKeyHash, pingKeySealed, hostProof, openDayAt, deletedAt, ...shown } =
    row;
  const { escalationDueAt, escalationNotBefore, escalationTries, ...view } = shown;
  return view;
}

export const readPage = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageView>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [pageByIdQuery(ctx, pageId)], ([[page]]) =>
    page ? ok(viewOf(page)) : missingFailure,
  );

/** A page with the hashes of its images. */
export interface PageWithImages {
  page: PageView;
  images: { kind: string; hash: string }[];
}

export const readPageWithImages = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageWithImages>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [pageByIdQuery(ctx, pageId), pageImageHashesQuery(ctx, pageId)],
    ([[page], images]) => (page ? ok({ page: viewOf(page), images }) : missingFailure),
  );

/** The lookup of the page itself for its changes. */
export const pageChangeTarget = {
  subject: "page",
  table: pageTable,
  row: (ctx: Ctx, { pageId }: { pageId: string }) => pageByIdQuery(ctx, pageId),
  show: viewOf,
} as const;

export interface CreatedPage {
  id: string;
  slug: string;
}

/**
 * Returns the rows of a new page: the page, its creator as owner, its empty snapshots and its settling. A token may
 * belong to no human; then the first operator owns the page too, finds it among their own, and the audit log says so.
 */
function rowsOf(ctx: Ctx, fields: typeof pageTable.$inferInsert) {
  const { id: pageId, slug } = fields;
  const now = ctx.now();
  const personId = personIdOfActor(ctx.actor);
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
    ...insertRowsStatements(pageTable, [fields]),
    ...insertRowsStatements(membershipTable, owner),
    ...(ctx.actor.kind === "token"
      ? [giveFirstOperatorPageStatement(pageId, now), recordFirstOwnerStatement(ctx, pageId, personId)]
      : []),
    ...insertRowsStatements(snapshotTable, shown),
    ...insertRowsStatements(settleTable, [{ pageId }]),
  ];
}

/** Returns the commit's parts for the first components of a new page; none when no line was typed. */
const firstComponents = (ctx: Ctx, owner: Pick<StoredPage, "id" | "timeZone">, lines = "") =>
  lines.trim() === ""
    ? ok({ guards: [], changes: [], audited: {} })
    : componentLinesParts(ctx, owner, { first: ctx.id(), lines, keptBy: null, groups: [], others: [] });

/**
 * Creates a page, owned by its creator, with its first components. For the operator. Failures: invalid, conflict
 * `slug_taken`.
 */
export async function createPage(ctx: Ctx, given: CreatePageInput): Promise<Result<CreatedPage>> {
  const authorized = authorizeAndParse(ctx, { role: "operator", input: createPageInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { commitId } = authorized.value;
  const { commitId: _, lines, ...fields } = authorized.value.input;
  const now = ctx.now();
  const timeZone = fields.timeZone ?? "Etc/UTC";
  // The page has the id of the commit that creates it, so that the same form sent twice finds its own page again.
  const id = commitId;
  const times = { openDayAt: dayStart(timeZone, dayOf(timeZone, now)), createdAt: now, updatedAt: now };
  const row = { ...(withoutUndefinedFields(fields) as typeof fields), timeZone, id, ...times };
  const parts = firstComponents(ctx, { id, timeZone }, lines);
  if (!parts.ok) return parts;
  const { changes, audited } = parts.value;
  const after = { ...withoutUndefinedFields(fields), ...audited };
  const done = await commitChangeWithRetry(ctx, () =>
    commitChange(ctx, {
      id: commitId,
      pageId: id,
      changes: [...rowsOf(ctx, row), ...changes],
      audit: { action: "page.create", subjectKind: "page", subjectId: id, after },
      publishes: true,
    }),
  );
  return done.ok ? ok({ id: done.value.id, slug: fields.slug }) : done;
}

/** Makes the operator an owner of a page; recorded in its audit log. */
export async function joinPageAsOwner(ctx: Ctx, given: JoinPageInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "operator", input: joinPageInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { commitId } = authorized.value;
  const { pageId } = authorized.value.input;
  const personId = personIdOfActor(ctx.actor);
  if (personId === null) return fail({ name: "forbidden" });
  return commitChangeWithRetry(ctx, async () => {
    const queries = [
      pageByIdQuery(ctx, pageId),
      membershipOnPageQuery(ctx, pageId, personId),
      priorCommitQuery(ctx, commitId),
    ] as const;
    const [[page], [known], prior] = await readBatch(ctx, ...queries);
    const replay = priorCommitResultOf(prior, pageId);
    if (replay) return replay;
    if (!page) return missingFailure;
    if (known) return ok({ id: pageId });
    const row = { pageId, personId, role: "owner" as const, createdAt: ctx.now() };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      changes: insertRowsStatements(membershipTable, [row]),
      audit: {
        action: "page.join",
        subjectKind: "page",
        subjectId: pageId,
        after: { person: personId, role: "owner" },
      },
    });
  });
}

/** Chooses, for the operator, the page that `/` of the deployment shows; recorded in that page's audit log. */
export async function chooseHomePage(ctx: Ctx, given: JoinPageInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "operator", input: joinPageInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { commitId } = authorized.value;
  const { pageId } = authorized.value.input;
  return commitChangeWithRetry(ctx, async () => {
    const [[page], prior] = await readBatch(ctx, pageByIdQuery(ctx, pageId), priorCommitQuery(ctx, commitId));
    const replay = priorCommitResultOf(prior, pageId);
    if (replay) return replay;
    if (!page) return missingFailure;
    const audit = { action: "page.show_at_root", subjectKind: "page", subjectId: pageId };
    const done = await commitChange(ctx, { id: commitId, pageId, changes: [setHomePageStatement(pageId)], audit });
    forgetHomeSlug(ctx);
    return done;
  });
}
