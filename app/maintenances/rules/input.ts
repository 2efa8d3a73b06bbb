import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeBounds, wholeBounds } from "~/fields/field-bounds";
import { bodyText, commitIdInput, idText, ofPage, oneOf, versionInput } from "~/fields/text-inputs";
import { correctionFields } from "~/incidents/rules/fields";
import { frequencies, type Repeat, weekdays } from "~/time/repeat";
import { repeatLimits } from "~/time/repeat-limits";
import { choiceFields } from "./fields";

/** Time before the year 2100, ms. */
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

/** A repetition in plain fields; returned as `Repeat`. */
export const repeatInput = z.object({
  frequency: oneOf(frequencies),
  interval: whole(repeatLimits.interval).default(1),
  weekdays: z.array(oneOf(weekdays)).max(7).optional(),
  end: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("never") }),
      z.object({ kind: z.literal("count"), count: whole(repeatLimits.count) }),
      z.object({ kind: z.literal("until"), date }),
    ])
    .default({ kind: "never" }),
}) as unknown as z.ZodType<Repeat, Partial<Repeat> & { frequency: string }>;

const endBeforeStart = {
  /** Also checked when another field is invalid, so that all errors are shown at once. */
  when: () => true,
  error: refusalFor("time.end_after_start"),
  path: ["endsAt"],
  params: { code: "end_before_start" },
};

interface Window {
  startsAt?: number | undefined;
  endsAt?: number | undefined;
}
const inOrder = ({ startsAt, endsAt }: Window) => !(Number(endsAt) <= Number(startsAt));

export const planMaintenanceInput = z
  .object({
    ...ofPage,
    ...commitIdInput,
    ...wholeBounds(choiceFields),
    startsAt: instant,
    endsAt: instant,
    tellPlanned: z.boolean().default(true),
    /** Makes a series whose first start is `startsAt` in the page's time zone. */
    repeat: repeatInput.nullish(),
  })
  .refine(inOrder, endBeforeStart);
export type PlanMaintenanceInput = z.input<typeof planMaintenanceInput>;

const target = { ...ofPage, ...commitIdInput, ...versionInput, id: idText };

/**
 * Optional own text instead of the standard one, and whether subscribers are notified instead of the configured choice.
 */
export const moveMaintenanceInput = z.object({
  ...target,
  body: bodyText.optional(),
  notify: z.boolean().optional(),
});
export type MoveMaintenanceInput = z.input<typeof moveMaintenanceInput>;

/** Fields that can be changed of a maintenance and of a series; absent = unchanged. */
const changes = {
  ...changeBounds(choiceFields),
  startsAt: instant.optional(),
  endsAt: instant.optional(),
};

export const editMaintenanceInput = z
  .object({
    ...target,
    ...changes,
    /** True to notify subscribers that its window has changed. */
    notify: z.boolean().default(false),
    /** For programs, in the same commit: a new status, or an update, and whether subscribers are notified of it. */
    to: oneOf(["in_progress", "verifying", "completed"]).optional(),
    says: bodyText.optional(),
    tell: z.boolean().optional(),
  })
  .refine(inOrder, endBeforeStart);
export type EditMaintenanceInput = z.input<typeof editMaintenanceInput>;

export const extendMaintenanceInput = z.object({
  ...target,
  endsAt: instant,
  body: bodyText.optional(),
  notify: z.boolean().default(true),
});
export type ExtendMaintenanceInput = z.input<typeof extendMaintenanceInput>;

export const maintenanceUpdateInput = z.object({
  ...target,
  body: bodyText.refine((text) => text.trim() !== "", {
    error: refusalFor("maintenance.update"),
    params: { code: "says_nothing" },
  }),
  notify: z.boolean().default(true),
});
export type MaintenanceUpdateInput = z.input<typeof maintenanceUpdateInput>;

export const editMaintenanceUpdateInput = z.object({
  ...target,
  updateId: idText,
  ...changeBounds(correctionFields),
});
export type EditMaintenanceUpdateInput = z.input<typeof editMaintenanceUpdateInput>;

export const previewMaintenanceInput = z
  .object({
    ...ofPage,
    startsAt: instant,
    endsAt: instant,
    components: wholeBounds(choiceFields).components,
    repeat: repeatInput.nullish(),
    /** The maintenance being changed, which does not overlap with itself. */
    exceptSeriesId: idText.optional(),
    exceptId: idText.optional(),
  })
  .refine(inOrder, endBeforeStart);
export type PreviewMaintenanceInput = z.input<typeof previewMaintenanceInput>;

export const maintenanceFilters = ["upcoming", "past", "all"] as const;

export const listMaintenancesInput = z.object({
  ...ofPage,
  filter: oneOf(maintenanceFilters).default("all"),
  /** Cursor from the previous list. */
  before: z.string().max(120).optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
export type ListMaintenancesInput = z.input<typeof listMaintenancesInput>;

export const editSeriesInput = z
  .object({
    ...target,
    /** `startsAt` and `endsAt` both or none: the window of any occurrence, whose time and day the series takes over. */
    ...changes,
    repeat: repeatInput.optional(),
    /** True to notify subscribers that the window of the next occurrence has changed. */
    notify: z.boolean().default(false),
  })
  .refine(inOrder, endBeforeStart)
  .refine(({ startsAt, endsAt }) => (startsAt === undefined) === (endsAt === undefined), {
    error: refusalFor("time.both"),
    path: ["endsAt"],
  });
export type EditSeriesInput = z.input<typeof editSeriesInput>;

export const endSeriesInput = z.object({
  ...target,
  /** True to notify subscribers once, of the soonest occurrence that is cancelled. */
  notify: z.boolean().default(false),
});
export type EndSeriesInput = z.input<typeof endSeriesInput>;
