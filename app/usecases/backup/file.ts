import { backupTables } from "~/db/backup-tables";
import { type RawRow, rowsByTable, selectRows } from "~/db/queries/backup";
import { emptyTables, expectEmpty, finishRestore, insertTables } from "~/db/queries/restore";
import { planAnew } from "~/db/queries/shard";
import { schemaVersion } from "~/db/schema/version";
import type { Statement } from "~/db/write";
import { newId, newToken } from "~/platform/ids";
import { makeSecrets, type Secrets, sha256Hex } from "~/platform/secrets";
import {
  type BackupAbout,
  backupBody,
  footerLine,
  type RowsOfTable,
  type SetAgain,
  splitFooter,
} from "~/rules/backup/backup";
import { type Checked, type CheckedBackup, checkBackup } from "~/rules/backup/backup-check";
import { ofOnePage, powersBrought } from "~/rules/backup/brought";
import { leaveFleeting, leaveSecretsOut } from "./leave-out";
import { renderedAgain } from "./rendered";

export type { CheckedBackup, RawRow };
/** What scripts/start and scripts/deploy take from here: they bring the database along, and nothing else. */
export { makeSecrets, powersBrought, selectRows };

/** What is signed to tell two secrets apart: says nothing of either, and no link reads so. */
const checked = "backup";

/** What the deployment signs of a whole file: no link and no cookie reads so. */
const signedOver = (sha256: string) => `backup-file.${sha256}`;

const opener = (secrets: Secrets) => ({ open: secrets.open, unguessable: () => newToken() });

export interface Writing {
  raw: readonly RawRow[];
  /** UTC ms. */
  now: number;
  /** Of the deployment; null where it is not at hand, and then everything stays sealed. */
  secrets: Secrets | null;
  withSecrets: boolean;
  /** Set = the rows are one page's. */
  pageId?: string;
}

function nameOf(tables: readonly RowsOfTable[]): string {
  const rows = (name: string) => tables.find(({ table }) => table === name)?.rows ?? [];
  const home = rows("deployment")[0]?.home_page_id;
  const page = rows("page").find(({ id }) => id === home) ?? rows("page")[0];
  return String(page?.name ?? "");
}

/** The whole file as text (docs/backup.md), and what whoever restores it has to set again. */
export async function backupText(given: Writing): Promise<{ text: string; rows: number; setAgain: SetAgain[] }> {
  const { now, secrets, withSecrets, pageId } = given;
  if (!withSecrets && !secrets) throw new Error("what is sealed cannot be left out without the secret");
  const found = leaveFleeting(rowsByTable(given.raw));
  const own = pageId === undefined ? found : ofOnePage(found);
  const { tables, setAgain } =
    withSecrets || !secrets ? { tables: own, setAgain: [] } : await leaveSecretsOut(own, opener(secrets));
  const about: BackupAbout = {
    schema: schemaVersion,
    made_at: new Date(now).toISOString(),
    scope: pageId === undefined ? "deployment" : "page",
    name: nameOf(tables),
    secrets: withSecrets ? "sealed" : "left_out",
    secret_check: secrets && pageId === undefined ? await secrets.sign(checked) : null,
    set_again: setAgain,
  };
  const body = backupBody(about, tables);
  const rows = tables.reduce((sum, each) => sum + each.rows.length, 0);
  const sha256 = await sha256Hex(body);
  const signature = secrets ? await secrets.sign(signedOver(sha256)) : null;
  return { text: body + footerLine(tables, sha256, signature), rows, setAgain };
}

/**
 * Looks at the whole file; nothing is touched. Its HTML is rendered again, and one page's file brings nothing that has
 * power over the deployment, whatever stands in it.
 */
export async function readBackup(text: string): Promise<Checked> {
  const { body, footer } = splitFooter(text);
  const file = { body, footer, sha256: await sha256Hex(body) };
  const checked = checkBackup(file, { tables: backupTables, schema: schemaVersion });
  if (!checked.ok) return checked;
  const { header, tables } = checked.backup;
  const taken = renderedAgain(header.scope === "page" ? ofOnePage(tables) : tables);
  return { ok: true, backup: { ...checked.backup, tables: taken } };
}

/** Whether this very deployment wrote the file, and nobody has changed it since. */
export async function signedHere({ sha256, signature }: CheckedBackup, secrets: Secrets | null): Promise<boolean> {
  return secrets !== null && signature !== null && secrets.verify(signedOver(sha256), signature);
}

/** Whether it was made under the secret of this place; null where that cannot be known. */
export async function sameSecret({ header }: CheckedBackup, secrets: Secrets | null): Promise<boolean | null> {
  if (!secrets || header.secret_check === null) return null;
  return secrets.verify(checked, header.secret_check);
}

/** A backup whose secrets nobody can open, without them: what it is as if it had been made without. */
export async function withoutSecrets(backup: CheckedBackup): Promise<CheckedBackup> {
  const closed = { open: async () => null, unguessable: () => newToken() };
  const { tables, setAgain } = await leaveSecretsOut(backup.tables, closed);
  return { ...backup, header: { ...backup.header, secrets: "left_out", set_again: setAgain }, tables };
}

export interface Restoring {
  now: number;
  /** Deletes what is there; else the batch breaks unless nobody is there. */
  replace: boolean;
  /** The largest `snapshot.wanted` of what is there. */
  floor: number;
  /** Characters that a statement may carry. */
  size: number;
}

/** Everything that a restore writes: one batch, which is one transaction. */
export function restoreStatements({ header, tables }: CheckedBackup, restoring: Restoring): Statement[] {
  const { now, replace, floor, size } = restoring;
  const after = { made_at: header.made_at, scope: header.scope, rows: header.tables };
  return [
    ...(replace ? [] : [expectEmpty]),
    ...emptyTables(),
    ...insertTables(tables, size),
    ...finishRestore({ now, floor, planAnew, audit: { id: newId(now), after } }),
  ];
}
