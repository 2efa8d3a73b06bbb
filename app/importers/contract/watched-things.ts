import { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import type { CheckSettings } from "./check-settings";
import { foreignName, parseForeignId } from "./foreign-values";
import type { MovedComponent, MovedMonitor } from "./move-document";
import type { MoveNotes, NoteSubject } from "./move-notes";
import { unmovedReasons } from "./unmoved-reasons";

const longestTimeoutSeconds = 8;
const mostTags = 10;
const maxTagChars = 30;

/** A thing that is checked there, as a reader knows it. */
export interface ForeignCheckedThing {
  id: string;
  name: string;
  description?: string;
  groupId?: string | null;
  /** Null = no kind here does this check. */
  check: CheckSettings | null;
  intervalSeconds: number | null;
  timeoutSeconds?: number | null;
  isPaused?: boolean;
  tags?: readonly string[];
  startedAt?: number | null;
  history?: MovedMonitor["history"];
  /** Uptime that the origin says. */
  uptime?: MovedMonitor["uptime"];
}

/** Returns the shortest interval of checks here that is not shorter, and notes one that differs. */
export function convertCheckInterval(seconds: number | null, subject: NoteSubject, field: string, notes: MoveNotes) {
  if (seconds === null || !(seconds > 0)) return null;
  const minutes = allowedCheckIntervalMinutes.find((each) => each * 60 >= seconds) ?? 60;
  if (minutes * 60 !== seconds) {
    notes.approximated(subject, field, `Checked every ${seconds} s there, and every ${minutes} min here.`);
  }
  return minutes * 60;
}

/** Returns a timeout of checks here, and notes one that is longer than they may be. */
export function convertCheckTimeout(seconds: number | null, subject: NoteSubject, field: string, notes: MoveNotes) {
  if (seconds === null || !(seconds > 0)) return null;
  const here = Math.min(longestTimeoutSeconds, Math.max(1, Math.ceil(seconds)));
  if (here !== seconds) notes.approximated(subject, field, `Waits ${seconds} s there, and ${here} s here.`);
  return here;
}

/** Returns tags as they are kept here, and notes those that are cut or too many. */
export function convertForeignTags(
  tags: readonly string[],
  subject: NoteSubject,
  field: string,
  notes: MoveNotes,
): string[] {
  const known = [...new Set(tags.map((each) => each.trim().slice(0, maxTagChars).trim()).filter(Boolean))];
  const isCut = known.length > mostTags || tags.some((each) => each.trim().length > maxTagChars);
  if (isCut) notes.approximated(subject, field, "Ten tags of 30 characters are kept here.");
  return known.slice(0, mostTags);
}

/** A component and the monitor that checks it, under one id. */
export function toMovedComponentWithMonitor(thing: ForeignCheckedThing): {
  component: MovedComponent;
  monitor: MovedMonitor;
} {
  const name = foreignName(thing.name, thing.id);
  return {
    component: {
      id: thing.id,
      name,
      description: thing.description ?? "",
      groupId: thing.groupId ?? null,
      manualStatus: null,
      keptBy: thing.check === null ? "manual" : "watched",
      startedAt: thing.startedAt ?? null,
      showsUptime: true,
      isHidden: false,
    },
    monitor: toMovedMonitor({ ...thing, name }, [thing.id]),
  };
}

export function toMovedMonitor(thing: ForeignCheckedThing, componentIds: string[]): MovedMonitor {
  return {
    id: thing.id,
    name: thing.name,
    kind: thing.check?.kind ?? null,
    settings: thing.check?.settings ?? {},
    intervalSeconds: thing.intervalSeconds,
    timeoutSeconds: thing.timeoutSeconds ?? null,
    isPaused: thing.isPaused ?? false,
    tags: [...(thing.tags ?? [])],
    componentIds,
    history: thing.history ?? [],
    ...(thing.uptime && { uptime: thing.uptime }),
  };
}

/** Returns the monitor of a domain's registration beside the one of the thing, which it is called after. */
export const toMovedDomainMonitor = (
  { id, name, isPaused = false, tags = [] }: Omit<ForeignCheckedThing, "check" | "intervalSeconds">,
  check: CheckSettings,
  componentIds: string[],
): MovedMonitor =>
  toMovedMonitor(
    {
      id: parseForeignId(`${id}:domain`) ?? id,
      name: `${name} (domain)`,
      check,
      intervalSeconds: 3600,
      isPaused,
      tags,
    },
    componentIds,
  );

const conditions = ["statuses", "contains", "lacks", "latest", "jsonPath", "jsonValue", "certificateDays"];

/**
 * Notes the settings that a check lacks here. Returns true when one of them is a condition, so that the check would
 * pass where it failed there: it must come paused.
 */
export function lacksCondition(check: CheckSettings | null, subject: NoteSubject, notes: MoveNotes): boolean {
  for (const field of check?.dropped ?? []) {
    if (conditions.includes(field)) notes.question(subject, field, unmovedReasons.unchecked);
    else notes.leftOut(subject, field, "The check here does not accept it.");
  }
  return check?.dropped.some((each) => conditions.includes(each)) ?? false;
}
