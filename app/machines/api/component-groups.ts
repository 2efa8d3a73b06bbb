import { z } from "@hono/zod-openapi";
import type { Ctx } from "~/platform/ctx";
import { type ComponentView, type GroupView, listComponents } from "~/usecases/components/list";
import { createGroup } from "~/usecases/groups/create";
import { deleteGroup } from "~/usecases/groups/delete";
import { updateGroup } from "~/usecases/groups/update";
import { type Api, atPage, etag, nameIgnored, precondition, sliced } from "./environment";
import { nounRoutes } from "./noun-routes";
import { orRefuse, Refused } from "./reply";
import { id, instant, json, toInstant } from "./shapes";

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
const known = Object.keys(fields);
/** Statuspage puts the description beside the group. */
const aside = { description: z.string().nullable().optional() };
const made = z.object({ ...aside, component_group: z.object(fields) });
const changed = z.object({ ...aside, component_group: z.object(fields).partial() });

const at = nounRoutes("Component groups", "/pages/{page}/component-groups");
const list = at.list("The groups of a page", json(z.array(group), "Groups"));
const create = at.create("Add a group", made, json(group, "The group"));
const readOne = at.read("One group", json(group, "The group"));
const change = at.change("Change a group", changed, json(group, "The group"));
const remove = at.withdraw("Delete a group; its components stay", json(group, "The group as it was"));

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

async function oneOf(ctx: Ctx, pageId: string, wanted: string) {
  const { groups, components } = orRefuse(await listComponents(ctx, { pageId }));
  const found = groups.find((each) => each.id === wanted);
  if (!found) throw new Refused({ name: "missing" });
  return { shown: show(pageId, found, components), version: found.version };
}

export function addComponentGroups(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { groups, components } = orRefuse(await listComponents(ctx, { pageId }));
    const shown = groups.map((each) => show(pageId, each, components));
    return c.json(sliced(shown, c.req.valid("query")), 200);
  });
  api.openapi(create, async (c) => {
    nameIgnored(c, "component_group", known);
    const { ctx, pageId } = await atPage(c);
    const { component_group: given, description } = c.req.valid("json");
    const about = given.description ?? description ?? undefined;
    const { commitId } = await precondition(c);
    const input = { pageId, name: given.name, description: about, components: given.components };
    const done = orRefuse(await createGroup(ctx, { ...input, ...(commitId ? { commitId } : {}) }));
    const { shown, version } = await oneOf(ctx, pageId, done.id);
    etag(c, version);
    return c.json(shown, 201);
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { shown, version } = await oneOf(ctx, pageId, c.req.valid("param").id);
    etag(c, version);
    return c.json(shown, 200);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      nameIgnored(c, "component_group", known);
      const { ctx, pageId } = await atPage(c);
      const { id: wanted } = c.req.valid("param");
      const { component_group: given, description } = c.req.valid("json");
      const about = given.description ?? description ?? undefined;
      const input = { pageId, id: wanted, name: given.name, description: about, components: given.components };
      orRefuse(await updateGroup(ctx, { ...input, ...(await precondition(c)) }));
      const { shown, version } = await oneOf(ctx, pageId, wanted);
      etag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id: wanted } = c.req.valid("param");
    const { shown } = await oneOf(ctx, pageId, wanted);
    orRefuse(await deleteGroup(ctx, { pageId, id: wanted, ...(await precondition(c)) }));
    return c.json(shown, 200);
  });
}
