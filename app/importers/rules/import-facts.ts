import type { ForeignIdRow, TrackedNoun } from "./foreign-ids";
import type { MoveDocument, MovedNoun } from "./move-document";

/** A thing that is here. */
export interface HereThing {
  id: string;
  name: string;
  /** Rises with each edit of what a person writes, and not with what a monitor or the clock does. */
  version: number;
}

/** Room that the plan has for further monitors. */
export interface MonitorRoom {
  /** Checks an hour that are free. */
  checksPerHour: number;
  /** Monitors that are free, paused ones included. */
  monitors: number;
}

/** Facts of the page that an import is planned for. */
export interface HereFacts {
  things: Readonly<Record<TrackedNoun, readonly HereThing[]>>;
  /** True while nobody has edited the page's own settings since it was created. */
  isPageFresh: boolean;
  /** Keys of all subscribers, in whatever state (`subscriberKey`). */
  subscribers: ReadonlySet<string>;
  /** Keys by which heartbeats of this deployment are pinged. */
  pingKeys: ReadonlySet<string>;
  room: MonitorRoom;
}

export const conflictChoices = ["join", "make_another", "skip"] as const;
/** What a person chooses where a thing of that name is here already. */
export type ConflictChoice = (typeof conflictChoices)[number];

/** What a person chooses in the preview; things are named by `thingKey`. */
export interface ImportChoices {
  untickedNouns: ReadonlySet<MovedNoun>;
  untickedThings: ReadonlySet<string>;
  conflicts: ReadonlyMap<string, ConflictChoice>;
  /** First counted day of manually kept components whose start the origin does not say; null = the oldest incident. */
  handKeptStartMs: number | null;
  /** Zone of a page whose own the origin does not say. */
  timeZone: string | null;
}

/** Everything that an import is planned from. */
export interface ImportFacts {
  document: MoveDocument;
  here: HereFacts;
  foreignIds: readonly ForeignIdRow[];
  choices: ImportChoices;
  /** Secret of the deployment, for the hashes. */
  hashKey: string;
}

/** Choices of a person who has chosen nothing yet. */
export const emptyImportChoices: ImportChoices = {
  untickedNouns: new Set(),
  untickedThings: new Set(),
  conflicts: new Map(),
  handKeptStartMs: null,
  timeZone: null,
};
