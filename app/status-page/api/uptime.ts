import { createRoute, z } from "@hono/zod-openapi";
import { type Api, atPage } from "~/api/environment";
import { orRefuse } from "~/api/reply";
import { id, instant, itemParam, json, refusals, toInstant } from "~/api/shapes";
import { readUptime, type UptimeView } from "~/components/uptime";

/** The shape of Statuspage's v1; the outages in seconds. */
const uptime = z
  .object({
    range_start: instant,
    range_end: instant,
    uptime_percentage: z.number().nullable().openapi({ example: 99.98 }),
    major_outage: z.number().int(),
    partial_outage: z.number().int(),
    warnings: z.string().nullable(),
    restated_at: instant.nullable().openapi({
      description:
        "When figures of this range were restated, because nothing watched the component on some of its days",
    }),
    id,
    name: z.string(),
    related_events: z.object({ incidents: z.array(id) }),
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

type UptimeFormat = keyof typeof kinds;

const route = (kind: UptimeFormat) =>
  createRoute({
    method: "get",
    path: `/pages/{page}/${kind}/{id}/uptime`,
    tags: [kinds[kind].tag],
    summary: `The uptime of ${kinds[kind].what}`,
    request: { params: itemParam, query: asked },
    responses: { 200: json(uptime, "The uptime"), ...refusals },
  });

const seconds = (ms: number) => Math.round(ms / 1000);

const show = (view: UptimeView): z.output<typeof uptime> => ({
  range_start: toInstant(view.from),
  range_end: toInstant(view.to),
  uptime_percentage: view.uptime === null ? null : view.uptime / 100,
  major_outage: seconds(view.major),
  partial_outage: seconds(view.partial),
  warnings: view.warnings.join(" ") || null,
  restated_at: view.restatedAt === null ? null : toInstant(view.restatedAt),
  id: view.id,
  name: view.name,
  related_events: { incidents: view.incidents },
});

export function addUptime(api: Api): void {
  for (const kind of Object.keys(kinds) as UptimeFormat[]) {
    api.openapi(route(kind), async (c) => {
      const { ctx, pageId } = await atPage(c);
      const target = kinds[kind].target(c.req.valid("param").id);
      const view = orRefuse(await readUptime(ctx, { pageId, ...target, ...c.req.valid("query") }));
      return c.json(show(view), 200);
    });
  }
}
