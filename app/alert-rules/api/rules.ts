import { createRoute, z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, paginateRows } from "~/api/environment";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { addNounRoutes } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { FailureError, valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  jsonBodySpec,
  jsonResponseSpec,
  leftUnwatchedResponseField,
  pagePathParamsSchema,
  paginationQueryInputSchema,
  statusSchema,
  toIsoInstant,
  wholeNumberSchema,
} from "~/api/shapes";
import { englishText } from "~/failures/refusal";
import { requestValues, responseFieldValues } from "~/fields/api-values";
import { alertEffectValuesOf } from "~/moving/rules/fields";
import type { Ctx } from "~/platform/ctx";
import type { RuleView } from "../rule-view";
import { ruleFields } from "../rules/fields";
import { saveRule } from "../save";
import { tryRule } from "../trials/try";
import { deleteRule, listRules } from "../verbs";

const match = z.object({
  labels: z.record(z.string(), z.string()).optional(),
  severities: z.array(z.string()).optional(),
  title: z.string().optional(),
});
const rule = z
  .object({
    id: idSchema,
    page_id: idSchema,
    source_id: idSchema,
    position: z.number().int(),
    catch_all: z.boolean(),
    match,
    ...responseFieldSchemas(ruleFields),
    ...leftUnwatchedResponseField,
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .openapi("Rule");

const fields = {
  match: z.strictObject(match.shape).optional(),
  ...requestFieldSchemas(ruleFields),
  component_ids: z.array(z.string()).optional().openapi({ description: "With `status`, instead of `components`" }),
  status: statusSchema.optional(),
  position: wholeNumberSchema.optional(),
};
const made = z.strictObject({ rule: z.strictObject({ source_id: z.string(), ...fields }) });
const changed = z.strictObject({ rule: z.strictObject(fields) });

const at = nounRoutes("Rules", "/pages/{page}/rules");
const list = at.list(
  "The rules of a page, or of one source, in the order in which they are tried",
  jsonResponseSpec(z.array(rule), "Rules"),
  paginationQueryInputSchema.extend({ source: z.string().optional() }),
);
const answered = jsonResponseSpec(rule, "The rule");
const routes = {
  ...at.usual(
    { made, changed, answered },
    {
      create: "Add a rule before the catch-all of its source",
      read: "One rule",
      change: "Change a rule, the catch-all too",
    },
  ),
  remove: at.removeWatcher("Delete a rule; the catch-all stays"),
};

const trial = z
  .object({
    deliveries: z.number().int(),
    matched: z.number().int().openapi({ description: "Deliveries of which it would have taken an alert" }),
    covered: z.number().int().openapi({ description: "Of which another rule takes an alert first" }),
    unread: z.number().int().openapi({ description: "That cannot be read again" }),
    found: z.array(
      z.object({
        delivery_id: z.string(),
        received_at: instantSchema,
        alerts: z.array(z.object({ title: z.string(), taken_by: idSchema.nullable() })),
      }),
    ),
  })
  .openapi("RuleTrial");
const tried = z.strictObject({
  rule: z.strictObject({ source_id: z.string(), id: z.string().optional(), match: fields.match }),
});
const attempt = createRoute({
  method: "post",
  path: "/pages/{page}/rules/try",
  tags: ["Rules"],
  summary: "What a rule would have taken of the last 50 deliveries; nothing is saved",
  request: { params: pagePathParamsSchema, ...jsonBodySpec(tried) },
  responses: { 200: jsonResponseSpec(trial, "What it would have taken, the newest first"), ...errorResponses },
});

const show = (pageId: string, row: RuleView) => ({
  id: row.id,
  page_id: pageId,
  source_id: row.sourceId,
  position: row.position,
  catch_all: row.catchAll,
  match: row.match,
  ...responseFieldValues(ruleFields, alertEffectValuesOf(row)),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

async function oneOf(ctx: Ctx, pageId: string, wanted: string): Promise<RuleView> {
  const found = valueOrThrow(await listRules(ctx, { pageId })).find((each) => each.id === wanted);
  if (!found) throw new FailureError({ name: "missing" });
  return found;
}

type CreateRuleBody = z.output<typeof made>;
type UpdateRuleBody = z.output<typeof changed>;

/** Returns the input of a rule; `component_ids` with one `status` for all of them equals `components`. */
function inputOf({ component_ids: ids, status: one, match, position, ...given }: UpdateRuleBody["rule"]) {
  const values = { ...requestValues(ruleFields, given), match, position };
  if (!ids && one === undefined) return values;
  if (!ids || one === undefined) {
    const field = ids ? "status" : "component_ids";
    throw new FailureError({
      name: "invalid",
      fields: { [field]: englishText("component_ids and status are given together.") },
    });
  }
  return { ...values, components: { ...Object.fromEntries(ids.map((id) => [id, one])), ...values.components } };
}

export function addRuleRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const query = c.req.valid("query");
    const rules = valueOrThrow(await listRules(ctx, { pageId, sourceId: query.source }));
    return c.json(
      paginateRows(rules, query).map((each) => show(pageId, each)),
      200,
    );
  });
  api.openapi(attempt, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { source_id: sourceId, id: own, match: asked } = c.req.valid("json").rule;
    const { found, ...counts } = valueOrThrow(await tryRule(ctx, { pageId, sourceId, id: own, match: asked }));
    const shown = found.map(({ id: delivery, receivedAt, alerts }) => ({
      delivery_id: delivery,
      received_at: toIsoInstant(receivedAt),
      alerts: alerts.map(({ title, takenBy }) => ({ title, taken_by: takenBy === "" ? null : takenBy })),
    }));
    return c.json({ ...counts, found: shown }, 200);
  });
  addNounRoutes(api, routes, {
    one: async (ctx, pageId, id) => {
      const row = await oneOf(ctx, pageId, id);
      return { shown: show(pageId, row), version: row.version };
    },
    create: (ctx, { rule: { source_id: sourceId, ...given } }: CreateRuleBody, place) =>
      saveRule(ctx, { ...inputOf(given), ...place, sourceId }),
    change: async (ctx, { rule: given }: UpdateRuleBody, target) => {
      const { sourceId } = await oneOf(ctx, target.pageId, target.id);
      return saveRule(ctx, { ...inputOf(given), ...target, sourceId });
    },
    remove: deleteRule,
  });
}
