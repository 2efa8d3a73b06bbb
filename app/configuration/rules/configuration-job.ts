import type { Refusal } from "~/failures/refusal";
import type { ConfiguredNounName, PlannedChange } from "./configuration-types";

/**
 * `applying`: its steps run. `applied`: all changes were made or refused. `stopped`: its maker lost the right to make
 * them, or it could no longer be read.
 */
export const configurationJobStates = ["applying", "applied", "stopped"] as const;
export type ConfigurationJobState = (typeof configurationJobStates)[number];

/** The person or token behind a job; rights are read again at each step. */
export type ConfigurationJobActor = { kind: "person"; id: string } | { kind: "token"; id: string; personId: string };

export type ConfigurationAction = PlannedChange["action"];

export interface ConfigurationJobCounts {
  create: number;
  change: number;
  adopt: number;
  rename: number;
  move: number;
  remove: number;
  refused: number;
  /** Changes that were not tried, because one of their noun was refused before. */
  skipped: number;
}

export const noConfigurationCounts: ConfigurationJobCounts = {
  create: 0,
  change: 0,
  adopt: 0,
  rename: 0,
  move: 0,
  remove: 0,
  refused: 0,
  skipped: 0,
};

/** A change that was refused, and why. */
export interface ConfigurationRefusal {
  slug: string;
  noun: ConfiguredNounName | "page";
  key: string;
  action: ConfigurationAction;
  /** Field → its message; "" = the whole thing. */
  messages: Record<string, Refusal>;
}

/** Most refusals that a job lists. */
export const maxListedRefusals = 100;

/** Failed tries of a step after which its change is refused. */
export const maxConfigurationTries = 8;

/** Days for which a job that is over can be read. */
export const configurationJobDays = 90;

/** Returns the file and its reference, by which changes of a job are found in the audit log and in logs. */
export const requestIdOfConfigurationJob = ({ file, ref }: { file: string; ref: string }): string =>
  ref === "" ? file : `${file}@${ref}`;
