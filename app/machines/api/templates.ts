import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { templateFields } from "~/rules/incidents/fields";
import { type ComponentView, listComponents } from "~/usecases/components/list";
import { createTemplate } from "~/usecases/templates/create";
import { deleteTemplate } from "~/usecases/templates/delete";
import { listTemplates, type TemplateView } from "~/usecases/templates/list";
import { readTemplate } from "~/usecases/templates/read";
import { updateTemplate } from "~/usecases/templates/update";
import { component, showComponent } from "./component-shape";
import { type Api, type ApiEnvironment, atPage, etag, nameIgnored, precondition, sliced } from "./environment";
import { namesInApi, sentShape, sentValues, shownAs, shownShape } from "./noun-fields";
import { nounRoutes } from "./noun-routes";
import { orRefuse } from "./reply";
import { body, id, instant, itemParam, json, refusals, toInstant } from "./shapes";

/** A template as Statuspage's v1 shows it, and our `impact_override`, `component_statuses` and instants. */
const template = z
  .object({
    id,
    ...shownShape(templateFields),
    group_id: z.null(),
    should_tweet: z.literal(false),
    should_send_notifications: z.literal(true),
    components: z.array(component),
    created_at: instant,
    updated_at: instant,
  })
  .openapi("IncidentTemplate");

const fields = {
  ...sentShape(templateFields),
  component_ids: z.array(z.string()).nullable().optional(),
};
const known = Object.keys(fields);
const made = z.object({ template: z.object(fields) });
const changed = z.object({ template: z.object(fields).partial() });

const names = namesInApi(templateFields);

const tags = ["Incident templates"];
const path = "/pages/{page}/incident_templates";
const at = nounRoutes("Incident templates", path);
const one = { 200: json(template, "The template"), ...refusals };
const list = at.list("The templates of a page, by name", json(z.array(template), "Templates"));
const create = at.create(
  "Keep a template; title and body may hold {{component}}, {{page}} and {{time}}",
  made,
  json(template, "The template"),
);
const readOne = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "One template",
  request: { params: itemParam },
  responses: one,
});
const change = (method: "put" | "patch") =>
  createRoute({
    method,
    path: `${path}/{id}`,
    tags,
    summary: "Change a template",
    request: { params: itemParam, ...body(changed) },
    responses: one,
  });
const remove = at.withdraw("Delete a template", json(template, "The template as it was"));

type C = Context<ApiEnvironment>;
type Given = z.output<typeof changed>["template"];

/** A component that is named without a status is touched and works. */
function inputOf(given: Given) {
  const { component_ids: ids } = given;
  const { components: statuses, ...said } = sentValues(templateFields, given);
  if (!ids && !statuses) return said;
  return {
    ...said,
    components: { ...Object.fromEntries((ids ?? []).map((each) => [each, "operational"])), ...statuses },
  };
}

const show = (pageId: string, row: TemplateView, components: readonly ComponentView[]): z.output<typeof template> => ({
  id: row.id,
  ...shownAs(templateFields, row),
  group_id: null,
  should_tweet: false,
  should_send_notifications: true,
  components: components.filter((each) => each.id in row.components).map((each) => showComponent(pageId, each)),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

async function shown(c: C, wanted: string) {
  const { ctx, pageId } = await atPage(c);
  const row = orRefuse(await readTemplate(ctx, { pageId, id: wanted }));
  const { components } = orRefuse(await listComponents(ctx, { pageId }));
  etag(c, row.version);
  return show(pageId, row, components);
}

export function addTemplates(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const rows = orRefuse(await listTemplates(ctx, { pageId }));
    const { components } = orRefuse(await listComponents(ctx, { pageId }));
    const all = rows.map((row) => show(pageId, row, components));
    return c.json(sliced(all, c.req.valid("query")), 200);
  });
  api.openapi(create, async (c) => {
    nameIgnored(c, "template", known);
    const { ctx, pageId } = await atPage(c);
    const { template: given } = c.req.valid("json");
    const { commitId } = await precondition(c);
    const { name = "", ...said } = inputOf(given);
    const done = await createTemplate(ctx, { ...said, pageId, name, commitId });
    return c.json(await shown(c, orRefuse(done, names).id), 201);
  });
  api.openapi(readOne, async (c) => c.json(await shown(c, c.req.valid("param").id), 200));
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      nameIgnored(c, "template", known);
      const { ctx, pageId } = await atPage(c);
      const { id: wanted } = c.req.valid("param");
      const { template: given } = c.req.valid("json");
      const target = { pageId, id: wanted, ...(await precondition(c)) };
      orRefuse(await updateTemplate(ctx, { ...inputOf(given), ...target }), names);
      return c.json(await shown(c, wanted), 200);
    });
  }
  api.openapi(remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id: wanted } = c.req.valid("param");
    const before = await shown(c, wanted);
    orRefuse(await deleteTemplate(ctx, { pageId, id: wanted, ...(await precondition(c)) }));
    return c.json(before, 200);
  });
}
