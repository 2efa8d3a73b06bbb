import { z } from "@hono/zod-openapi";
import { responseFieldSchemas } from "~/api/noun-fields";
import { idSchema, instantSchema, shownStatusSchema, toIsoInstant } from "~/api/shapes";
import { responseFieldValues } from "~/fields/api-values";
import { effectiveStatus, isUnmonitoredNow } from "~/status/status";
import type { ComponentView } from "../list";
import { componentFields } from "../rules/fields";

/** A component in the shape of Statuspage's v1. */
export const componentSchema = z
  .object({
    id: idSchema,
    page_id: idSchema,
    created_at: instantSchema,
    updated_at: instantSchema,
    group: z.literal(false),
    ...responseFieldSchemas(componentFields),
    position: z.number().int(),
    status: shownStatusSchema,
    automation_email: z.null(),
  })
  .openapi("Component");

/**
 * Returns the status as one of Statuspage's five words, or "" for a component that never had a status; without data,
 * the last known status.
 */
function wordOf({ layers, observedBefore }: ComponentView): z.output<typeof shownStatusSchema> {
  if (isUnmonitoredNow(layers)) return "";
  const known = layers.observed === "no_data" ? { ...layers, observed: observedBefore } : layers;
  const word = effectiveStatus(known);
  return word === "no_data" ? "" : word;
}

export const componentResponseOf = (pageId: string, row: ComponentView): z.output<typeof componentSchema> => ({
  id: row.id,
  page_id: pageId,
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
  group: false,
  ...responseFieldValues(componentFields, row),
  position: row.position,
  status: wordOf(row),
  automation_email: null,
});
