import { createRoute, z } from "@hono/zod-openapi";
import { cancelMaintenance } from "~/usecases/maintenances/cancel";
import { listMaintenances, type MaintenanceView } from "~/usecases/maintenances/list";
import { planMaintenance } from "~/usecases/maintenances/plan";
import { readMaintenance } from "~/usecases/maintenances/read";
import { type Api, atPage, etag, linkNext, precondition } from "./environment";
import { orRefuse } from "./reply";
import {
  body,
  flag,
  fromInstant,
  givenInstant,
  id,
  instant,
  itemParam,
  json,
  pageParam,
  refusals,
  status,
  toInstant,
  toInstantOrNull,
} from "./shapes";

const maintenance = z
  .object({
    id,
    page_id: id,
    title: z.string(),
    body: z.string(),
    status: z.string(),
    starts_at: instant,
    ends_at: instant,
    auto_start: z.boolean(),
    auto_end: z.boolean(),
    started_at: instant.nullable(),
    completed_at: instant.nullable(),
    components: z.record(z.string(), z.string()),
    created_at: instant,
    updated_at: instant,
  })
  .openapi("Maintenance");

const made = z.strictObject({
  maintenance: z.strictObject({
    title: z.string(),
    body: z.string().optional(),
    starts_at: givenInstant,
    ends_at: givenInstant,
    components: z.record(z.string(), status).optional(),
    component_ids: z.array(z.string()).optional(),
    auto_start: flag.optional(),
    auto_end: flag.optional(),
    deliver_notifications: flag.optional(),
  }),
});

const tags = ["Maintenances"];
const path = "/pages/{page}/maintenances";
const list = createRoute({
  method: "get",
  path,
  tags,
  summary: "The maintenances of a page, latest start first, 50 at a time; Link leads on",
  request: { params: pageParam, query: z.object({ before: z.string().max(120).optional() }) },
  responses: { 200: json(z.array(maintenance), "Maintenances"), ...refusals },
});
const create = createRoute({
  method: "post",
  path,
  tags,
  summary: "Plan a maintenance",
  request: { params: pageParam, ...body(made) },
  responses: { 201: json(maintenance, "The maintenance"), ...refusals },
});
const readOne = createRoute({
  method: "get",
  path: `${path}/{id}`,
  tags,
  summary: "One maintenance",
  request: { params: itemParam },
  responses: { 200: json(maintenance, "The maintenance"), ...refusals },
});
const cancel = createRoute({
  method: "post",
  path: `${path}/{id}/cancel`,
  tags,
  summary: "Call a maintenance off",
  request: { params: itemParam },
  responses: { 200: json(maintenance, "The maintenance"), ...refusals },
});

const show = (pageId: string, row: MaintenanceView): z.output<typeof maintenance> => ({
  id: row.id,
  page_id: pageId,
  title: row.title,
  body: row.body,
  status: row.status,
  starts_at: toInstant(row.startsAt),
  ends_at: toInstant(row.endsAt),
  auto_start: row.autoStart,
  auto_end: row.autoEnd,
  started_at: toInstantOrNull(row.startedAt),
  completed_at: toInstantOrNull(row.completedAt),
  components: row.components,
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

type Made = z.output<typeof made>["maintenance"];
const toInput = (given: Made) => ({
  title: given.title,
  body: given.body ?? "",
  startsAt: fromInstant(given.starts_at),
  endsAt: fromInstant(given.ends_at),
  autoStart: given.auto_start ?? true,
  autoEnd: given.auto_end ?? true,
  notify: given.deliver_notifications ?? true,
  components: {
    ...Object.fromEntries((given.component_ids ?? []).map((each) => [each, "under_maintenance"])),
    ...given.components,
  },
});

export function addMaintenances(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { before: cursor } = c.req.valid("query");
    const { maintenances, before } = orRefuse(
      await listMaintenances(ctx, { pageId, ...(cursor ? { before: cursor } : {}) }),
    );
    linkNext(c, before);
    return c.json(
      maintenances.map((each) => show(pageId, each)),
      200,
    );
  });
  api.openapi(create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { commitId } = await precondition(c);
    const input = { pageId, ...toInput(c.req.valid("json").maintenance), commitId };
    const { id: made } = orRefuse(await planMaintenance(ctx, input));
    const row = orRefuse(await readMaintenance(ctx, { pageId, id: made }));
    etag(c, row.version);
    return c.json(show(pageId, row), 201);
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const row = orRefuse(await readMaintenance(ctx, { pageId, id: c.req.valid("param").id }));
    etag(c, row.version);
    return c.json(show(pageId, row), 200);
  });
  api.openapi(cancel, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id: wanted } = c.req.valid("param");
    orRefuse(await cancelMaintenance(ctx, { pageId, id: wanted, ...(await precondition(c)) }));
    const row = orRefuse(await readMaintenance(ctx, { pageId, id: wanted }));
    etag(c, row.version);
    return c.json(show(pageId, row), 200);
  });
}
