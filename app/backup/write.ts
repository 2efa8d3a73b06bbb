import { backupTables } from "~/db/backup-tables";
import { schemaVersion } from "~/db/schema/version";
import { newToken } from "~/platform/ids";
import type { Secrets } from "~/platform/secrets";
import { SecretRedactor, withoutFleetingData } from "./leave-out";
import {
  type BackupHeaderFields,
  type BackupRow,
  backupFooterLine,
  backupHeaderLine,
  backupRowLine,
  type MissingSecret,
  type RowSource,
} from "./rules/backup";
import { mayBeInPageBackup, rowForPageBackup } from "./rules/granted-powers";
import { makeTextHash } from "./rules/text-hash";
import { backupSigningText, secretCheckText } from "./signatures";

export interface BackupWriteOptions {
  from: RowSource;
  /** UTC ms. */
  now: number;
  /** Secrets of the deployment; null when not available, so that everything stays sealed. */
  secrets: Secrets | null;
  withSecrets: boolean;
  /** Id of the page if the file contains only one page. */
  pageId?: string;
  /** The last migration of the database; absent = of this version. */
  schema?: string;
}

/** A file that is being written. */
export interface BackupStream {
  rows: number;
  /** Secrets that must be set again after a restore. */
  setAgain: MissingSecret[];
  /** Whole lines, some dozens of KB at a time; can be read once. */
  parts: AsyncGenerator<string>;
}

/** Characters that are gathered before they are passed on. */
const charsPerPart = 64_000;

const tablesOf = (pageId: string | undefined): string[] =>
  backupTables.map(({ name }) => name).filter((name) => pageId === undefined || mayBeInPageBackup(name));

function nameOf(from: RowSource, tables: readonly string[]): string {
  const rows = (name: string) => (tables.includes(name) ? from.rows(name) : []);
  const [deployment] = rows("deployment");
  let first: BackupRow | undefined;
  for (const row of rows("page")) {
    first ??= row;
    if (row.id === deployment?.home_page_id) return String(row.name);
  }
  return String(first?.name ?? "");
}

/** Opens sealed texts in the first of two readings, as the header has to list them. */
async function leaveOutOf(
  { from, secrets, withSecrets }: BackupWriteOptions,
  tables: readonly string[],
): Promise<SecretRedactor | null> {
  if (withSecrets || !secrets) return null;
  const leave = new SecretRedactor({ open: secrets.open, unguessable: () => newToken() });
  for (const table of tables.filter(SecretRedactor.concerns))
    for (const row of from.rows(table)) await leave.look(table, row);
  return leave;
}

async function* rowParts(
  { from, pageId }: BackupWriteOptions,
  tables: readonly string[],
  leave: SecretRedactor | null,
) {
  let part = "";
  for (const table of tables) {
    for (const found of from.rows(table)) {
      const lasting = withoutFleetingData(table, found);
      const own = pageId === undefined ? lasting : rowForPageBackup(table, lasting);
      part += backupRowLine(table, leave?.concernsRow(table, own) ? await leave.row(table, own) : own);
      if (part.length < charsPerPart) continue;
      yield part;
      part = "";
    }
  }
  if (part !== "") yield part;
}

/** Starts a file (docs/backup.md) in constant memory: `from` is read in two passes, a row at a time. */
export async function beginBackup(given: BackupWriteOptions): Promise<BackupStream> {
  const { from, now, secrets, withSecrets, pageId, schema = schemaVersion } = given;
  if (!withSecrets && !secrets) throw new Error("what is sealed cannot be left out without the secret");
  const tables = tablesOf(pageId);
  const leave = await leaveOutOf(given, tables);
  const counts = Object.fromEntries(tables.flatMap((name) => (from.count(name) > 0 ? [[name, from.count(name)]] : [])));
  const rows = Object.values<number>(counts).reduce((sum, count) => sum + count, 0);
  const about: BackupHeaderFields = {
    schema,
    made_at: new Date(now).toISOString(),
    scope: pageId === undefined ? "deployment" : "page",
    name: nameOf(from, tables),
    secrets: withSecrets ? "sealed" : "left_out",
    secret_check: secrets && pageId === undefined ? await secrets.sign(secretCheckText) : null,
    set_again: leave?.setAgain ?? [],
  };
  const parts = async function* () {
    const hash = makeTextHash();
    yield hash.noted(backupHeaderLine(about, counts));
    for await (const part of rowParts(given, tables, leave)) yield hash.noted(part);
    const sha256 = hash.hex();
    yield backupFooterLine(rows, sha256, secrets ? await secrets.sign(backupSigningText(sha256)) : null);
  };
  return { rows, setAgain: about.set_again, parts: parts() };
}

/** Returns the whole file as one text, for data of bounded size only. */
export async function writeBackupText(given: BackupWriteOptions): Promise<string> {
  const { parts } = await beginBackup(given);
  let text = "";
  for await (const part of parts) text += part;
  return text;
}
