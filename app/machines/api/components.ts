import { createRoute, z } from "@hono/zod-openapi";
import type { Ctx } from "~/platform/ctx";
import { archiveComponent } from "~/usecases/components/archive";
import { createComponent } from "~/usecases/components/create";
import { listComponents } from "~/usecases/components/list";
import { setComponentStatus } from "~/usecases/components/set-status";
import { updateComponent } from "~/usecases/components/update";
import { component, showComponent } from "./component-shape";
import { type Api, atPage, etag, nameIgnored, precondition, sliced } from "./environment";
import { orRefuse, Refused } from "./reply";
import { body, flag, itemParam, json, pageParam, refusals, slice, status } from "./shapes";

const fields = {
  name: z.string(),
  description: z.string().nullable().optional(),
  status: status.optional(),
  group_id: z.string().nullable().optional(),
  showcase: flag.optional(),
  only_show_if_degraded: flag.optional(),
  start_date: z.string().nullable().optional(),
};
const known = Object.keys(fields);
const made = z.object({ component: z.object(fields) });
const changed = z.object({ component: z.object(fields).partial() });

const names = {
  groupId: "group_id",
  startDate: "start_date",
  showUptime: "showcase",
  shownWhen: "only_show_if_degraded",
};

const toInput = (given: z.output<typeof changed>["component"]) => ({
  name: given.name,
  description: given.description ?? undefined,
  status: given.status,
  groupId: given.group_id,
  showUptime: given.showcase,
  shownWhen:
    given.only_show_if_degraded === undefined ? undefined : given.only_show_if_degraded ? "affected" : "always",
  startDate: given.start_date ?? undefined,
});

const tags = ["Components"];
const path = "/pages/{page}/components";
const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "The components of a page",
  request: { params: pageParam, query: slice },
  responses: { 200: json(z.array(component), "Components"), ...refusals },
});
const create = createRoute({
  method: "post",
  path,
  tags,
  summary: "Add a component",
  request: { params: pageParam, ...body(made) },
  responses: { 201: json(component, "The component"), ...refusals },
});
const readOne = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "One component",
  request: { params: itemParam },
  responses: { 200: json(component, "The component"), ...refusals },
});
const change = (method: "put" | "patch") =>
  createRoute({
    method,
    path: `${path}/{id}`,
    tags,
    summary: "Change a component; a status is set by hand, operational takes it back",
    request: { params: itemParam, ...body(changed) },
    responses: { 200: json(component, "The component"), ...refusals },
  });
const remove = createRoute({
  method: "delete",
  path: `${path}/{id}`,
  tags,
  summary: "Archive a component; its history stays",
  request: { params: itemParam },
  responses: { 204: { description: "Archived" }, ...refusals },
});

async function oneOf(ctx: Ctx, pageId: string, id: string) {
  const { components } = orRefuse(await listComponents(ctx, { pageId }));
  const found = components.find((each) => each.id === id);
  if (!found) throw new Refused({ name: "missing" });
  return found;
}

/** Responders may set a status; all else is an admin's. */
async function save(ctx: Ctx, target: { pageId: string; id: string }, given: z.output<typeof changed>["component"]) {
  const onlyStatus = given.status && Object.keys(given).length === 1;
  const done = onlyStatus
    ? await setComponentStatus(ctx, { ...target, status: given.status ?? null })
    : await updateComponent(ctx, { ...target, ...toInput(given) });
  orRefuse(done, names);
}

export function addComponents(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { components } = orRefuse(await listComponents(ctx, { pageId }));
    const shown = components.map((each) => showComponent(pageId, each));
    return c.json(sliced(shown, c.req.valid("query")), 200);
  });
  api.openapi(create, async (c) => {
    nameIgnored(c, "component", known);
    const { ctx, pageId } = await atPage(c);
    const given = c.req.valid("json").component;
    const { commitId } = await precondition(c);
    const input = { ...toInput(given), pageId, name: given.name, ...(commitId ? { commitId } : {}) };
    const { id } = orRefuse(await createComponent(ctx, input), names);
    const row = await oneOf(ctx, pageId, id);
    etag(c, row.version);
    return c.json(showComponent(pageId, row), 201);
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const row = await oneOf(ctx, pageId, c.req.valid("param").id);
    etag(c, row.version);
    return c.json(showComponent(pageId, row), 200);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      nameIgnored(c, "component", known);
      const { ctx, pageId } = await atPage(c);
      const { id } = c.req.valid("param");
      await save(ctx, { pageId, id, ...(await precondition(c)) }, c.req.valid("json").component);
      const row = await oneOf(ctx, pageId, id);
      etag(c, row.version);
      return c.json(showComponent(pageId, row), 200);
    });
  }
  api.openapi(remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    orRefuse(await archiveComponent(ctx, { pageId, id: c.req.valid("param").id, ...(await precondition(c)) }));
    return c.body(null, 204);
  });
}
