import { z } from "zod";
import { said } from "~/failures/refusal";
import { changeBounds, wholeBounds } from "~/fields/field-bounds";
import { bodyText, committed, idText, ofPage, oneOf, versioned } from "~/fields/text";
import { correctionFields } from "~/incidents/rules/fields";
import { frequencies, type Repeat, weekdays } from "~/time/repeat";
import { repeatLimits } from "~/time/repeat-limits";
import { choiceFields } from "./fields";

/** Before the year 2100. */
const instant = z.number().int().positive().max(4_102_444_800_000, said("time.too_far"));

const whole = (most: number) =>
  z
    .number()
    .int(said("value.between", { least: 1, most }))
    .min(1, said("value.between", { least: 1, most }))
    .max(most, said("value.between", { least: 1, most }));

const date = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)), said("value.day"));

/** Plain fields of a repetition; given as `Repeat`. */
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
  /** Also where another field is wrong: all is said at once. */
  when: () => true,
  error: said("time.end_after_start"),
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
    ...committed,
    ...wholeBounds(choiceFields),
    startsAt: instant,
    endsAt: instant,
    tellPlanned: z.boolean().default(true),
    /** With it a series is made, whose first start is `startsAt` on the clock of the page's zone. */
    repeat: repeatInput.nullish(),
  })
  .refine(inOrder, endBeforeStart);
export type PlanMaintenanceInput = z.input<typeof planMaintenanceInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

/** Words of one's own instead of the usual ones; whether subscribers are notified, instead of what was planned. */
export const moveMaintenanceInput = z.object({
  ...target,
  body: bodyText.optional(),
  notify: z.boolean().optional(),
});
export type MoveMaintenanceInput = z.input<typeof moveMaintenanceInput>;

/** What may be changed of one and of a series alike; absent = as it is. */
const changes = {
  ...changeBounds(choiceFields),
  startsAt: instant.optional(),
  endsAt: instant.optional(),
};

export const editMaintenanceInput = z
  .object({
    ...target,
    ...changes,
    /** Subscribers are told that its window has moved. */
    notify: z.boolean().default(false),
    /** In the same commit, for programs: the state it moves on to, or what is said, and whether that is told. */
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
    error: said("maintenance.update"),
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
    /** What is being changed is no conflict with itself. */
    exceptSeriesId: idText.optional(),
    exceptId: idText.optional(),
  })
  .refine(inOrder, endBeforeStart);
export type PreviewMaintenanceInput = z.input<typeof previewMaintenanceInput>;

export const maintenanceFilters = ["upcoming", "past", "all"] as const;

export const listMaintenancesInput = z.object({
  ...ofPage,
  filter: oneOf(maintenanceFilters).default("all"),
  /** What `more` of the list before said. */
  before: z.string().max(120).optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
export type ListMaintenancesInput = z.input<typeof listMaintenancesInput>;

export const editSeriesInput = z
  .object({
    ...target,
    /** `startsAt` and `endsAt` both or none: the window of any occurrence, whose clock and day become those of the series. */
    ...changes,
    repeat: repeatInput.optional(),
    /** Subscribers are told of the next one that its window has moved. */
    notify: z.boolean().default(false),
  })
  .refine(inOrder, endBeforeStart)
  .refine(({ startsAt, endsAt }) => (startsAt === undefined) === (endsAt === undefined), {
    error: said("time.both"),
    path: ["endsAt"],
  });
export type EditSeriesInput = z.input<typeof editSeriesInput>;

export const endSeriesInput = z.object({
  ...target,
  /** Subscribers are notified once, of the soonest occurrence that is called off. */
  notify: z.boolean().default(false),
});
export type EndSeriesInput = z.input<typeof endSeriesInput>;
