import { validateClockSchedule } from "~/heartbeats/rules/clock-runs";
import {
  heartbeatBasicFields,
  heartbeatGraceField,
  heartbeatScheduleFields,
  pingKeywordFields,
} from "~/heartbeats/rules/fields";
import type { HeartbeatSchedule } from "~/heartbeats/rules/heartbeat";
import {
  createHeartbeatInputSchema,
  type ParsedCreateHeartbeatInput,
  pingSlugInputSchema,
} from "~/heartbeats/rules/input";
import type { SettableStatus } from "~/status/status";
import { limitImportedTags, toImportedTextLine } from "../../rules/imported-texts";
import type { MovedHeartbeat } from "../../rules/move-document";

const within = (seconds: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, Math.round(seconds)));

/** Returns its schedule in the stored form; null when no schedule here is like it. */
function importedScheduleOf({ schedule }: MovedHeartbeat): HeartbeatSchedule | null {
  if ("everySeconds" in schedule) {
    const periodSeconds = within(schedule.everySeconds, heartbeatScheduleFields["schedule.periodSeconds"]);
    return { kind: "simple", periodSeconds };
  }
  const { timeZone } = schedule;
  const checked = validateClockSchedule(
    "cron" in schedule
      ? { kind: "cron", expression: schedule.cron, timeZone }
      : { kind: "calendar", expression: schedule.calendar, timeZone },
  );
  return checked.ok ? checked.value : null;
}

/** Returns words as the form takes them. */
const importedWords = (words: readonly string[], { most, longest }: { most: number; longest: number }): string[] =>
  [...new Set(words.map((word) => word.trim()).filter((word) => word !== "" && word.length <= longest))].slice(0, most);

/** Returns which pings count; absent = every ping, as a heartbeat of most products has it. */
function importedPingRules({ pingRules }: MovedHeartbeat) {
  if (!pingRules) return {};
  const { failWords, successWords, startWords, ...rules } = pingRules;
  return {
    ...rules,
    failWords: importedWords(failWords, pingKeywordFields.failWords),
    successWords: importedWords(successWords, pingKeywordFields.successWords),
    startWords: importedWords(startWords, pingKeywordFields.startWords),
  };
}

/** Returns its slug; empty for one that cannot be in an address here. */
const importedSlug = ({ slug = "" }: MovedHeartbeat): string =>
  pingSlugInputSchema.safeParse(slug).success ? slug : "";

/**
 * Returns the fields of its form, where those that no product has keep their defaults; null when no schedule here is
 * like its own.
 */
export function importedHeartbeatValues(
  pageId: string,
  heartbeat: MovedHeartbeat,
  components: Record<string, SettableStatus>,
): ParsedCreateHeartbeatInput | null {
  const schedule = importedScheduleOf(heartbeat);
  const parsed = createHeartbeatInputSchema.safeParse({
    pageId,
    name: toImportedTextLine(heartbeat.name) || toImportedTextLine(heartbeat.id) || "heartbeat",
    slug: importedSlug(heartbeat),
    tags: limitImportedTags(heartbeat.tags, heartbeatBasicFields.tags),
    schedule: schedule ?? undefined,
    graceSeconds: within(heartbeat.graceSeconds, heartbeatGraceField.graceSeconds),
    ...importedPingRules(heartbeat),
    components,
  });
  return schedule && parsed.success ? parsed.data : null;
}
