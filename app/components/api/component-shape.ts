import { z } from "@hono/zod-openapi";
import { responseFields, responseShape } from "~/api/noun-fields";
import { id, instant, shownStatus, toInstant } from "~/api/shapes";
import { effective, isUnmonitoredNow } from "~/status/status";
import type { ComponentView } from "../list";
import { componentFields } from "../rules/fields";

/** A component in the shape of Statuspage's v1. */
export const component = z
  .object({
    id,
    page_id: id,
    created_at: instant,
    updated_at: instant,
    group: z.literal(false),
    ...responseShape(componentFields),
    position: z.number().int(),
    status: shownStatus,
    automation_email: z.null(),
  })
  .openapi("Component");

/**
 * Returns the status in Statuspage's words: five, and the empty one for a component that never had a status; without
 * data, the last known one.
 */
function wordOf({ layers, observedBefore }: ComponentView): z.output<typeof shownStatus> {
  if (isUnmonitoredNow(layers)) return "";
  const known = layers.observed === "no_data" ? { ...layers, observed: observedBefore } : layers;
  const word = effective(known);
  return word === "no_data" ? "" : word;
}

export const showComponent = (pageId: string, row: ComponentView): z.output<typeof component> => ({
  id: row.id,
  page_id: pageId,
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
  group: false,
  ...responseFields(componentFields, row),
  position: row.position,
  status: wordOf(row),
  automation_email: null,
});
