import type * as backupFile from "../../app/backup/file.ts";
import { importApplicationModule } from "../state/application-module.ts";

/** The application's exports that the commands use. */
export type BackupModule = typeof backupFile;

let loaded: Promise<BackupModule> | undefined;

/** Loads the application's own backup rules from its sources, once, without a build. */
export const loadBackupModule = (): Promise<BackupModule> => {
  loaded ??= importApplicationModule<BackupModule>("app/backup/file.ts");
  return loaded;
};

/** Thrown for a file that cannot be restored, or a place where it must not be, with a line for the person. */
export class BackupCopyError extends Error {}

/** The contents of a deployment, for a person who is about to replace it. */
export interface DeploymentContents {
  /** Name of the page at its root; empty = there is no page. */
  name: string;
  pages: number;
  people: number;
  incidents: number;
  subscribers: number;
  /** Largest number of a snapshot. */
  floor: number;
}

export const deploymentContentsSql =
  `SELECT coalesce((SELECT name FROM page ORDER BY id = (SELECT home_page_id FROM deployment) DESC LIMIT 1), '') AS name,
  (SELECT count(*) FROM page) AS pages, (SELECT count(*) FROM person WHERE kind = 'human') AS people,
  (SELECT count(*) FROM incident) AS incidents, (SELECT count(*) FROM subscriber) AS subscribers,
  (SELECT coalesce(max(wanted), 0) FROM snapshot) AS floor`.replaceAll(/\s+/g, " ");

export const isEmptyDeployment = ({ pages, people }: DeploymentContents): boolean => pages + people === 0;

const count = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;

export const deploymentContentsText = (held: DeploymentContents): string =>
  [
    count(held.pages, "page", "pages"),
    count(held.incidents, "incident", "incidents"),
    count(held.subscribers, "subscriber", "subscribers"),
    count(held.people, "person", "people"),
  ].join(", ");

export const notEmptyDeploymentText = (held: DeploymentContents): string =>
  `This deployment is not empty (${deploymentContentsText(held)}). Restore into an empty one (another --state), or add --replace, which deletes what is there.`;
