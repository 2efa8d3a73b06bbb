import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas, fieldSchemasWithDefaults } from "~/fields/field-bounds";
import {
  absentIfEmpty,
  bodyTextSchema,
  commitIdInputShape,
  idTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { updateCorrectionFields } from "~/incidents/rules/fields";
import { type MaintenanceRepeat, repeatFrequencies, weekdays } from "~/time/repeat";
import { repeatLimits } from "~/time/repeat-limits";
import { maintenanceFieldsWithoutWindow } from "./fields";

/** A time before the year 2100, in ms. */
const instant = z.number().int().positive().max(4_102_444_800_000, refusalFor("time.too_far"));

const whole = (most: number) =>
  z
    .number()
    .int(refusalFor("value.between", { least: 1, most }))
    .min(1, refusalFor("value.between", { least: 1, most }))
    .max(most, refusalFor("value.between", { least: 1, most }));

const date = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)), refusalFor("value.day"));

/** A repetition as plain fields, parsed to a `MaintenanceRepeat`. */
export const repeatInputSchema = z.object({
  frequency: oneOfSchema(repeatFrequencies),
  interval: whole(repeatLimits.interval).default(1),
  weekdays: z.array(oneOfSchema(weekdays)).max(7).optional(),
  end: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("never") }),
      z.object({ kind: z.literal("count"), count: whole(repeatLimits.count) }),
      z.object({ kind: z.literal("until"), date }),
    ])
    .default({ kind: "never" }),
}) as unknown as z.ZodType<MaintenanceRepeat, Partial<MaintenanceRepeat> & { frequency: string }>;

const endBeforeStart = {
  /** Also checked when another field is invalid, so that all errors are shown at once. */
  when: () => true,
  error: refusalFor("time.end_after_start"),
  path: ["endsAt"],
  params: { code: "end_before_start" },
};

interface MaintenanceWindow {
  startsAt?: number | undefined;
  endsAt?: number | undefined;
}
const inOrder = ({ startsAt, endsAt }: MaintenanceWindow) => !(Number(endsAt) <= Number(startsAt));

export const planMaintenanceInputSchema = z
  .object({
    ...pageIdInputShape,
    ...commitIdInputShape,
    ...fieldSchemasWithDefaults(maintenanceFieldsWithoutWindow),
    startsAt: instant,
    endsAt: instant,
    tellPlanned: z.boolean().default(true),
    /** Creates a series whose first start is `startsAt` in the page's time zone. */
    repeat: repeatInputSchema.nullish(),
    /** The proposal that it adopts. */
    proposalId: absentIfEmpty(idTextSchema),
  })
  .refine(inOrder, endBeforeStart);
export type PlanMaintenanceInput = z.input<typeof planMaintenanceInputSchema>;
/** Maintenance as planned, without the page to which it belongs. */
export type RepeatedMaintenanceFields = Omit<
  z.output<typeof planMaintenanceInputSchema>,
  "pageId" | "commitId" | "proposalId"
>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

/**
 * A text of one's own in place of the standard one, and whether subscribers are notified in place of the configured
 * choice. Both are optional.
 */
export const changeMaintenanceStatusInputSchema = z.object({
  ...target,
  body: bodyTextSchema.optional(),
  notify: z.boolean().optional(),
});
export type ChangeMaintenanceStatusInput = z.input<typeof changeMaintenanceStatusInputSchema>;

/** Fields of a maintenance window or series that can be changed; absent = unchanged. */
const changes = {
  ...changeFieldSchemas(maintenanceFieldsWithoutWindow),
  startsAt: instant.optional(),
  endsAt: instant.optional(),
};

export const editMaintenanceInputSchema = z
  .object({
    ...target,
    ...changes,
    /** True to notify subscribers that its window has changed. */
    notify: z.boolean().default(false),
    /** For programs, in the same commit: a new status or an update, and whether subscribers are notified of it. */
    to: oneOfSchema(["in_progress", "verifying", "completed"]).optional(),
    says: bodyTextSchema.optional(),
    tell: z.boolean().optional(),
  })
  .refine(inOrder, endBeforeStart);
export type EditMaintenanceInput = z.input<typeof editMaintenanceInputSchema>;

export const extendMaintenanceInputSchema = z.object({
  ...target,
  endsAt: instant,
  body: bodyTextSchema.optional(),
  notify: z.boolean().default(true),
});
export type ExtendMaintenanceInput = z.input<typeof extendMaintenanceInputSchema>;

export const maintenanceUpdateInputSchema = z.object({
  ...target,
  body: bodyTextSchema.refine((text) => text.trim() !== "", {
    error: refusalFor("maintenance.update"),
    params: { code: "says_nothing" },
  }),
  notify: z.boolean().default(true),
});
export type MaintenanceUpdateInput = z.input<typeof maintenanceUpdateInputSchema>;

export const editMaintenanceUpdateInputSchema = z.object({
  ...target,
  updateId: idTextSchema,
  ...changeFieldSchemas(updateCorrectionFields),
});
export type EditMaintenanceUpdateInput = z.input<typeof editMaintenanceUpdateInputSchema>;

export const previewMaintenanceInputSchema = z
  .object({
    ...pageIdInputShape,
    startsAt: instant,
    endsAt: instant,
    components: fieldSchemasWithDefaults(maintenanceFieldsWithoutWindow).components,
    repeat: repeatInputSchema.nullish(),
    /** The maintenance being changed, which is not compared with itself. */
    exceptSeriesId: idTextSchema.optional(),
    exceptId: idTextSchema.optional(),
  })
  .refine(inOrder, endBeforeStart);
export type PreviewMaintenanceInput = z.input<typeof previewMaintenanceInputSchema>;

export const maintenanceFilters = ["upcoming", "past", "all"] as const;

export const listMaintenancesInputSchema = z.object({
  ...pageIdInputShape,
  filter: oneOfSchema(maintenanceFilters).default("all"),
  /** True = latest start first; absent = the default of the filter. */
  descending: z.boolean().optional(),
  /** Cursor from the previous list. */
  before: z.string().max(120).optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
export type ListMaintenancesInput = z.input<typeof listMaintenancesInputSchema>;

export const editMaintenanceSeriesInputSchema = z
  .object({
    ...target,
    /**
     * `startsAt` and `endsAt` are given together or not at all: the window of any occurrence, whose time and day the
     * series adopts.
     */
    ...changes,
    repeat: repeatInputSchema.optional(),
    /** True to notify subscribers that the window of the next occurrence has changed. */
    notify: z.boolean().default(false),
  })
  .refine(inOrder, endBeforeStart)
  .refine(({ startsAt, endsAt }) => (startsAt === undefined) === (endsAt === undefined), {
    error: refusalFor("time.both"),
    path: ["endsAt"],
  });
export type EditMaintenanceSeriesInput = z.input<typeof editMaintenanceSeriesInputSchema>;

export const endMaintenanceSeriesInputSchema = z.object({
  ...target,
  /** True to notify subscribers once, about the soonest occurrence that is cancelled. */
  notify: z.boolean().default(false),
});
export type EndMaintenanceSeriesInput = z.input<typeof endMaintenanceSeriesInputSchema>;
