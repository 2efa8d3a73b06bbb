import { z } from "@hono/zod-openapi";
import { effective } from "~/rules/status";
import type { ComponentView } from "~/usecases/components/list";
import { id, instant, status, toInstant } from "./shapes";

/** A component as Statuspage's v1 shows it. */
export const component = z
  .object({
    id,
    page_id: id,
    group_id: id.nullable(),
    created_at: instant,
    updated_at: instant,
    group: z.literal(false),
    name: z.string(),
    description: z.string(),
    position: z.number().int(),
    status,
    showcase: z.boolean(),
    only_show_if_degraded: z.boolean(),
    automation_email: z.null(),
    start_date: z.string(),
  })
  .openapi("Component");

/** Statuspage has five words: where we do not know, the last known one. */
function wordOf({ layers, observedBefore }: ComponentView): z.output<typeof status> {
  const known = layers.observed === "no_data" ? { ...layers, observed: observedBefore } : layers;
  const word = effective(known);
  return word === "no_data" ? "operational" : word;
}

export const showComponent = (pageId: string, row: ComponentView): z.output<typeof component> => ({
  id: row.id,
  page_id: pageId,
  group_id: row.groupId,
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
  group: false,
  name: row.name,
  description: row.description,
  position: row.position,
  status: wordOf(row),
  showcase: row.showUptime,
  only_show_if_degraded: row.shownWhen === "affected",
  automation_email: null,
  start_date: row.startDate,
});
