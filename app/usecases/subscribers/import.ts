import Papa from "papaparse";
import { priorOutcome } from "~/db/queries/audit";
import { subscribable } from "~/db/queries/component";
import { pageById } from "~/db/queries/page";
import { knownAddresses } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { said } from "~/rules/failures/refusal";
import { type ImportedLine, readImport } from "~/rules/telling/subscriber-import";
import { type ImportSubscribersInput, importSubscribersInput } from "~/rules/telling/subscriber-input";
import { missing, replayOf } from "../change/answers";
import { authorizeAndParse } from "../change/authorize-and-parse";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { forgetCounts } from "./counts";

export interface Imported {
  added: number;
  /** Were on the page already, in whatever state: left as they are. */
  known: number;
}

type Cell = Record<string, string>;

/** Rows by their header, in lower case; a file without one is a list of addresses. */
function cellsOf(text: string): Cell[] {
  const first = text.split(/\r?\n/, 1)[0] ?? "";
  const header = !first.includes("@");
  const { data } = Papa.parse<Cell | string[]>(text, {
    header,
    skipEmptyLines: "greedy",
    ...(header ? { transformHeader: (name: string) => name.trim().toLowerCase() } : {}),
  });
  return data.map((row) => (Array.isArray(row) ? { email: row[0] ?? "" } : row));
}

const rowOf = (ctx: Ctx, pageId: string, { address, componentIds, language, timeZone }: ImportedLine) => ({
  pageId,
  id: ctx.id(),
  address,
  scope: componentIds.length > 0 ? ("components" as const) : ("page" as const),
  componentIds,
  state: "active" as const,
  language,
  timeZone,
  confirmationsAt: [],
  confirmedAt: ctx.now(),
  createdAt: ctx.now(),
  updatedAt: ctx.now(),
});

/** What the audit entry of this very import says. */
function importedBefore(after: unknown): Imported {
  const { lines = 0, added = 0 } = (after ?? {}) as { lines?: number; added?: number };
  return { added, known: lines - added };
}

/**
 * Takes over a list of people who agreed elsewhere: ≤ 5,000 lines, 1 MB, all or nothing. Who is on the page already stays
 * as they are, also who left. Failures: invalid (`consent`, or `file` with the first bad lines).
 */
export async function importSubscribers(ctx: Ctx, given: ImportSubscribersInput): Promise<Result<Imported>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: importSubscribersInput }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, file } = input;
  const [prior, [page], components] = await read(
    ctx,
    priorOutcome(ctx, commitId),
    pageById(ctx, pageId),
    subscribable(ctx, pageId),
  );
  const replay = replayOf(prior, pageId);
  if (replay) return replay.ok ? ok(importedBefore(prior[0]?.after)) : replay;
  if (!page) return missing;
  const lines = readImport(cellsOf(file), { components, language: page.language, timeZone: page.timeZone });
  if (!lines.ok) return invalid("file", said("import.unusable", { problems: { sentences: lines.problems } }));
  const addresses = lines.value.map(({ address }) => address);
  let known = new Set<string | null>();
  const done = await changing(ctx, async () => {
    const [rows] = await read(ctx, knownAddresses(ctx, pageId, addresses));
    known = new Set(rows.map(({ address }) => address));
    const fresh = lines.value.filter(({ address }) => !known.has(address));
    return commitChange(ctx, {
      id: commitId,
      pageId,
      changes: insertRows(
        subscriber,
        fresh.map((line) => rowOf(ctx, pageId, line)),
      ),
      audit: {
        action: "subscriber.import",
        subjectKind: "page",
        subjectId: pageId,
        after: { lines: lines.value.length, added: fresh.length },
      },
    });
  });
  forgetCounts(pageId);
  return done.ok ? ok({ added: lines.value.length - known.size, known: known.size }) : done;
}
