import { z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, paginateRows } from "~/api/environment";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { addNounRoutes } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { valueOrThrow } from "~/api/reply";
import { idSchema, instantSchema, jsonResponseSpec, toIsoInstant } from "~/api/shapes";
import { apiFieldNames, requestValues, responseFieldValues } from "~/fields/api-values";
import { savedViewChangeFields, savedViewFields } from "../rules/fields";
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  readSavedView,
  type SavedViewView,
  updateSavedView,
} from "../verbs";

const savedView = z
  .object({
    id: idSchema,
    ...responseFieldSchemas(savedViewFields),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("SavedView");

const fields = requestFieldSchemas(savedViewFields);
const made = z.object({ saved_view: z.object(fields) });
const changed = z.object({ saved_view: z.object(requestFieldSchemas(savedViewChangeFields)).partial() });

const at = nounRoutes("Saved views", "/pages/{page}/saved_views");
const list = at.list(
  "The saved views of lists: those of the token’s person and those for everyone, by name",
  jsonResponseSpec(z.array(savedView), "Saved views"),
);
const answered = jsonResponseSpec(savedView, "The saved view");
const routes = {
  ...at.usual(
    { made, changed, answered },
    {
      create: "Save a view of one’s own or, for admins, for everyone",
      read: "One saved view: one’s own, or one for everyone",
      change: "Change the name or query of one’s own view or, for admins, of one for everyone",
    },
  ),
  remove: at.remove("Delete one’s own view or, for admins, one for everyone"),
};

const show = (row: SavedViewView): z.output<typeof savedView> => ({
  id: row.id,
  ...responseFieldValues(savedViewFields, row),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

/** Adds the routes of saved views. */
export function addSavedViewRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const rows = valueOrThrow(await listSavedViews(ctx, { pageId }));
    return c.json(paginateRows(rows.map(show), c.req.valid("query")), 200);
  });
  addNounRoutes(api, routes, {
    takes: { name: "saved_view", known: Object.keys(fields) },
    names: apiFieldNames(savedViewFields),
    async one(ctx, pageId, id) {
      const row = valueOrThrow(await readSavedView(ctx, { pageId, id }));
      return { shown: show(row), version: row.version };
    },
    create(ctx, { saved_view: given }: z.output<typeof made>, place) {
      const { name = "", ...values } = requestValues(savedViewFields, given);
      return createSavedView(ctx, { ...values, ...place, name });
    },
    change: (ctx, { saved_view: given }: z.output<typeof changed>, target) =>
      updateSavedView(ctx, { ...requestValues(savedViewChangeFields, given), ...target }),
    remove: deleteSavedView,
  });
}
