import { z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, paginateRows } from "~/api/environment";
import { requestFieldSchemas } from "~/api/noun-fields";
import { addNounRoutes } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { FailureError, valueOrThrow } from "~/api/reply";
import { jsonResponseSpec, shownStatusSchema } from "~/api/shapes";
import { apiFieldNames, requestValues } from "~/fields/api-values";
import type { Ctx } from "~/platform/ctx";
import { createComponent } from "../create";
import { listComponents } from "../list";
import { componentFields } from "../rules/fields";
import { setComponentStatus } from "../set-status";
import { updateComponent } from "../update";
import { archiveComponent } from "../verbs";
import { componentResponseOf, componentSchema } from "./component-shape";

/** A status as returned may be sent back: "" leaves the status unchanged. */
const sentStatus = shownStatusSchema.transform((given) => (given === "" ? undefined : given)).optional();
const shape = { ...requestFieldSchemas(componentFields), status: sentStatus };
const made = z.object({ component: z.object(shape) });
const changed = z.object({ component: z.object(shape).partial() });
type CreateComponentBody = z.output<typeof made>;
type UpdateComponentBody = z.output<typeof changed>;

const inputOf = (given: UpdateComponentBody["component"]) => ({
  ...requestValues(componentFields, given),
  status: given.status,
});

const at = nounRoutes("Components", "/pages/{page}/components");
const list = at.list("The components of a page", jsonResponseSpec(z.array(componentSchema), "Components"));
const answered = jsonResponseSpec(componentSchema, "The component");
const routes = {
  ...at.usual(
    { made, changed, answered },
    {
      create: "Add a component",
      read: "One component",
      change: "Change a component; a status is set manually, operational clears it",
    },
  ),
  remove: at.remove("Archive a component; its history stays", "Archived"),
};

async function one(ctx: Ctx, pageId: string, id: string) {
  const { components } = valueOrThrow(await listComponents(ctx, { pageId }));
  const found = components.find((each) => each.id === id);
  if (!found) throw new FailureError({ name: "missing" });
  return { shown: componentResponseOf(pageId, found), version: found.version };
}

export function addComponentRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { components } = valueOrThrow(await listComponents(ctx, { pageId }));
    const shown = components.map((each) => componentResponseOf(pageId, each));
    return c.json(paginateRows(shown, c.req.valid("query")), 200);
  });
  addNounRoutes(api, routes, {
    takes: { name: "component", known: Object.keys(shape) },
    names: apiFieldNames(componentFields),
    one,
    create: (ctx, { component: given }: CreateComponentBody, place) => {
      const { name = "", ...values } = inputOf(given);
      return createComponent(ctx, { ...values, ...place, name });
    },
    // Responders may set a status; all else is for admins.
    change: async (ctx, { component: given }: UpdateComponentBody, target) =>
      given.status && Object.keys(given).length === 1
        ? setComponentStatus(ctx, { ...target, status: given.status })
        : updateComponent(ctx, { ...inputOf(given), ...target }),
    remove: archiveComponent,
  });
}
