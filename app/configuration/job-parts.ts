import type { configurationPartTable } from "~/db/schema";
import type { InsertRow } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { ConfigurationPartRow } from "./queries/configuration-job";
import type { ConfigurationDocument, PlannedChange } from "./rules/configuration-types";

/** Characters of a stored piece: at most 600 KB as UTF-8. */
const charsPerPiece = 200_000;

/** The work of a job: its file, and the changes that were planned. */
export interface ConfigurationJobWork {
  document: ConfigurationDocument;
  changes: readonly PlannedChange[];
}

type PartKind = ConfigurationPartRow["kind"];

async function sealedPieces(ctx: Ctx, configurationJobId: string, kind: PartKind, value: unknown) {
  const text = JSON.stringify(value);
  const pieces = Array.from({ length: Math.ceil(text.length / charsPerPiece) }, (_, at) =>
    text.slice(at * charsPerPiece, (at + 1) * charsPerPiece),
  );
  return Promise.all(
    pieces.map(async (piece, number) => ({
      configurationJobId,
      kind,
      number,
      sealed: await ctx.secrets.seal(JSON.stringify(piece)),
    })),
  );
}

/** Returns the work of a job as sealed rows, because a file may hold secrets. */
export async function sealConfigurationJobParts(
  ctx: Ctx,
  jobId: string,
  { document, changes }: ConfigurationJobWork,
): Promise<InsertRow<typeof configurationPartTable>[]> {
  const parts = [sealedPieces(ctx, jobId, "document", document), sealedPieces(ctx, jobId, "plan", changes)];
  return (await Promise.all(parts)).flat();
}

async function opened<T>(ctx: Ctx, rows: readonly ConfigurationPartRow[], kind: PartKind): Promise<T | null> {
  const texts = await Promise.all(
    rows.filter((row) => row.kind === kind).map(({ sealed }) => ctx.secrets.open(sealed)),
  );
  if (texts.length === 0 || texts.includes(null)) return null;
  try {
    return JSON.parse(texts.map((text) => JSON.parse(text ?? '""') as string).join("")) as T;
  } catch {
    return null;
  }
}

/** Returns the work of a job; null when a piece of it is deleted or damaged, or when the key that sealed it is gone. */
export async function openConfigurationJobParts(
  ctx: Ctx,
  rows: readonly ConfigurationPartRow[],
): Promise<ConfigurationJobWork | null> {
  const [document, changes] = await Promise.all([
    opened<ConfigurationDocument>(ctx, rows, "document"),
    opened<PlannedChange[]>(ctx, rows, "plan"),
  ]);
  return document && changes ? { document, changes } : null;
}
