import { z } from "zod";
import { impacts, statuses } from "~/status/status";
import { movedChannelSchema } from "./moved-channel";
import { movedNouns } from "./moved-nouns";
import { movedMaintenanceSeriesSchema } from "./moved-series";

/** Version of the document; a reader of another version refuses it by name. */
export const moveDocumentVersion = 1;

const foreignIdSchema = z.string().min(1).max(200).describe("The id that the origin gives the thing");
const instantSchema = z.number().int().describe("UTC ms");
const nameSchema = z.string().max(1000);

/** A thing of another product, under its own id there. */
const foreignThing = { id: foreignIdSchema };

/** A product may itself have imported a thing from Statuspage, and have kept its id there. */
const formerStatuspageThing = {
  statuspageId: foreignIdSchema
    .optional()
    .describe("The id that it had at Statuspage before it moved to the origin; its addresses there are answered"),
};

const componentChangeSchema = z.object({
  componentId: foreignIdSchema,
  /** Status from then on; null = no longer affected. */
  status: z.enum(statuses).nullable(),
});

/** Uptime that the origin says itself: it is compared with the one here, and never written. */
const saidUptimeSchema = z
  .object({
    percent: z.number().min(0).max(100),
    days: z
      .number()
      .int()
      .min(1)
      .max(3660)
      .nullable()
      .describe("Days that it covers, the last one included; null = all that the origin knows"),
    until: instantSchema.nullable().default(null).describe("End of its days, UTC ms; null = when it was read"),
  })
  .optional()
  .describe("Uptime that the origin says itself; the preview shows it beside the one here");

export const movedUpdateSchema = z.object({
  status: z.enum(["investigating", "identified", "monitoring", "resolved"]),
  /** Markdown. */
  body: z.string(),
  /** Time that visitors see, UTC ms. */
  shownAt: instantSchema,
  changes: z.array(componentChangeSchema).default([]),
});

const postmortemSchema = z.object({
  body: z.string(),
  publishedAt: instantSchema.nullable(),
  isNotified: z.boolean().optional().describe("Subscribers were notified of it there"),
});

/** Readers of feeds know an entry by `tag:HOST,` and this, so that they show nothing twice once the host is here. */
const feedTagSchema = z
  .string()
  .max(200)
  .optional()
  .describe("What follows the host in the id of its entry in the page’s Atom feed there: `2005:Incident/1`");

export const movedIncidentSchema = z.object({
  ...foreignThing,
  ...formerStatuspageThing,
  title: nameSchema,
  impact: z.enum(impacts),
  startedAt: instantSchema,
  /** Null while it is open. */
  resolvedAt: instantSchema.nullable(),
  /** Oldest first; at least one. */
  updates: z.array(movedUpdateSchema),
  /** Components without a change of their own in an update, with the worst status of the whole time. */
  components: z.array(componentChangeSchema).default([]),
  postmortem: postmortemSchema.nullable().default(null),
  /** Path of its page there, such as `/incidents/abc`, which is answered here from then on; null = none. */
  path: z.string().nullable().default(null),
  isBackfilled: z.boolean().default(false),
  feedTag: feedTagSchema,
});

/** When subscribers are notified of maintenance. */
const maintenanceNoticesSchema = z
  .object({
    atStart: z.boolean(),
    atEnd: z.boolean(),
    dayBefore: z.boolean(),
    hourBefore: z.boolean(),
  })
  .optional()
  .describe("When subscribers are notified; absent = at its start and its end");

export const movedMaintenanceSchema = z.object({
  ...foreignThing,
  ...formerStatuspageThing,
  title: nameSchema,
  startsAt: instantSchema,
  endsAt: instantSchema,
  /** State now, as the origin says; `scheduled` while it has not begun. */
  state: z.enum(["scheduled", "in_progress", "completed"]),
  updates: z.array(z.object({ body: z.string(), shownAt: instantSchema })),
  componentIds: z.array(foreignIdSchema),
  autoStart: z.boolean().default(true),
  autoEnd: z.boolean().default(true),
  path: z.string().nullable().default(null),
  notices: maintenanceNoticesSchema,
  feedTag: feedTagSchema,
});

