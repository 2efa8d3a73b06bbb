import { z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, paginateRows } from "~/api/environment";
import { addNounRoutes } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { FailureError, valueOrThrow } from "~/api/reply";
import { idSchema, instantSchema, jsonResponseSpec, toIsoInstant } from "~/api/shapes";
import type { Ctx } from "~/platform/ctx";
import { createComponentGroup, deleteComponentGroup, updateComponentGroup } from "../groups/verbs";
import { type ComponentGroupView, type ComponentView, listComponents } from "../list";

const group = z
  .object({
    id: idSchema,
    page_id: idSchema,
    name: z.string(),
    description: z.string(),
    components: z.array(idSchema),
    position: z.number().int(),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("ComponentGroup");

const fields = {
  name: z.string(),
  description: z.string().nullable().optional(),
  components: z.array(z.string()).min(1, "Name at least one component."),
};
/** The description as Statuspage sends it, beside the group. */
const aside = { description: z.string().nullable().optional() };
const made = z.object({ ...aside, component_group: z.object(fields) });
const changed = z.object({ ...aside, component_group: z.object(fields).partial() });

type CreateGroupBody = z.output<typeof made>;
type UpdateGroupBody = z.output<typeof changed>;

const descriptionOf = ({ component_group: given, description }: UpdateGroupBody) =>
  given.description ?? description ?? undefined;

const at = nounRoutes("Component groups", "/pages/{page}/component-groups");
const list = at.list("The groups of a page", jsonResponseSpec(z.array(group), "Groups"));
const answered = jsonResponseSpec(group, "The group");
const routes = {
  ...at.usual({ made, changed, answered }, { create: "Add a group", read: "One group", change: "Change a group" }),
  remove: at.withdraw("Delete a group; its components stay", jsonResponseSpec(group, "The group as it was")),
};

const show = (pageId: string, row: ComponentGroupView, components: ComponentView[]): z.output<typeof group> => ({
  id: row.id,
  page_id: pageId,
  name: row.name,
  description: row.description,
  components: components.filter((each) => each.groupId === row.id).map((each) => each.id),
  position: row.position,
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

async function one(ctx: Ctx, pageId: string, wanted: string) {
  const { groups, components } = valueOrThrow(await listComponents(ctx, { pageId }));
  const found = groups.find((each) => each.id === wanted);
  if (!found) throw new FailureError({ name: "missing" });
  return { shown: show(pageId, found, components), version: found.version };
}

export function addComponentGroupRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { groups, components } = valueOrThrow(await listComponents(ctx, { pageId }));
    const shown = groups.map((each) => show(pageId, each, components));
    return c.json(paginateRows(shown, c.req.valid("query")), 200);
  });
  addNounRoutes(api, routes, {
    takes: { name: "component_group", known: Object.keys(fields) },
    one,
    create: (ctx, given: CreateGroupBody, place) => {
      const { name, components } = given.component_group;
      return createComponentGroup(ctx, { ...place, name, components, description: descriptionOf(given) });
    },
    change: (ctx, given: UpdateGroupBody, target) => {
      const { name, components } = given.component_group;
      return updateComponentGroup(ctx, { ...target, name, components, description: descriptionOf(given) });
    },
    remove: deleteComponentGroup,
  });
}
