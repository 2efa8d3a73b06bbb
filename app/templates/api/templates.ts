import { z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, paginateRows } from "~/api/environment";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { addNounRoutes } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { valueOrThrow } from "~/api/reply";
import { idSchema, instantSchema, jsonResponseSpec, toIsoInstant } from "~/api/shapes";
import { componentResponseOf, componentSchema } from "~/components/api/component-shape";
import { type ComponentView, listComponents } from "~/components/list";
import { apiFieldNames, requestValues, responseFieldValues } from "~/fields/api-values";
import type { Ctx } from "~/platform/ctx";
import { templateFields } from "../rules/fields";
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  type TemplateView,
  updateTemplate,
} from "../verbs";

/** A template in the shape of Statuspage's v1, with our `impact_override`, `component_statuses` and instants. */
const template = z
  .object({
    id: idSchema,
    ...responseFieldSchemas(templateFields),
    group_id: z.null(),
    should_tweet: z.literal(false),
    should_send_notifications: z.literal(true),
    components: z.array(componentSchema),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("IncidentTemplate");

const fields = {
  ...requestFieldSchemas(templateFields),
  component_ids: z.array(z.string()).nullable().optional(),
};
const made = z.object({ template: z.object(fields) });
const changed = z.object({ template: z.object(fields).partial() });

const at = nounRoutes("Incident templates", "/pages/{page}/incident_templates");
const list = at.list("The templates of a page, by name", jsonResponseSpec(z.array(template), "Templates"));
const answered = jsonResponseSpec(template, "The template");
const routes = {
  ...at.usual(
    { made, changed, answered },
    {
      create: "Keep a template; title and body may hold {{component}}, {{page}} and {{time}}",
      read: "One template",
      change: "Change a template",
    },
  ),
  remove: at.withdraw("Delete a template", jsonResponseSpec(template, "The template as it was")),
};

type CreateTemplateBody = z.output<typeof made>;
type UpdateTemplateBody = z.output<typeof changed>;

/** Returns the input; a component that is named without a status is affected and operational. */
function inputOf(given: UpdateTemplateBody["template"]) {
  const { component_ids: ids } = given;
  const { components: statuses, ...said } = requestValues(templateFields, given);
  if (!ids && !statuses) return said;
  return {
    ...said,
    components: { ...Object.fromEntries((ids ?? []).map((each) => [each, "operational"])), ...statuses },
  };
}

const show = (pageId: string, row: TemplateView, components: readonly ComponentView[]): z.output<typeof template> => ({
  id: row.id,
  ...responseFieldValues(templateFields, row),
  group_id: null,
  should_tweet: false,
  should_send_notifications: true,
  components: components.filter((each) => each.id in row.components).map((each) => componentResponseOf(pageId, each)),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

async function one(ctx: Ctx, pageId: string, wanted: string) {
  const asked = [readTemplate(ctx, { pageId, id: wanted }), listComponents(ctx, { pageId })] as const;
  const [found, known] = await Promise.all(asked);
  const [row, { components }] = [valueOrThrow(found), valueOrThrow(known)];
  return { shown: show(pageId, row, components), version: row.version };
}

export function addTemplateRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const [found, known] = await Promise.all([listTemplates(ctx, { pageId }), listComponents(ctx, { pageId })]);
    const [rows, { components }] = [valueOrThrow(found), valueOrThrow(known)];
    const all = rows.map((row) => show(pageId, row, components));
    return c.json(paginateRows(all, c.req.valid("query")), 200);
  });
  addNounRoutes(api, routes, {
    takes: { name: "template", known: Object.keys(fields) },
    names: apiFieldNames(templateFields),
    one,
    create: (ctx, { template: given }: CreateTemplateBody, place) => {
      const { name = "", ...values } = inputOf(given);
      return createTemplate(ctx, { ...values, ...place, name });
    },
    change: (ctx, { template: given }: UpdateTemplateBody, target) =>
      updateTemplate(ctx, { ...inputOf(given), ...target }),
    remove: deleteTemplate,
  });
}
