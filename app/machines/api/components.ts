import { z } from "@hono/zod-openapi";
import type { Ctx } from "~/platform/ctx";
import { componentFields } from "~/rules/components/fields";
import { archiveComponent } from "~/usecases/components/archive";
import { createComponent } from "~/usecases/components/create";
import { listComponents } from "~/usecases/components/list";
import { setComponentStatus } from "~/usecases/components/set-status";
import { updateComponent } from "~/usecases/components/update";
import { component, showComponent } from "./component-shape";
import { type Api, atPage, etag, nameIgnored, precondition, sliced } from "./environment";
import { namesInApi, sentShape, sentValues } from "./noun-fields";
import { nounRoutes } from "./noun-routes";
import { orRefuse, Refused } from "./reply";
import { json, status } from "./shapes";

const shape = { ...sentShape(componentFields), status: status.optional() };
const known = Object.keys(shape);
const made = z.object({ component: z.object(shape) });
const changed = z.object({ component: z.object(shape).partial() });
const names = namesInApi(componentFields);

type Sent = z.output<typeof changed>["component"];

const toInput = (given: Sent) => ({ ...sentValues(componentFields, given), status: given.status });

const at = nounRoutes("Components", "/pages/{page}/components");
const list = at.list("The components of a page", json(z.array(component), "Components"));
const create = at.create("Add a component", made, json(component, "The component"));
const readOne = at.read("One component", json(component, "The component"));
const change = at.change(
  "Change a component; a status is set by hand, operational takes it back",
  changed,
  json(component, "The component"),
);
const remove = at.remove("Archive a component; its history stays", "Archived");

async function oneOf(ctx: Ctx, pageId: string, id: string) {
  const { components } = orRefuse(await listComponents(ctx, { pageId }));
  const found = components.find((each) => each.id === id);
  if (!found) throw new Refused({ name: "missing" });
  return found;
}

/** Responders may set a status; all else is an admin's. */
async function save(ctx: Ctx, target: { pageId: string; id: string }, given: Sent) {
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
    const { name = "", ...rest } = toInput(given);
    const input = { ...rest, name, pageId, ...(commitId ? { commitId } : {}) };
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
