/** Kinds of events by which the activity is filtered. */
export const activityKinds = ["status", "incidents", "maintenance", "subscribers", "setup"] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const parseActivityKind = (text: string | undefined): ActivityKind | undefined =>
  activityKinds.find((each) => each === text);

/** Subjects of the audit log by kind; all others are set up. */
const subjectsByKind: Record<Exclude<ActivityKind, "setup">, readonly string[]> = {
  status: ["alert", "correction", "mute"],
  incidents: ["incident", "incident_note"],
  maintenance: ["maintenance", "maintenance_series"],
  subscribers: ["subscriber"],
};

/** Actions that are of a kind, though their subject is of another one. */
const actionsByKind: Partial<Record<ActivityKind, readonly string[]>> = { status: ["component.set_status"] };

/** Refused requests are for the audit log alone: they say where someone came from. */
const unlistedSubjects = ["security"];

export interface ActivitySubjectFilter {
  kinds: readonly string[];
  /** Actions on subjects of other kinds that belong to them. */
  actions: readonly string[];
  /** True when all but these are wanted. */
  excluded: boolean;
}

/** Returns the subjects of the audit log that a kind has; undefined for all kinds. */
export function activitySubjectFilterOf(kind: ActivityKind | undefined): ActivitySubjectFilter {
  if (kind === undefined) return { kinds: unlistedSubjects, actions: [], excluded: true };
  if (kind !== "setup") return { kinds: subjectsByKind[kind], actions: actionsByKind[kind] ?? [], excluded: false };
  const kinds = [...Object.values(subjectsByKind).flat(), ...unlistedSubjects];
  return { kinds, actions: Object.values(actionsByKind).flat(), excluded: true };
}

/** Subjects whose names are shown; all others may be people or hold their addresses. */
const namedSubjects = new Set([
  ...["incident", "maintenance", "maintenance_series", "component", "component_group"],
  ...["alert", "monitor", "heartbeat", "source", "agent", "channel"],
]);

interface NamedSubject {
  subjectKind: string;
  subjectId: string;
  subjectTitle: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Returns the subject's name, as it is now or as the entry says; null where it has none to show. */
export function activitySubjectName(entry: NamedSubject, names: Readonly<Record<string, string>>): string | null {
  const { subjectKind, subjectId, subjectTitle, before, after } = entry;
  if (!namedSubjects.has(subjectKind)) return null;
  const said = [subjectTitle, names[subjectId], after?.title, after?.name, before?.title, before?.name];
  return said.find((each): each is string => typeof each === "string" && each !== "") ?? null;
}
