import { z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, paginateRows, readPrecondition } from "~/api/environment";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { addNounRoutes } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { valueOrThrow } from "~/api/reply";
import { idSchema, instantSchema, jsonResponseSpec, toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { requestValues, responseFieldValues } from "~/fields/api-values";
import type { Ctx } from "~/platform/ctx";
import { agentFields } from "../rules/fields";
import {
  type AgentRow,
  createAgent,
  deleteAgent,
  listAgents,
  readAgent,
  rotateAgentSecret,
  updateAgent,
} from "../verbs";

const agent = z
  .object({
    id: idSchema,
    page_id: idSchema,
    ...responseFieldSchemas(agentFields),
    state: z
      .enum(["new", "up", "grace", "down", "paused"])
      .openapi({ description: "new: no report yet; down: silent" }),
    state_since: instantSchema,
    last_report_at: instantSchema.nullable(),
    program: z.string(),
    clock_skew: z.number().int().nullable().openapi({ description: "Milliseconds that our clock is ahead of its own" }),
    doubled_at: instantSchema.nullable().openapi({ description: "When two were last seen to use its secret" }),
    monitor_count: z.number().int(),
  })
  .openapi("Agent");

const signing = z
  .object({ secret: z.string(), command: z.string().openapi({ description: "Runs it, to paste into a shell" }) })
  .openapi("AgentSecret");

const fields = requestFieldSchemas(agentFields);
const made = z.object({ agent: z.strictObject(fields) });
const changed = z.object({ agent: z.strictObject(fields).partial() });

const at = nounRoutes("Agents", "/pages/{page}/agents");
const answered = jsonResponseSpec(agent, "The agent");
const list = at.list("The agents of a page, by name", jsonResponseSpec(z.array(agent), "Agents"));
const rotate = at.act(
  "secret",
  "Give it a secret, its first or another one; it is in this answer alone",
  jsonResponseSpec(signing, "Its secret"),
);
const routes = {
  create: at.create("Make an agent; it is let in once it has a secret", made, answered),
  read: at.read("One agent", answered),
  change: at.change("Change an agent", changed, answered),
  remove: at.removeWatcher("Delete an agent that checks nothing any more"),
};

type CreateAgentBody = z.output<typeof made>;
type UpdateAgentBody = z.output<typeof changed>;

const show = (pageId: string, row: AgentRow): z.output<typeof agent> => ({
  id: row.id,
  page_id: pageId,
  ...responseFieldValues(agentFields, row),
  state: row.state,
  state_since: toIsoInstant(row.stateSince),
  last_report_at: toIsoInstantOrNull(row.lastReportAt),
  program: row.program,
  clock_skew: row.skewMs,
  doubled_at: toIsoInstantOrNull(row.doubledAt),
  monitor_count: row.monitors,
});

async function one(ctx: Ctx, pageId: string, wanted: string) {
  const row = valueOrThrow(await readAgent(ctx, { pageId, id: wanted }));
  return { shown: show(pageId, row), version: row.version };
}

export function addAgentRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const rows = valueOrThrow(await listAgents(ctx, { pageId }));
    const shown = paginateRows(rows, c.req.valid("query")).map((row) => show(pageId, row));
    return c.json(shown, 200);
  });
  api.openapi(rotate, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const target = { pageId, id: c.req.valid("param").id, ...(await readPrecondition(c)) };
    return c.json(valueOrThrow(await rotateAgentSecret(ctx, target)), 200);
  });
  addNounRoutes(api, routes, {
    one,
    create: (ctx, { agent: given }: CreateAgentBody, place) => {
      const { name = "", ...values } = requestValues(agentFields, given);
      return createAgent(ctx, { ...values, ...place, name });
    },
    change: (ctx, { agent: given }: UpdateAgentBody, target) =>
      updateAgent(ctx, { ...requestValues(agentFields, given), ...target }),
    remove: deleteAgent,
  });
}
