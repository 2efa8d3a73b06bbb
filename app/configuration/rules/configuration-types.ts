/** A thing that a file can describe; a page itself is described beside. */
export const configuredNounNames = [
  "group",
  "component",
  "monitor",
  "heartbeat",
  "agent",
  "source",
  "rule",
  "channel",
  "template",
  "mute",
  "member",
  "mailer",
] as const;
export type ConfiguredNounName = (typeof configuredNounNames)[number];

/** A value as a file writes it, under the API's names; a thing is named by its key, or by its id where it has none. */
export type ConfiguredValue =
  | null
  | boolean
  | number
  | string
  | readonly ConfiguredValue[]
  | { readonly [name: string]: ConfiguredValue };
export type ConfiguredValues = Readonly<Record<string, ConfiguredValue>>;

/** A place in a file; both begin at 1. */
export interface FilePlace {
  line: number;
  column: number;
}

/** A thing as a file describes it: only the fields that it names. */
export interface ConfiguredThing {
  noun: ConfiguredNounName;
  /** Name that the author chose; unique within page and noun. */
  key: string;
  /** Key of the same thing in an earlier version of the file. */
  was: string | null;
  values: ConfiguredValues;
  place: FilePlace;
  /** Place of each field; a setting is `settings.<name>`. */
  places?: Readonly<Record<string, FilePlace>>;
}

/** A page as a file describes it. */
export interface ConfiguredPage {
  /** Slug of the page, which is its key; empty = the deployment (rules/deployment-page). */
  slug: string;
  was: string | null;
  /** Fields of the page itself. */
  values: ConfiguredValues;
  things: readonly ConfiguredThing[];
  place: FilePlace;
  places?: Readonly<Record<string, FilePlace>>;
}

/** A file, read and checked by itself; this is what the tool sends. */
export interface ConfigurationDocument {
  /** Name of the file, under which it owns what it made. */
  name: string;
  pages: readonly ConfiguredPage[];
}

/** A thing that exists here, in the words of a file: references are ids, a secret that is set is the mask. */
export interface PresentThing {
  noun: ConfiguredNounName;
  id: string;
  /** Key under which each file knows it: name of the file → key. */
  keys: Readonly<Record<string, string>>;
  /** File that made it; null = a person or a program did. */
  madeBy: string | null;
  /** Field → name of the file that owns it; a field that is absent belongs to people. */
  owners: Readonly<Record<string, string>>;
  /** Field that a file owns → digest of what the file last set. */
  lastSet?: Readonly<Record<string, string>>;
  /** Secret setting, as `settings.<name>` → name of the secret that a file last set it from. */
  secrets?: Readonly<Record<string, string>>;
  values: ConfiguredValues;
  version: number;
}

export interface PresentPage extends Omit<PresentThing, "noun"> {
  slug: string;
  things: readonly PresentThing[];
}

export interface PlannedField {
  name: string;
  before: ConfiguredValue | undefined;
  after: ConfiguredValue | undefined;
}

/** One difference between a file and what is here. */
export interface PlannedChange {
  /**
   * `adopt`: a thing of the same name exists, and the file takes it over without changing it. `move`, of a page: each
   * field is a thing on it, with its place among its siblings.
   */
  action: "create" | "change" | "adopt" | "rename" | "move" | "remove";
  slug: string;
  noun: ConfiguredNounName | "page";
  key: string;
  /** Key, or slug of the page, before a rename. */
  was?: string;
  /** Id of the thing; null = it is to be created. */
  id: string | null;
  version: number | null;
  fields: readonly PlannedField[];
  /** Fields that the file owned and no longer names: they belong to people again, unchanged. */
  released?: readonly string[];
  /** True when a person changed since what this file had set. */
  isDrift: boolean;
  place: FilePlace | null;
}

/** An error that keeps a file from being applied. */
export interface ConfigurationError {
  message: string;
  place: FilePlace | null;
}

/** A thing that the file once made and no longer describes; it stays unless removal was asked for. */
export interface UndescribedThing {
  slug: string;
  noun: ConfiguredNounName;
  key: string;
  id: string;
}

export interface ConfigurationPlan {
  /** The changes, in the order in which they are to be made. */
  changes: readonly PlannedChange[];
  errors: readonly ConfigurationError[];
  /** Absent = nothing is left. */
  left?: readonly UndescribedThing[];
}
