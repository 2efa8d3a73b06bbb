import type { ForeignIdNoun, ForeignIdRow } from "./foreign-ids";
import type { MoveDocument, MovedHeartbeat, MovedMonitor, MovedSubscriber } from "./move-document";
import type { MoveThing } from "./move-things";
import type { MovedChannel } from "./moved-channel";
import type { MovedNoun } from "./moved-nouns";

/** A thing that is here. */
export interface ExistingThing {
  id: string;
  name: string;
  /** Rises with each edit of what a person writes, and not with what a monitor or the clock does. */
  version: number;
}

/** Room that the plan has for further monitors. */
export interface ImportMonitorCapacity {
  /** Checks an hour that are free. */
  checksPerHour: number;
  /** Monitors that are free, paused ones included. */
  monitors: number;
}

/** Facts of the page that an import is planned for. */
export interface ImportPageFacts {
  things: Readonly<Record<ForeignIdNoun, readonly ExistingThing[]>>;
  /** True while nobody has edited the page's own settings since it was created. */
  isPageFresh: boolean;
  /** Keys of all subscribers, in whatever state (`subscriberKey`). */
  subscribers: ReadonlySet<string>;
  /** Keys by which heartbeats of this deployment are pinged. */
  pingKeys: ReadonlySet<string>;
  room: ImportMonitorCapacity;
}

/** Answers of this deployment about things that come: whether they are possible here. Pure, and without any call. */
export interface ImportAbilities {
  /** Returns the checks an hour that a monitor costs here; null = its settings are refused, such as a private address. */
  checksPerHourOf: (monitor: MovedMonitor) => number | null;
  /** Returns false where no heartbeat here has that schedule. */
  isHeartbeatPossible: (heartbeat: MovedHeartbeat) => boolean;
  /** Returns false where nothing can be sent to that address from here. */
  isSubscriberReachable: (subscriber: MovedSubscriber) => boolean;
  /** Returns false where no kind of channel here takes its settings, or an address of it may not be called. */
  isChannelPossible: (channel: MovedChannel) => boolean;
}

export const importConflictChoices = ["join", "make_another", "skip"] as const;
/** Choice of a person where a thing of that name is here already. */
export type ImportConflictChoice = (typeof importConflictChoices)[number];

/** Choices of a person in the preview; things are named by `thingKey`. */
export interface ImportChoices {
  untickedNouns: ReadonlySet<MovedNoun>;
  untickedThings: ReadonlySet<string>;
  conflicts: ReadonlyMap<string, ImportConflictChoice>;
  /** First counted day of manually kept components whose start the origin does not say; null = the oldest incident. */
  handKeptStartMs: number | null;
  /** Zone of a page whose own the origin does not say. */
  timeZone: string | null;
}

/** The facts that an import is planned from. */
export interface ImportFacts {
  document: MoveDocument;
  here: ImportPageFacts;
  foreignIds: readonly ForeignIdRow[];
  choices: ImportChoices;
  abilities: ImportAbilities;
  /** Start of the oldest incident of the whole document (`oldestIncidentMs`), also where only a part is planned. */
  oldestIncidentMs: number | null;
  /** Returns a thing's `contentHash`, which may have been made when it was read: a large document takes seconds. */
  contentHashOf: (thing: MoveThing) => string;
}

/** Choices of a person who has chosen nothing yet. */
export const emptyImportChoices: ImportChoices = {
  untickedNouns: new Set(),
  untickedThings: new Set(),
  conflicts: new Map(),
  handKeptStartMs: null,
  timeZone: null,
};
