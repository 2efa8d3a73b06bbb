import type { Role } from "~/rules/basics/actor";
import type { SettableStatus, Status } from "~/rules/basics/status";
import { incidentStatusWords as statusWordsOfIncident } from "~/rules/incidents/fields";
import english from "./words/en.json";

/*
 * Groups of this room's catalogue as English tables, for rooms that read them by a value. What shows them in the
 * reader's language takes `useWords` of `part-words`.
 */
export const statusWords: Record<Status, string> = english.status;

const { no_data: _, ...settable } = english.status;

export const settableStatusWords: Record<SettableStatus, string> = settable;

/** By any text that may be one of them. */
export const incidentStatusWords: Record<string, string> = statusWordsOfIncident;

export const maintenanceStatusWords: Record<string, string> = english.maintenance_status;

export const visibilityWords: Record<string, string> = english.visibility;

/** Who opened an incident. */
export const originWords: Record<string, string> = english.origin;

export { impactWords } from "~/rules/incidents/fields";

export const severityWords: Record<string, string> = english.severity;

export const roleWords: Record<Role, string> = english.role;

export const layerWords: Record<string, string> = english.layer;

/** What became of a test mail. */
export const testWords: Record<string, string> = english.test;
