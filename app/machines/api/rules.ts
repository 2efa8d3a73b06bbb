import { z } from "@hono/zod-openapi";
import type { Ctx } from "~/platform/ctx";
import { deleteRule } from "~/usecases/alert-rules/delete";
import { listRules } from "~/usecases/alert-rules/list";
import { saveRule } from "~/usecases/alert-rules/save";
import type { RuleView } from "~/usecases/alert-rules/view";
import { type Api, atPage, etag, precondition, sliced } from "./environment";
import { nounRoutes } from "./noun-routes";
import { orRefuse, Refused } from "./reply";
import { id, instant, json, slice, status, toInstant, wholeNumber } from "./shapes";

const match = z.object({
  labels: z.record(z.string(), z.string()).optional(),
  severities: z.array(z.string()).optional(),
  title: z.string().optional(),
});
const rule = z
  .object({
    id,
    page_id: id,
    source_id: id,
    position: z.number().int(),
    catch_all: z.boolean(),
    match,
    components: z.record(z.string(), z.string()),
    mode: z.string(),
    hold: z.number().int(),
    resolve_after: z.number().int(),
    group_by: z.array(z.string()),
    created_at: instant,
    updated_at: instant,
  })
  .openapi("Rule");

const fields = {
  match: z.strictObject(match.shape).optional(),
  components: z.record(z.string(), status).optional().openapi({ description: "component id → status" }),
  component_ids: z.array(z.string()).optional().openapi({ description: "With `status`, instead of `components`" }),
  status: status.optional(),
  mode: z.enum(["none", "draft", "publish"]).optional(),
  hold: wholeNumber.optional().openapi({ description: "Seconds" }),
  resolve_after: wholeNumber.optional().openapi({ description: "Seconds" }),
  group_by: z.array(z.string()).optional(),
  position: wholeNumber.optional(),
};
const made = z.strictObject({ rule: z.strictObject({ source_id: z.string(), ...fields }) });
const changed = z.strictObject({ rule: z.strictObject(fields) });

const at = nounRoutes("Rules", "/pages/{page}/rules");
const list = at.list(
  "The rules of a page, or of one source, in the order in which they are tried",
  json(z.array(rule), "Rules"),
  slice.extend({ source: z.string().optional() }),
);
const create = at.create("Add a rule before the catch-all of its source", made, json(rule, "The rule"));
const readOne = at.read("One rule", json(rule, "The rule"));
const change = at.change("Change a rule, the catch-all too", changed, json(rule, "The rule"));
const remove = at.remove("Delete a rule; the catch-all stays");

const show = (pageId: string, row: RuleView): z.output<typeof rule> => ({
  id: row.id,
  page_id: pageId,
  source_id: row.sourceId,
  position: row.position,
  catch_all: row.catchAll,
  match: row.match,
  components: row.components,
  mode: row.mode,
  hold: row.holdSeconds,
  resolve_after: row.resolveAfterSeconds,
  group_by: row.groupBy,
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

async function oneOf(ctx: Ctx, pageId: string, wanted: string): Promise<RuleView> {
  const found = orRefuse(await listRules(ctx, { pageId })).find((each) => each.id === wanted);
  if (!found) throw new Refused({ name: "missing" });
  return found;
}

/** `component_ids` with one `status` for all of them is the same as `components`. */
function components(given: z.output<typeof changed>["rule"]) {
  const { component_ids: ids, status: one, components: each } = given;
  if (!ids && one === undefined) return each;
  if (!ids || one === undefined) {
    const field = ids ? "status" : "component_ids";
    throw new Refused({ name: "invalid", fields: { [field]: "component_ids and status are given together." } });
  }
  return { ...Object.fromEntries(ids.map((id) => [id, one])), ...each };
}

const toInput = (given: z.output<typeof changed>["rule"]) => ({
  match: given.match,
  components: components(given),
  mode: given.mode,
  hold: given.hold,
  resolveAfter: given.resolve_after,
  groupBy: given.group_by,
  position: given.position,
});

export function addRules(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const query = c.req.valid("query");
    const rules = orRefuse(await listRules(ctx, { pageId, sourceId: query.source }));
    return c.json(
      sliced(rules, query).map((each) => show(pageId, each)),
      200,
    );
  });
  api.openapi(create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { source_id: sourceId, ...given } = c.req.valid("json").rule;
    const { commitId } = await precondition(c);
    const done = orRefuse(await saveRule(ctx, { pageId, sourceId, ...toInput(given), commitId }));
    const row = await oneOf(ctx, pageId, done.id);
    etag(c, row.version);
    return c.json(show(pageId, row), 201);
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const row = await oneOf(ctx, pageId, c.req.valid("param").id);
    etag(c, row.version);
    return c.json(show(pageId, row), 200);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { sourceId, id: ruleId } = await oneOf(ctx, pageId, c.req.valid("param").id);
      const input = { pageId, sourceId, id: ruleId, ...toInput(c.req.valid("json").rule), ...(await precondition(c)) };
      orRefuse(await saveRule(ctx, input));
      const row = await oneOf(ctx, pageId, ruleId);
      etag(c, row.version);
      return c.json(show(pageId, row), 200);
    });
  }
  api.openapi(remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    orRefuse(await deleteRule(ctx, { pageId, id: c.req.valid("param").id, ...(await precondition(c)) }));
    return c.body(null, 204);
  });
}