export const movedGroupSchema = z.object({
  ...foreignThing,
  ...formerStatuspageThing,
  name: nameSchema,
  description: z.string().default(""),
  collapsed: z
    .enum(["unless_affected", "always", "never"])
    .optional()
    .describe("When visitors see it collapsed; absent = unless one of its components is affected"),
});

/** Stretch of a monitored past: what the origin's own history says. */
const monitoredStretchSchema = z.object({
  from: instantSchema,
  to: instantSchema.nullable(),
  status: z.enum(statuses),
});

export const movedComponentSchema = z.object({
  ...foreignThing,
  ...formerStatuspageThing,
  name: nameSchema,
  description: z.string().default(""),
  groupId: foreignIdSchema.nullable().default(null),
  /** Status that a person set; null = none is set. */
  manualStatus: z.enum(statuses).nullable().default(null),
  /** `manual`: a person kept its status by hand there. `watched`: a monitor did. */
  keptBy: z.enum(["manual", "watched"]),
  /** First day on which it is counted, UTC ms; null = not said. */
  startedAt: instantSchema.nullable().default(null),
  showsUptime: z.boolean().default(true),
  isHidden: z.boolean().default(false),
  onlyShownIfAffected: z.boolean().optional().describe("Visitors see it only while it is not operational"),
  history: z
    .array(monitoredStretchSchema)
    .optional()
    .describe("What the origin’s own history of a watched component says; time outside of it is no data"),
  uptime: saidUptimeSchema,
});

const maxSettingsDepth = 16;

/** True for settings as checks have them: deeper ones would exhaust whatever walks through them. */
function isShallow(settings: Record<string, unknown>): boolean {
  let level: unknown[] = [settings];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxSettingsDepth) return false;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return true;
}

export const movedMonitorSchema = z.object({
  ...foreignThing,
  name: nameSchema,
  /** Kind of monitor here: http, tcp, dns, tls, ping …; null = none here does this check. */
  kind: z.string().nullable(),
  /** Settings of that kind under the names of its own schema here. */
  settings: z.record(z.string(), z.unknown()).refine(isShallow),
  intervalSeconds: z.number().int().positive().nullable(),
  timeoutSeconds: z.number().positive().nullable().default(null),
  isPaused: z.boolean().default(false),
  tags: z.array(z.string()).default([]),
  componentIds: z.array(foreignIdSchema).default([]),
  history: z.array(monitoredStretchSchema).default([]),
  uptime: saidUptimeSchema,
});

/** The pings of a heartbeat that count, and as what; the words are those of Healthchecks' filters. */
const movedPingRulesSchema = z
  .object({
    postOnly: z.boolean().default(false),
    manualResume: z.boolean().default(false),
    wordsIn: z.enum(["anywhere", "subject", "body"]).default("anywhere"),
    failWords: z.array(z.string()).default([]),
    successWords: z.array(z.string()).default([]),
    startWords: z.array(z.string()).default([]),
  })
  .optional()
  .describe(
    "Which pings count, and the words in them that say a failure, a success or a start; absent = every ping counts",
  );

export const movedHeartbeatSchema = z.object({
  ...foreignThing,
  name: nameSchema,
  /** UUID or token in the address that machines ping there, which is answered here; null = the origin does not show it. */
  pingKey: z.string().nullable(),
  /** Path that machines call there, such as `/api/push/TOKEN`; null = only by its key. */
  pingPath: z.string().nullable().default(null),
  schedule: z.union([
    z.object({ everySeconds: z.number().int().positive() }),
    z.object({ cron: z.string(), timeZone: z.string() }),
    z.object({ calendar: z.string().describe("Calendar event of systemd, OnCalendar="), timeZone: z.string() }),
  ]),
  graceSeconds: z.number().int().nonnegative(),
  slug: z.string().optional().describe("Name by which it can also be pinged, with the key of its page"),
  pingRules: movedPingRulesSchema,
  isPaused: z.boolean().default(false),
  tags: z.array(z.string()).default([]),
  componentIds: z.array(foreignIdSchema).default([]),
});

