import type { Role } from "./access/actor";

/** A table whose rows are purged with their page. */
export interface PageOwnedTable {
  name: string;
  /** Columns of the primary key, where that is not `id`. */
  key?: string;
  /** Parent table, referenced by `<of>_id`; absent = the rows reference the page. */
  of?: string;
  /** SQL condition on the page's rows; absent = all. */
  only?: string;
  /**
   * First: emptied in the commit that deletes the page. Last: has no index by page, so it is walked once all else is gone.
   */
  purged?: "first" | "last";
}

/** The noun's own entry in a page's menu, or the name of the entry to which it belongs. */
type NounMenuEntry = { area: string; order: number; name: string; called: string } | { below: string };

/** The way in which the search finds it by name. */
export interface NounSearch {
  /** Kind of the result. */
  kind: string;
  order: number;
  /** Table with `id` and `name`; absent = the search has its own query. */
  table?: string;
  /** SQL condition on the rows; absent = all. */
  only?: string;
  /** Prefix of the anchor of an object, if all objects are shown on one page. */
  anchor?: string;
  called: string;
}

/** A task that the search offers by name. */
interface NounSearchTask {
  name: string;
  /** Path below the page's own. */
  to: string;
  need: Role;
  order: number;
  called: string;
}

/** An export of a module, which is given by its path in `app`. */
export interface ModuleExport {
  from: string;
  name: string;
}

/** The adapters of which one is chosen when an object is created. */
interface NounKinds {
  /** Group of their translations. */
  family: string;
  /** Function that finds an adapter by its kind. */
  registry: ModuleExport;
}

interface NounAudit {
  /** Target of an entry's link: its own page, or the list. */
  link?: "one" | "list";
  /**
   * True if the noun contains neither a secret nor personal data, so that no action on it requires a recent sign-in.
   */
  ordinary?: true;
  /** Prefix of its actions, where that is not its name. */
  prefix?: string;
  /** Fields whose labels name those of an entry. */
  fields?: ModuleExport;
  /** Label in the log's filter. */
  called?: string;
  /** Action without prefix → the sentence of an entry. */
  actions?: Readonly<Record<string, string>>;
}

/** The right that an operation needs: a role on its page at least, the operator, any token, or only one's own data. */
export type OperationRight = Role | "operator" | "any token" | "own";

interface NounApi {
  /** Functions that add its routes, in the order of the reference. */
  routes?: readonly { from: string; add: string; order: number }[];
  /** Keys such as `PUT, PATCH templates/{id}`, below the page or, with a slash, from the root; reads may be left out. */
  operations?: Readonly<Record<string, { need: OperationRight; example?: unknown }>>;
}

/** Messages of refusals. */
interface NounRefusals {
  /** Note for translators: where they are shown. */
  about: string;
  texts: Readonly<Record<string, string>>;
  /** Notes for translators on placeholders. */
  notes?: Readonly<Record<string, string>>;
}

/** A noun as all lists know it; plain data. */
export interface NounDefinition {
  /** Name in the audit log and in refusals. */
  name: string;
  /** Path in management, below the page's own. */
  at?: string;
  kinds?: NounKinds;
  tables?: readonly PageOwnedTable[];
  /** Path below the page or, with a slash, from the root → the route module. */
  routes?: Readonly<Record<string, string>>;
  menu?: NounMenuEntry;
  search?: NounSearch;
  ways?: readonly NounSearchTask[];
  audit?: NounAudit;
  api?: NounApi;
  /** Messages after a form succeeded. */
  done?: Readonly<Record<string, string>>;
  refusals?: NounRefusals;
}

export { activityNounDefinition } from "./activity/noun";
export { agentNounDefinition } from "./agents/noun";
export { ruleNounDefinition } from "./alert-rules/noun";
export { alertNounDefinition } from "./alerts/noun";
export { auditEntryNounDefinition, securityNounDefinition } from "./audit/noun";
export { channelNounDefinition } from "./channels/noun";
export {
  componentGroupNounDefinition,
  componentNounDefinition,
} from "./components/noun";
export { configurationNounDefinition } from "./configuration/noun";
export { repositoryNounDefinition } from "./configuration/repositories/noun";
export { correctionNounDefinition } from "./corrections/noun";
export { deploymentNounDefinition } from "./deployment/noun";
export { heartbeatNounDefinition } from "./heartbeats/noun";
export { importJobNounDefinition } from "./importers/noun";
export {
  incidentNoteNounDefinition,
  incidentNounDefinition,
} from "./incidents/noun";
export { mailerNounDefinition } from "./mailers/noun";
export {
  maintenanceNounDefinition,
  maintenanceSeriesNounDefinition,
} from "./maintenances/noun";
export { monitorNounDefinition } from "./monitors/noun";
export { muteNounDefinition } from "./mutes/noun";
export { noticeNounDefinition } from "./outbox/noun";
export { pageNounDefinition } from "./pages/noun";
export {
  identityNounDefinition,
  invitationNounDefinition,
  membershipNounDefinition,
  passkeyNounDefinition,
  personNounDefinition,
  sessionNounDefinition,
  tokenNounDefinition,
} from "./people/noun";
export { proposalNounDefinition } from "./proposals/noun";
export { providerNounDefinition } from "./providers/noun";
export { savedViewNounDefinition } from "./saved-views/noun";
export { sourceNounDefinition } from "./sources/noun";
export { statusPageNounDefinition } from "./status-page/noun";
export { subscriberNounDefinition } from "./subscribers/noun";
export { templateNounDefinition } from "./templates/noun";
