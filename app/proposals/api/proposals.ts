import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  paginateRows,
  readPrecondition,
  reportIgnoredFields,
} from "~/api/environment";
import { nounRoutes } from "~/api/noun-routes";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  paginationQueryInputSchema,
  statusSchema,
} from "~/api/shapes";
import { incidentStatuses } from "~/incidents/rules/incident";
import { proposalResponseOf, proposalSchema } from "./proposal-shape";

/** The use cases are read with the first request: no other part of the API needs them. */
const readVerbs = () => import("../verbs");

const ofIncident = "/pages/{page}/incidents/{id}/proposals";
const tags = ["Proposals"];
const all = nounRoutes("Proposals", "/pages/{page}/proposals");
const given = {
  status: z.enum(incidentStatuses).optional(),
  body: z.string().optional(),
  components: z.record(z.string(), statusSchema).optional(),
};

const list = all.list(
  "The open proposals of a page, oldest first",
  jsonResponseSpec(z.array(proposalSchema), "Proposals"),
);
const remove = all.remove("Dismiss a proposal", "Dismissed");
const listOfIncident = createRoute({
  tags,
  summary: "The proposed updates of an incident, oldest first",
  responses: { 200: jsonResponseSpec(z.array(proposalSchema), "Proposals"), ...errorResponses },
  request: { query: paginationQueryInputSchema, params: itemPathParamsSchema },
  method: "get",
  path: ofIncident,
});
const propose = createRoute({
  method: "post",
  path: ofIncident,
  tags,
  summary: "Propose an update: visitors see nothing of it before a person publishes it",
  request: { params: itemPathParamsSchema, ...jsonBodySpec(z.object({ proposal: z.object(given) })) },
  responses: { 201: jsonResponseSpec(proposalSchema, "The proposal"), ...errorResponses },
});
const removeOfIncident = createRoute({
  method: "delete",
  path: `${ofIncident}/{proposal}`,
  tags,
  summary: "Dismiss a proposed update",
  request: {
    params: itemPathParamsSchema.extend({ proposal: z.string().openapi({ param: { name: "proposal", in: "path" } }) }),
  },
  responses: { 204: { description: "Dismissed" }, ...errorResponses },
});

async function dismiss(c: Context<ApiEnvironment>, { id, incidentId }: { id: string; incidentId?: string }) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  const of = incidentId === undefined ? {} : { incidentId };
  const { dismissProposal } = await readVerbs();
  valueOrThrow(await dismissProposal(ctx, { pageId, id, ...of, ...(await readPrecondition(c)) }));
}

function addOfIncident(api: Api): void {
  api.openapi(listOfIncident, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { listProposals } = await readVerbs();
    const found = valueOrThrow(await listProposals(ctx, { pageId, incidentId: c.req.valid("param").id }));
    const shown = found.map((each) => proposalResponseOf(pageId, each));
    return c.json(paginateRows(shown, c.req.valid("query")), 200);
  });
  api.openapi(propose, async (c) => {
    reportIgnoredFields(c, "proposal", Object.keys(given));
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const { readProposal } = await readVerbs();
    const { proposeUpdate } = await import("../propose");
    const { id: incidentId } = c.req.valid("param");
    const asked = { ...c.req.valid("json").proposal, pageId, incidentId, commitId };
    const { id } = valueOrThrow(await proposeUpdate(ctx, asked));
    return c.json(proposalResponseOf(pageId, valueOrThrow(await readProposal(ctx, { pageId, id }))), 201);
  });
  api.openapi(removeOfIncident, async (c) => {
    const { id: incidentId, proposal: id } = c.req.valid("param");
    await dismiss(c, { id, incidentId });
    return c.body(null, 204);
  });
}

export function addProposalRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { listProposals } = await readVerbs();
    const shown = valueOrThrow(await listProposals(ctx, { pageId })).map((each) => proposalResponseOf(pageId, each));
    return c.json(paginateRows(shown, c.req.valid("query")), 200);
  });
  api.openapi(remove, async (c) => {
    await dismiss(c, c.req.valid("param"));
    return c.body(null, 204);
  });
  addOfIncident(api);
}