export const movedSubscriberSchema = z.object({
  kind: z.enum(["email", "sms", "webhook"]),
  address: z.string(),
  state: z.enum(["active", "unsubscribed", "quarantined"]),
  componentIds: z.array(foreignIdSchema),
  /** Time of their consent there, UTC ms; null = the origin does not say. */
  consentedAt: instantSchema.nullable(),
});

export const movedTemplateSchema = z.object({
  ...foreignThing,
  name: nameSchema,
  title: z.string(),
  body: z.string(),
  status: z.enum(["investigating", "identified", "monitoring", "resolved"]).nullable(),
  components: z
    .array(componentChangeSchema)
    .optional()
    .describe("Components that it chooses; without a status, as they are"),
});

export const movedPageSchema = z.object({
  id: foreignIdSchema,
  name: nameSchema,
  about: z.string().default(""),
  /** IANA name; null = it was not said, or is not known here. */
  timeZone: z.string().nullable().default(null),
  slug: z.string().nullable().default(null),
  host: z.string().nullable().default(null),
  accentColor: z.string().nullable().default(null),
  logoUrl: z.string().nullable().default(null),
  isPrivate: z.boolean().default(false),
  languages: z.array(z.string()).default([]),
  isUnlisted: z.boolean().optional().describe("Search engines are asked not to list it"),
  links: z
    .array(z.object({ label: z.string(), url: z.string() }))
    .optional()
    .describe("Links in the head of the page; the first eight come"),
});

/** A thing that does not come as it was: approximated, left out, or a secret that was found and sealed. */
export const moveNoteSchema = z.object({
  kind: z.enum(["approximated", "left_out", "secret_found", "question"]),
  noun: z.enum([...movedNouns, "other"]),
  /** Null = it is about all of the noun. */
  id: z.string().nullable(),
  name: z.string(),
  /** Field of the origin, under its name there. */
  field: z.string(),
  /** English sentence that says what became of it and why, without any secret. */
  reason: z.string(),
});

export const moveDocumentSchema = z.object({
  version: z.literal(moveDocumentVersion),
  origin: z.string(),
  page: movedPageSchema.nullable(),
  groups: z.array(movedGroupSchema),
  components: z.array(movedComponentSchema),
  monitors: z.array(movedMonitorSchema),
  heartbeats: z.array(movedHeartbeatSchema),
  incidents: z.array(movedIncidentSchema),
  maintenances: z.array(movedMaintenanceSchema),
  templates: z.array(movedTemplateSchema),
  subscribers: z.array(movedSubscriberSchema),
  maintenanceSeries: z.array(movedMaintenanceSeriesSchema).optional(),
  channels: z.array(movedChannelSchema).optional(),
  notes: z.array(moveNoteSchema),
});

export type MoveDocument = z.output<typeof moveDocumentSchema>;
export type MoveNote = z.output<typeof moveNoteSchema>;
export type MovedPage = z.output<typeof movedPageSchema>;
export type ReportedUptime = NonNullable<z.output<typeof saidUptimeSchema>>;
export type MovedComponent = z.output<typeof movedComponentSchema>;
export type MovedGroup = z.output<typeof movedGroupSchema>;
export type MovedMonitor = z.output<typeof movedMonitorSchema>;
export type MovedHeartbeat = z.output<typeof movedHeartbeatSchema>;
export type MovedIncident = z.output<typeof movedIncidentSchema>;
export type MovedIncidentUpdate = z.output<typeof movedUpdateSchema>;
export type MovedMaintenance = z.output<typeof movedMaintenanceSchema>;
export type MovedTemplate = z.output<typeof movedTemplateSchema>;
export type MovedSubscriber = z.output<typeof movedSubscriberSchema>;
