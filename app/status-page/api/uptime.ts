import { createRoute, z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonResponseSpec,
  toIsoInstant,
} from "~/api/shapes";
import { type ComponentUptimeView, readComponentUptime } from "~/components/uptime";

/** The shape of Statuspage's v1; the outages in seconds. */
const uptime = z
  .object({
    range_start: instantSchema,
    range_end: instantSchema,
    uptime_percentage: z.number().nullable().openapi({ example: 99.98 }),
    major_outage: z.number().int(),
    partial_outage: z.number().int(),
    warnings: z.string().nullable(),
    restated_at: instantSchema.nullable().openapi({
      description:
        "When figures of this range were restated, because nothing watched the component on some of its days",
    }),
    id: idSchema,
    name: z.string(),
    related_events: z.object({ incidents: z.array(idSchema) }),
  })
  .openapi("Uptime");

const day = (description: string) => z.string().max(40).optional().openapi({ description, example: "2026-11-20" });
const asked = z.object({
  start: day("First day in the page's time zone: 2026, 2026-11, 2026-11-20 or an instant; 90 days ago if absent"),
  end: day("Last day, in the same words; today if absent; at most six calendar months after the first"),
});

const kinds = {
  components: { tag: "Components", what: "a component", target: (found: string) => ({ componentId: found }) },
  "component-groups": {
    tag: "Component groups",
    what: "a group: the mean of its components, their outages together",
    target: (found: string) => ({ groupId: found }),
  },
} as const;

type UptimeRouteKind = keyof typeof kinds;

const route = (kind: UptimeRouteKind) =>
  createRoute({
    method: "get",
    path: `/pages/{page}/${kind}/{id}/uptime`,
    tags: [kinds[kind].tag],
    summary: `The uptime of ${kinds[kind].what}`,
    request: { params: itemPathParamsSchema, query: asked },
    responses: { 200: jsonResponseSpec(uptime, "The uptime"), ...errorResponses },
  });

const seconds = (ms: number) => Math.round(ms / 1000);

const show = (view: ComponentUptimeView): z.output<typeof uptime> => ({
  range_start: toIsoInstant(view.from),
  range_end: toIsoInstant(view.to),
  uptime_percentage: view.uptime === null ? null : view.uptime / 100,
  major_outage: seconds(view.major),
  partial_outage: seconds(view.partial),
  warnings: view.warnings.join(" ") || null,
  restated_at: view.restatedAt === null ? null : toIsoInstant(view.restatedAt),
  id: view.id,
  name: view.name,
  related_events: { incidents: view.incidents },
});

export function addUptimeRoutes(api: Api): void {
  for (const kind of Object.keys(kinds) as UptimeRouteKind[]) {
    api.openapi(route(kind), async (c) => {
      const { ctx, pageId } = await findPageContextOfRequest(c);
      const target = kinds[kind].target(c.req.valid("param").id);
      const view = valueOrThrow(await readComponentUptime(ctx, { pageId, ...target, ...c.req.valid("query") }));
      return c.json(show(view), 200);
    });
  }
}
