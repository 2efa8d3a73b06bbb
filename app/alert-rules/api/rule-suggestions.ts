import { createRoute, z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import { errorResponses, itemPathParamsSchema, jsonResponseSpec } from "~/api/shapes";
import { readRuleSuggestions } from "../trials/try";

const suggestions = z
  .object({
    labels: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        count: z.number().int().openapi({ description: "In so many alerts" }),
      }),
    ),
    titles: z.array(z.string()),
  })
  .openapi("RuleSuggestions");

const list = createRoute({
  tags: ["Rules"],
  summary: "What a rule may be made of: labels and titles of the last 50 deliveries, the most frequent first",
  method: "get",
  path: "/pages/{page}/sources/{id}/suggestions",
  request: { params: itemPathParamsSchema },
  responses: { 200: jsonResponseSpec(suggestions, "Labels and titles"), ...errorResponses },
});

/** Parses `name=value`; a name contains no equals sign. */
const labelOf = ({ line, count }: { line: string; count: number }) => {
  const at = line.indexOf("=");
  return { name: line.slice(0, at), value: line.slice(at + 1), count };
};

export function addRuleSuggestionRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { labels, titles } = valueOrThrow(
      await readRuleSuggestions(ctx, { pageId, sourceId: c.req.valid("param").id }),
    );
    return c.json({ labels: labels.map(labelOf), titles }, 200);
  });
}
