import type { D1Database } from "@cloudflare/workers-types";
import type {
  backupText,
  CheckedBackup,
  makeSecrets,
  powersBrought,
  RawRow,
  readBackup,
  restoreStatements,
  sameSecret,
  selectRows,
  signedHere,
  withoutSecrets,
} from "../../app/usecases/backup/file.ts";
import { importApplication } from "./application-module.ts";

/** What the commands take from there. */
interface BackupModule {
  backupText: typeof backupText;
  makeSecrets: typeof makeSecrets;
  powersBrought: typeof powersBrought;
  sameSecret: typeof sameSecret;
  readBackup: typeof readBackup;
  restoreStatements: typeof restoreStatements;
  selectRows: typeof selectRows;
  signedHere: typeof signedHere;
  withoutSecrets: typeof withoutSecrets;
}

let loaded: Promise<BackupModule> | undefined;

/** The application's own rules of a backup, read as the sources are, once: no build is needed. */
export const loadBackup = (): Promise<BackupModule> => {
  loaded ??= importApplication<BackupModule>("app/usecases/backup/file.ts");
  return loaded;
};

/** A file that cannot be restored, or a place into which it must not be, said in a line for the person. */
export class CopyRefused extends Error {}

/** What a deployment holds, for who is about to replace it. */
export interface Held {
  /** Of the page at its root; empty = there is no page. */
  name: string;
  pages: number;
  people: number;
  incidents: number;
  subscribers: number;
  /** Largest number of a snapshot. */
  floor: number;
}

export const heldSql =
  `SELECT coalesce((SELECT name FROM page ORDER BY id = (SELECT home_page_id FROM deployment) DESC LIMIT 1), '') AS name,
  (SELECT count(*) FROM page) AS pages, (SELECT count(*) FROM person WHERE kind = 'human') AS people,
  (SELECT count(*) FROM incident) AS incidents, (SELECT count(*) FROM subscriber) AS subscribers,
  (SELECT coalesce(max(wanted), 0) FROM snapshot) AS floor`.replaceAll(/\s+/g, " ");

export const isEmpty = ({ pages, people }: Held): boolean => pages + people === 0;

/** A database of a start on this machine, and the secret with which its rows are sealed. */
export interface Place {
  database: D1Database;
  secret: string;
  oldSecret?: string | undefined;
  /** UTC ms. */
  now(): number;
}

export interface BackupMade {
  text: string;
  rows: number;
  setAgain: { kind: string; name: string; what: string }[];
}

/** Everything in one read transaction. */
export async function backupOf({ database, secret, oldSecret, now }: Place, withSecrets: boolean): Promise<BackupMade> {
  const { backupText, makeSecrets, selectRows } = await loadBackup();
  const statements = selectRows(null).map(({ sql, params }) => database.prepare(sql).bind(...params));
  const answers = await database.batch<RawRow>(statements);
  const raw = answers.flatMap(({ results }) => results);
  return backupText({ raw, now: now(), secrets: makeSecrets(secret, oldSecret), withSecrets });
}

export async function heldBy({ database }: Pick<Place, "database">): Promise<Held> {
  return (await database.prepare(heldSql).all<Held>()).results[0] as Held;
}

export interface RestoreOptions {
  replace: boolean;
  withoutSecrets: boolean;
  /** Whoever restores it says where the file is from: its signature is not asked for. */
  trusted: boolean;
}

export interface Restored {
  rows: number;
  madeAt: string;
  setAgain: { kind: string; name: string; what: string }[];
  /** False: links in mails that were sent are signed with another secret. */
  linksHold: boolean;
}

/** A file that this deployment has not signed may make anybody its operator: that is said first, and then decided. */
async function refuseStrange(backup: CheckedBackup, secrets: ReturnType<BackupModule["makeSecrets"]> | null) {
  const own = await loadBackup();
  if (await own.signedHere(backup, secrets)) return;
  const powers = own.powersBrought(backup.tables);
  const brings = powers.length === 0 ? "It brings nobody who operates the deployment." : powers.join(". ");
  throw new CopyRefused(
    `This deployment has not signed this file, or cannot tell: it may come from anybody. ${brings} If you know where it is from, add --trust-this-file.`,
  );
}

/** The file, found whole, and opened here or left without its secrets. Throws CopyRefused. */
export async function fitBackup(
  text: string,
  { withoutSecrets, trusted }: RestoreOptions,
  secrets: ReturnType<BackupModule["makeSecrets"]> | null,
): Promise<CheckedBackup> {
  const own = await loadBackup();
  const checked = await own.readBackup(text);
  if (!checked.ok) throw new CopyRefused(`Line ${checked.trouble.line}: ${checked.trouble.message}`);
  if (!trusted) await refuseStrange(checked.backup, secrets);
  if (withoutSecrets) return own.withoutSecrets(checked.backup);
  const { header } = checked.backup;
  if (header.secrets === "left_out" || (await own.sameSecret(checked.backup, secrets)) !== false) return checked.backup;
  throw new CopyRefused(
    "The secrets in this backup were sealed with another UPFRONT_SECRET. Put the old folder's file `secret` into the state folder (or set UPFRONT_SECRET), or restore with --without-secrets, which lists what to set again.",
  );
}

export const rowsIn = ({ header }: CheckedBackup): number =>
  Object.values(header.tables).reduce((sum, rows) => sum + rows, 0);

/** Characters of a parameter: D1 takes 2 MB, of which a letter may need three bytes. */
const parameterSize = 600_000;

/** All of it in one transaction, or nothing. Throws CopyRefused when the place is taken or the file unfit. */
export async function restoreInto(place: Place, text: string, options: RestoreOptions): Promise<Restored> {
  const { makeSecrets, restoreStatements, sameSecret } = await loadBackup();
  const secrets = makeSecrets(place.secret, place.oldSecret);
  const backup = await fitBackup(text, options, secrets);
  const held = await heldBy(place);
  if (!options.replace && !isEmpty(held)) throw new CopyRefused(takenBy(held));
  const restoring = { now: place.now(), replace: options.replace, floor: held.floor, size: parameterSize };
  const statements = restoreStatements(backup, restoring);
  await place.database.batch(statements.map(({ sql, params }) => place.database.prepare(sql).bind(...params)));
  const linksHold = (await sameSecret(backup, secrets)) !== false;
  return { rows: rowsIn(backup), madeAt: backup.header.made_at, setAgain: backup.header.set_again, linksHold };
}

const count = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;

export const heldWords = (held: Held): string =>
  [
    count(held.pages, "page", "pages"),
    count(held.incidents, "incident", "incidents"),
    count(held.subscribers, "subscriber", "subscribers"),
    count(held.people, "person", "people"),
  ].join(", ");

export const takenBy = (held: Held): string =>
  `This deployment is not empty (${heldWords(held)}). Restore into an empty one (another --state), or add --replace, which deletes what is there.`;
