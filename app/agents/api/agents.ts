import { z } from "@hono/zod-openapi";
import { type Api, atPage, pageOfRows, precondition } from "~/api/environment";
import { requestShape, requestValues, responseFields, responseShape } from "~/api/noun-fields";
import { addNoun } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { orRefuse } from "~/api/reply";
import { id, instant, json, toInstant, toInstantOrNull } from "~/api/shapes";
import type { Ctx } from "~/platform/ctx";
import { agentFields } from "../rules/fields";
import { type AgentRow, createAgent, deleteAgent, listAgents, readAgent, rotateAgent, updateAgent } from "../verbs";

const agent = z
  .object({
    id,
    page_id: id,
    ...responseShape(agentFields),
    state: z
      .enum(["new", "up", "grace", "down", "paused"])
      .openapi({ description: "new: no report yet; down: silent" }),
    state_since: instant,
    last_report_at: instant.nullable(),
    program: z.string(),
    clock_skew: z.number().int().nullable().openapi({ description: "Milliseconds that our clock is ahead of its own" }),
    doubled_at: instant.nullable().openapi({ description: "When two were last seen to use its secret" }),
    monitor_count: z.number().int(),
  })
  .openapi("Agent");

const signing = z
  .object({ secret: z.string(), command: z.string().openapi({ description: "Runs it, to paste into a shell" }) })
  .openapi("AgentSecret");

const fields = requestShape(agentFields);
const made = z.object({ agent: z.strictObject(fields) });
const changed = z.object({ agent: z.strictObject(fields).partial() });

const at = nounRoutes("Agents", "/pages/{page}/agents");
const answered = json(agent, "The agent");
const list = at.list("The agents of a page, by name", json(z.array(agent), "Agents"));
const rotate = at.act(
  "secret",
  "Give it a secret, its first or another one; it is in this answer alone",
  json(signing, "Its secret"),
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
  ...responseFields(agentFields, row),
  state: row.state,
  state_since: toInstant(row.stateSince),
  last_report_at: toInstantOrNull(row.lastReportAt),
  program: row.program,
  clock_skew: row.skewMs,
  doubled_at: toInstantOrNull(row.doubledAt),
  monitor_count: row.monitors,
});

async function one(ctx: Ctx, pageId: string, wanted: string) {
  const row = orRefuse(await readAgent(ctx, { pageId, id: wanted }));
  return { shown: show(pageId, row), version: row.version };
}

export function addAgents(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const rows = orRefuse(await listAgents(ctx, { pageId }));
    const shown = pageOfRows(rows, c.req.valid("query")).map((row) => show(pageId, row));
    return c.json(shown, 200);
  });
  api.openapi(rotate, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const target = { pageId, id: c.req.valid("param").id, ...(await precondition(c)) };
    return c.json(orRefuse(await rotateAgent(ctx, target)), 200);
  });
  addNoun(api, routes, {
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
