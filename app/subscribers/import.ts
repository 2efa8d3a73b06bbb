import Papa from "papaparse";
import { priorCommitOutcomeQuery } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { subscribableItemsOfPageQuery } from "~/components/queries/component";
import { readBatch } from "~/db/read";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { guardPageExistsStatement, pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { forgetSubscriberCounts } from "./counts";
import { planAgreedSubscriberAdditions, planConfirmationRequestAdditions } from "./import-additions";
import { permitAddingSubscribers } from "./may-add-subscribers";
import { subscribedAddressesQuery } from "./queries/subscriber";
import { parseSubscriberImport } from "./rules/subscriber-import";
import { type ImportSubscribersInput, importSubscribersInputSchema } from "./rules/subscriber-input";

export interface SubscriberImport {
  added: number;
  /** Addresses already on the page, in any state, or sent a confirmation request before: left unchanged. */
  unchanged: number;
}

type Cell = Record<string, string>;

/**
 * Returns rows by their header, in lower case; a file without a header is a list of addresses. Exports also contain
 * other ways than email; these rows are skipped, because only the subscribers can enter their endpoints.
 */
function parseImportCells(file: string): Cell[] {
  const text = file.trimStart();
  const first = text.split(/\r\n?|\n/, 1)[0] ?? "";
  const header = !first.includes("@");
  const { data } = Papa.parse<Cell | string[]>(text, {
    header,
    skipEmptyLines: "greedy",
    ...(header ? { transformHeader: (name: string) => name.trim().toLowerCase() } : {}),
  });
  const cells = data.map((row): Cell => (Array.isArray(row) ? { email: row[0] ?? "" } : row));
  return cells.filter(({ kind = "" }) => kind.trim() === "" || kind.trim() === "email");
}

/** Returns the result stored in the audit entry of this same import. */
function importedBefore(after: unknown): SubscriberImport {
  const { lines = 0, added = 0 } = (after ?? {}) as { lines?: number; added?: number };
  return { added, unchanged: lines - added };
}

/**
 * Imports people who consented elsewhere, or sends each a confirmation request first: at most 5,000 lines and 1 MB, all
 * or nothing. Addresses already on the page stay unchanged, even if they unsubscribed. Failures: invalid (`agreement`,
 * or `file` with the first bad lines), unauthenticated (`step_up`).
 */
export async function importSubscribers(ctx: Ctx, given: ImportSubscribersInput): Promise<Result<SubscriberImport>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: importSubscribersInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, file, agreement } = input;
  const [prior, [page], components] = await readBatch(
    ctx,
    priorCommitOutcomeQuery(ctx, commitId),
    pageByIdQuery(ctx, pageId),
    subscribableItemsOfPageQuery(ctx, pageId),
  );
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return replay.ok ? ok(importedBefore(prior[0]?.after)) : replay;
  if (!page) return missingFailure;
  const allowed = permitAddingSubscribers(ctx, page);
  if (!allowed.ok) return allowed;
  const lines = parseSubscriberImport(parseImportCells(file), {
    components,
    language: page.language,
    timeZone: page.timeZone,
  });
  if (!lines.ok)
    return invalidFieldFailure("file", refusalFor("list_import.unusable", { problems: { sentences: lines.problems } }));
  const addresses = lines.value.map(({ address }) => address);
  let added = 0;
  const done = await commitChangeWithRetry(ctx, async () => {
    const [rows, [stillThere]] = await readBatch(
      ctx,
      subscribedAddressesQuery(ctx, pageId, addresses),
      pageByIdQuery(ctx, pageId),
    );
    if (!stillThere) return missingFailure;
    const onPage = new Set(rows.map(({ address }) => address));
    const fresh = lines.value.filter(({ address }) => !onPage.has(address));
    const result =
      agreement === "asked"
        ? await planConfirmationRequestAdditions(ctx, pageId, fresh)
        : planAgreedSubscriberAdditions(ctx, pageId, fresh);
    if (!result.ok) return result;
    const { added: rowsAdded, ...additions } = result.value;
    added = rowsAdded;
    const guards = [guardPageExistsStatement(pageId), ...additions.guards];
    const after = { lines: lines.value.length, added, asked: agreement === "asked" };
    const audit = { action: "subscriber.import", subjectKind: "page", subjectId: pageId, after };
    return commitChange(ctx, { id: commitId, pageId, ...additions, guards, audit });
  });
  forgetSubscriberCounts(pageId);
  return done.ok ? ok({ added, unchanged: lines.value.length - added }) : done;
}
