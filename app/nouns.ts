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

/** Its own place in a page's menu, or the name of the place to which it belongs. */
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
  /** Prefix of the anchor, where all are shown on one page. */
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

/** The adapters from which one is chosen when it is created. */
interface NounKinds {
  /** Group of their translations. */
  family: string;
  /** Function that finds an adapter by its kind. */
  registry: ModuleExport;
}

interface NounAudit {
  /** Target of an entry's link: its own page, or the list. */
  link?: "one" | "list";
  /** It holds neither a secret nor personal data, so no action on it asks for a fresh sign-in. */
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

export { activityNounDefinition as activityNoun } from "./activity/noun";
export { agentNounDefinition as agentNoun } from "./agents/noun";
export { ruleNounDefinition as ruleNoun } from "./alert-rules/noun";
export { alertNounDefinition as alertNoun } from "./alerts/noun";
export { auditEntryNounDefinition as auditEntryNoun, securityNounDefinition as securityNoun } from "./audit/noun";
export { channelNounDefinition as channelNoun } from "./channels/noun";
export {
  componentGroupNounDefinition as componentGroupNoun,
  componentNounDefinition as componentNoun,
} from "./components/noun";
export { configurationNounDefinition as configurationNoun } from "./configuration/noun";
export { repositoryNoun } from "./configuration/repositories/noun";
export { correctionNounDefinition as correctionNoun } from "./corrections/noun";
export { deploymentNounDefinition as deploymentNoun } from "./deployment/noun";
export { heartbeatNounDefinition as heartbeatNoun } from "./heartbeats/noun";
export { importJobNounDefinition as importJobNoun } from "./importers/noun";
export {
  incidentNoteNounDefinition as incidentNoteNoun,
  incidentNounDefinition as incidentNoun,
} from "./incidents/noun";
export { mailerNounDefinition as mailerNoun } from "./mailers/noun";
export {
  maintenanceNounDefinition as maintenanceNoun,
  maintenanceSeriesNounDefinition as maintenanceSeriesNoun,
} from "./maintenances/noun";
export { monitorNounDefinition as monitorNoun } from "./monitors/noun";
export { muteNounDefinition as muteNoun } from "./mutes/noun";
export { noticeNounDefinition as noticeNoun } from "./outbox/noun";
export { pageNounDefinition as pageNoun } from "./pages/noun";
export {
  identityNounDefinition as identityNoun,
  invitationNounDefinition as invitationNoun,
  membershipNounDefinition as membershipNoun,
  passkeyNounDefinition as passkeyNoun,
  personNounDefinition as personNoun,
  sessionNounDefinition as sessionNoun,
  tokenNounDefinition as tokenNoun,
} from "./people/noun";
export { proposalNounDefinition as proposalNoun } from "./proposals/noun";
export { providerNounDefinition as providerNoun } from "./providers/noun";
export { savedViewNounDefinition as savedViewNoun } from "./saved-views/noun";
export { sourceNounDefinition as sourceNoun } from "./sources/noun";
export { statusPageNounDefinition as statusPageNoun } from "./status-page/noun";
export { subscriberNounDefinition as subscriberNoun } from "./subscribers/noun";
export { templateNounDefinition as templateNoun } from "./templates/noun";
