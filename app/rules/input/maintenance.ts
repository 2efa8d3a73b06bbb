import { z } from "zod";
import { settableStatuses } from "../status";
import { bodyText, committed, idText, nameText, ofPage, oneOf, versioned } from "./text";

const instant = z.number().int().positive();

export const planMaintenanceInput = z
  .object({
    ...ofPage,
    ...committed,
    title: nameText,
    body: bodyText.default(""),
    startsAt: instant,
    endsAt: instant,
    /** component id → the status it takes meanwhile. */
    components: z.record(idText, oneOf(settableStatuses)).default({}),
    autoStart: z.boolean().default(true),
    autoEnd: z.boolean().default(true),
    notify: z.boolean().default(true),
  })
  .refine(({ startsAt, endsAt }) => endsAt > startsAt, {
    error: "The end must come after the start.",
    path: ["endsAt"],
    params: { code: "end_before_start" },
  });
export type PlanMaintenanceInput = z.input<typeof planMaintenanceInput>;

export const maintenanceTarget = z.object({ ...ofPage, ...committed, ...versioned, id: idText });
export type MaintenanceTarget = z.input<typeof maintenanceTarget>;
