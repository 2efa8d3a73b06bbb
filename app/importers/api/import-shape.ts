import { z } from "@hono/zod-openapi";
import { idSchema, instantSchema, toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import type { ImportView, ListedImportThings } from "../read";
import { importConflictChoices } from "../rules/import-facts";
import { importStates } from "../rules/import-job";
import { importUndoReasonCodes } from "../rules/import-undo";
import { moveNoteSchema } from "../rules/move-document";
import { movedNouns } from "../rules/moved-nouns";
import { importPlanReasonCodes, importPlanVerdicts } from "../rules/planned-thing";

export const movedNounSchema = z.enum(movedNouns);
export const conflictChoiceSchema = z.enum(importConflictChoices);

const said = (description: string) => ({ description });

const verdictFigures = z.object(
  Object.fromEntries(importPlanVerdicts.map((verdict) => [verdict, z.number().int()])) as Record<
    (typeof importPlanVerdicts)[number],
    z.ZodNumber
  >,
);

const nounFigures = z.object({
  taken: z.number().int(),
  approximated: z.number().int(),
  left_out: z.number().int(),
  verdicts: verdictFigures,
  fields_approximated: z.number().int(),
  fields_left_out: z.number().int(),
});

const choices = z.object({
  unticked_nouns: z.array(movedNounSchema),
  unticked_things: z.array(z.string()),
  conflicts: z.record(z.string(), conflictChoiceSchema),
  manual_start: instantSchema.nullable(),
  time_zone: z.string().nullable(),
});

const uptimeRow = z.object({
  their_id: z.string(),
  name: z.string(),
  days: z.number().int().nullable().openapi(said("Days that both figures cover; null = all that is known")),
  until: instantSchema.nullable().openapi(said("End of the days; null = when the preview was made")),
  origin_percentage: z.number().nullable().openapi(said("What the product says; null = nothing")),
  uptime_percentage: z.number().nullable().openapi(said("What the page will say, rounded down; null = no data")),
});

/** An import, with what its preview shows. */
export const importSchema = z
  .object({
    id: idSchema,
    origin: z.string(),
    origin_title: z.string(),
    url: z.string(),
    state: z.enum(importStates),
    parts: z.number().int().openapi(said("Parts of the document so far")),
    done: z.number().int().openapi(said("Things that the present phase has done")),
    total: z.number().int().nullable().openapi(said("Things that it has to do; null while that is not known")),
    counts: z.record(z.string(), nounFigures).nullable().openapi(said("Figures of the preview by noun")),
    open_conflicts: z.number().int().openapi(said("Things to choose for before it can be applied")),
    refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
    notes: z
      .array(moveNoteSchema)
      .openapi(said("What does not come as it was: questions first, at most 200; empty in a list")),
    notes_count: z.number().int(),
    uptimes: z.array(uptimeRow).openapi(said("Uptime of at most five new components, beside what the product says")),
    choices,
    days_needed: z.number().int().nullable().openapi(said("Days that it takes on a plan with a limit on rows a day")),
    waiting_heartbeats: z.number().int().openapi(said("Heartbeats that wait for their first ping here")),
    silent_monitors: z.number().int().openapi(said("Monitors that notify nobody before they are taken over")),
    silent_channels: z.number().int().openapi(said("Channels that are off before they are taken over")),
    undo_until: instantSchema.nullable().openapi(said("Until when it can be undone; null = it cannot")),
    undo_left: z.array(
      z.object({ noun: movedNounSchema, id: idSchema, name: z.string(), reason: z.enum(importUndoReasonCodes) }),
    ),
    undo_left_count: z.number().int(),
    next_step_at: instantSchema.nullable().openapi(said("When it continues; null = it waits for you, or is over")),
    tries: z.number().int().openapi(said("Failed tries of the present step; it is given up after 120")),
    reason: z.string().nullable().openapi(said("What the last failed try said")),
    created_at: instantSchema,
    applied_at: instantSchema.nullable(),
    taken_over_at: instantSchema.nullable(),
    undone_at: instantSchema.nullable(),
  })
  .openapi("Import");

const figuresOf = (counts: NonNullable<ImportView["counts"]>): Record<string, z.output<typeof nounFigures>> =>
  Object.fromEntries(
    Object.entries(counts).map(([noun, each]) => [
      noun,
      {
        taken: each.taken,
        approximated: each.approximated,
        left_out: each.leftOut,
        verdicts: { ...each.verdicts },
        fields_approximated: each.fieldsApproximated,
        fields_left_out: each.fieldsLeftOut,
      },
    ]),
  );

const uptimesOf = ({ uptimes }: ImportView): z.output<typeof uptimeRow>[] =>
  uptimes.map(({ theirId, name, days, until, said: percent, here }) => ({
    their_id: theirId,
    name,
    days,
    until: toIsoInstantOrNull(until),
    origin_percentage: percent,
    uptime_percentage: here === null ? null : here / 100,
  }));

const choicesOf = ({ choices: own }: ImportView): z.output<typeof choices> => ({
  unticked_nouns: own.untickedNouns,
  unticked_things: own.untickedThings,
  conflicts: own.conflicts,
  manual_start: toIsoInstantOrNull(own.handKeptStartMs),
  time_zone: own.timeZone,
});

/** Returns the import as the API shows it. */
export const importResponseOf = (view: ImportView): z.output<typeof importSchema> => ({
  id: view.id,
  origin: view.origin,
  origin_title: view.originTitle,
  url: view.url,
  state: view.state,
  parts: view.parts,
  done: view.done,
  total: view.total,
  counts: view.counts && figuresOf(view.counts),
  open_conflicts: view.openConflicts,
  refusal: view.refusal && { code: view.refusal.code, message: view.refusal.message },
  notes: [...view.notes],
  notes_count: view.notesCount,
  uptimes: uptimesOf(view),
  choices: choicesOf(view),
  days_needed: view.daysNeeded,
  waiting_heartbeats: view.waitingHeartbeats,
  silent_monitors: view.silentMonitors,
  silent_channels: view.silentChannels,
  undo_until: toIsoInstantOrNull(view.undoUntil),
  undo_left: view.undoLeft.map(({ noun, ourId, name, reason }) => ({ noun, id: ourId, name, reason })),
  undo_left_count: view.undoLeftCount,
  next_step_at: toIsoInstantOrNull(view.dueAt),
  tries: view.tries,
  reason: view.reason,
  created_at: toIsoInstant(view.createdAt),
  applied_at: toIsoInstantOrNull(view.appliedAt),
  taken_over_at: toIsoInstantOrNull(view.takenOverAt),
  undone_at: toIsoInstantOrNull(view.undoneAt),
});

const thing = z.object({
  noun: movedNounSchema,
  their_id: z.string(),
  name: z.string(),
  verdict: z.enum(importPlanVerdicts),
  reasons: z.array(z.object({ code: z.enum(importPlanReasonCodes), names: z.array(z.string()) })),
  ticked: z.boolean(),
  conflict: conflictChoiceSchema.nullable(),
});

/** Things of a preview, some at a time. */
export const importThingsSchema = z
  .object({
    things: z.array(thing),
    next: z
      .object({ part: z.number().int(), from: z.number().int() })
      .nullable()
      .openapi(said("Where the list continues, as `part` and `from`; null = these were the last")),
  })
  .openapi("ImportThings");

/** Returns things of a preview as the API shows them. */
export const importThingsResponseOf = ({ things, next }: ListedImportThings): z.output<typeof importThingsSchema> => ({
  things: things.map(({ noun, theirId, name, verdict, reasons, isTicked, conflict }) => ({
    noun,
    their_id: theirId,
    name,
    verdict,
    reasons: reasons.map(({ code, names = [] }) => ({ code, names: [...names] })),
    ticked: isTicked,
    conflict,
  })),
  next,
});
