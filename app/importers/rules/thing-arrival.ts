import { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import type { ImportFacts, ImportMonitorCapacity } from "./import-facts";
import type { MoveDocument, MovedComponent, MovedHeartbeat, MovedMonitor } from "./move-document";
import type { MoveThing } from "./move-things";
import type { MovedChannel } from "./moved-channel";
import { type ImportPlanReason, plainThingArrival, type ThingArrival } from "./planned-thing";

interface ArrivalWithReasons {
  arrival: ThingArrival;
  reasons: ImportPlanReason[];
}

const longestIntervalMinutes = 60;

/** Returns the interval here, in minutes: the next longer one, and no shorter than its kind allows. */
export const importedIntervalMinutes = ({ intervalSeconds }: MovedMonitor, least = 1): number =>
  allowedCheckIntervalMinutes.find((minutes) => minutes >= least && minutes * 60 >= (intervalSeconds ?? 0)) ??
  longestIntervalMinutes;

function monitorArrival(monitor: MovedMonitor, room: ImportMonitorCapacity, rate: number): ArrivalWithReasons {
  const isOverPlan = !monitor.isPaused && rate > room.checksPerHour;
  room.monitors -= 1;
  if (!monitor.isPaused && !isOverPlan) room.checksPerHour -= rate;
  const reasons: ImportPlanReason[] = [{ code: "silent" }];
  if (monitor.isPaused) reasons.push({ code: "paused_there" });
  if (isOverPlan) reasons.push({ code: "over_plan" });
  return { arrival: { ...plainThingArrival, isSilent: true, isPaused: monitor.isPaused || isOverPlan }, reasons };
}

/** Returns the start of the oldest incident that was read; null = there is none. */
export const oldestIncidentStartMs = ({ incidents }: Pick<MoveDocument, "incidents">): number | null =>
  incidents.reduce<number | null>(
    (oldest, { startedAt }) => (oldest === null ? startedAt : Math.min(oldest, startedAt)),
    null,
  );

/** Manually kept components are counted from their start; watched ones only as far as their own history says. */
function countedFromMs(
  { keptBy, startedAt }: MovedComponent,
  { choices, oldestIncidentMs: oldestMs }: Pick<ImportFacts, "choices" | "oldestIncidentMs">,
): number | null {
  if (keptBy === "watched") return startedAt;
  return startedAt ?? choices.handKeptStartMs ?? oldestMs;
}

const componentArrival = (component: MovedComponent, facts: Pick<ImportFacts, "choices" | "oldestIncidentMs">) => ({
  ...plainThingArrival,
  countedFromMs: countedFromMs(component, facts),
  isHandKept: component.keptBy === "manual",
});

function heartbeatArrival({ isPaused }: MovedHeartbeat): ArrivalWithReasons {
  const paused: ImportPlanReason[] = isPaused ? [{ code: "paused_there" }] : [];
  const arrival = { ...plainThingArrival, waitsForPing: true, isPaused };
  return { arrival, reasons: [{ code: "not_moved_yet" }, ...paused] };
}

/** One that is paused there stays so, also when the import is taken over. */
const channelArrival = ({ isPaused }: MovedChannel): ArrivalWithReasons => ({
  arrival: { ...plainThingArrival, isPaused, isSilent: !isPaused },
  reasons: [{ code: isPaused ? "paused_there" : "silent" }],
});

/** Returns how a thing that is made comes in. A monitor takes its part of the room, so things come in order. */
export function importedThingArrival(
  given: MoveThing,
  facts: Pick<ImportFacts, "choices" | "oldestIncidentMs" | "abilities">,
  room: ImportMonitorCapacity,
): ArrivalWithReasons {
  switch (given.noun) {
    case "monitor":
      return monitorArrival(given.thing, room, facts.abilities.checksPerHourOf(given.thing) ?? 0);
    case "heartbeat":
      return heartbeatArrival(given.thing);
    case "channel":
      return channelArrival(given.thing);
    case "component":
      return { arrival: componentArrival(given.thing, facts), reasons: [] };
    case "page":
      return {
        arrival: { ...plainThingArrival, timeZone: given.thing.timeZone ?? facts.choices.timeZone },
        reasons: [],
      };
    default:
      return { arrival: plainThingArrival, reasons: [] };
  }
}
