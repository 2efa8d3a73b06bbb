import { z } from "@hono/zod-openapi";
import { type Api, atPage, pageOfRows } from "~/api/environment";
import { addNoun } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { FailureError, orRefuse } from "~/api/reply";
import { id, instant, json, toInstant } from "~/api/shapes";
import type { Ctx } from "~/platform/ctx";
import { createGroup, deleteGroup, updateGroup } from "../groups/verbs";
import { type ComponentView, type GroupView, listComponents } from "../list";

const group = z
  .object({
    id,
    page_id: id,
    name: z.string(),
    description: z.string(),
    components: z.array(id),
    position: z.number().int(),
    created_at: instant,
    updated_at: instant,
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
const list = at.list("The groups of a page", json(z.array(group), "Groups"));
const answered = json(group, "The group");
const routes = {
  ...at.usual({ made, changed, answered }, { create: "Add a group", read: "One group", change: "Change a group" }),
  remove: at.withdraw("Delete a group; its components stay", json(group, "The group as it was")),
};

const show = (pageId: string, row: GroupView, components: ComponentView[]): z.output<typeof group> => ({
  id: row.id,
  page_id: pageId,
  name: row.name,
  description: row.description,
  components: components.filter((each) => each.groupId === row.id).map((each) => each.id),
  position: row.position,
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

async function one(ctx: Ctx, pageId: string, wanted: string) {
  const { groups, components } = orRefuse(await listComponents(ctx, { pageId }));
  const found = groups.find((each) => each.id === wanted);
  if (!found) throw new FailureError({ name: "missing" });
  return { shown: show(pageId, found, components), version: found.version };
}

export function addComponentGroups(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { groups, components } = orRefuse(await listComponents(ctx, { pageId }));
    const shown = groups.map((each) => show(pageId, each, components));
    return c.json(pageOfRows(shown, c.req.valid("query")), 200);
  });
  addNoun(api, routes, {
    takes: { name: "component_group", known: Object.keys(fields) },
    one,
    create: (ctx, given: CreateGroupBody, place) => {
      const { name, components } = given.component_group;
      return createGroup(ctx, { ...place, name, components, description: descriptionOf(given) });
    },
    change: (ctx, given: UpdateGroupBody, target) => {
      const { name, components } = given.component_group;
      return updateGroup(ctx, { ...target, name, components, description: descriptionOf(given) });
    },
    remove: deleteGroup,
  });
}
