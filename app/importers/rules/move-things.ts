import type {
  MoveDocument,
  MovedComponent,
  MovedGroup,
  MovedHeartbeat,
  MovedIncident,
  MovedMaintenance,
  MovedMonitor,
  MovedPage,
  MovedSubscriber,
  MovedTemplate,
} from "./move-document";
import type { MovedChannel } from "./moved-channel";
import type { MovedNoun } from "./moved-nouns";
import type { MovedMaintenanceSeries } from "./moved-series";

/** A thing of the origin, named by its noun and its id there. */
export interface ThingReference {
  noun: MovedNoun;
  theirId: string;
}

interface MoveThingFacts {
  theirId: string;
  name: string;
  /** Groups and components that the thing names. */
  references: readonly ThingReference[];
}

/** One thing of a move document, whatever its noun. */
export type MoveThing = MoveThingFacts &
  (
    | { noun: "page"; thing: MovedPage }
    | { noun: "group"; thing: MovedGroup }
    | { noun: "component"; thing: MovedComponent }
    | { noun: "monitor"; thing: MovedMonitor }
    | { noun: "heartbeat"; thing: MovedHeartbeat }
    | { noun: "incident"; thing: MovedIncident }
    | { noun: "maintenance"; thing: MovedMaintenance }
    | { noun: "template"; thing: MovedTemplate }
    | { noun: "subscriber"; thing: MovedSubscriber }
    | { noun: "maintenance_series"; thing: MovedMaintenanceSeries }
    | { noun: "channel"; thing: MovedChannel }
  );

/** Returns the key by which a subscriber is known, there and here: the kind and address. */
export const subscriberKey = ({ kind, address }: Pick<MovedSubscriber, "kind" | "address">): string =>
  `${kind}:${kind === "email" ? address.toLowerCase() : address}`;

const componentReferences = (ids: readonly string[]): ThingReference[] =>
  [...new Set(ids)].map((theirId) => ({ noun: "component", theirId }));

const incidentReferences = ({ updates, components }: MovedIncident): ThingReference[] =>
  componentReferences(
    [...updates.flatMap(({ changes }) => changes), ...components].map(({ componentId }) => componentId),
  );

/** Returns the things of a document in the order in which they are written: each after those that it names. */
export const moveThings = (document: MoveDocument): MoveThing[] => [
  ...(document.page ? [document.page] : []).map(
    (thing): MoveThing => ({ noun: "page", theirId: thing.id, name: thing.name, references: [], thing }),
  ),
  ...document.groups.map(
    (thing): MoveThing => ({ noun: "group", theirId: thing.id, name: thing.name, references: [], thing }),
  ),
  ...document.components.map((thing): MoveThing => {
    const references: ThingReference[] = thing.groupId === null ? [] : [{ noun: "group", theirId: thing.groupId }];
    return { noun: "component", theirId: thing.id, name: thing.name, references, thing };
  }),
  ...document.monitors.map((thing): MoveThing => {
    const references = componentReferences(thing.componentIds);
    return { noun: "monitor", theirId: thing.id, name: thing.name, references, thing };
  }),
  ...document.heartbeats.map((thing): MoveThing => {
    const references = componentReferences(thing.componentIds);
    return { noun: "heartbeat", theirId: thing.id, name: thing.name, references, thing };
  }),
  ...document.incidents.map((thing): MoveThing => {
    const references = incidentReferences(thing);
    return { noun: "incident", theirId: thing.id, name: thing.title, references, thing };
  }),
  ...document.maintenances.map((thing): MoveThing => {
    const references = componentReferences(thing.componentIds);
    return { noun: "maintenance", theirId: thing.id, name: thing.title, references, thing };
  }),
  ...document.templates.map((thing): MoveThing => {
    const references = componentReferences((thing.components ?? []).map(({ componentId }) => componentId));
    return { noun: "template", theirId: thing.id, name: thing.name, references, thing };
  }),
  ...document.subscribers.map((thing): MoveThing => {
    const references = componentReferences(thing.componentIds);
    return { noun: "subscriber", theirId: subscriberKey(thing), name: thing.address, references, thing };
  }),
  ...(document.maintenanceSeries ?? []).map((thing): MoveThing => {
    const references = componentReferences(thing.componentIds);
    return { noun: "maintenance_series", theirId: thing.id, name: thing.title, references, thing };
  }),
  ...(document.channels ?? []).map(
    (thing): MoveThing => ({ noun: "channel", theirId: thing.id, name: thing.name, references: [], thing }),
  ),
];
