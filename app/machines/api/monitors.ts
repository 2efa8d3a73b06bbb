import type { Ctx } from "~/platform/ctx";
import { checkNow } from "~/usecases/monitors/check-now";
import { createMonitor } from "~/usecases/monitors/create";
import { deleteMonitor } from "~/usecases/monitors/delete";
import { listMonitors } from "~/usecases/monitors/list";
import { pauseMonitor } from "~/usecases/monitors/pause";
import { type MonitorView, readMonitor } from "~/usecases/monitors/read";
import { monitorResults } from "~/usecases/monitors/results";
import { resumeMonitor } from "~/usecases/monitors/resume";
import { updateMonitor } from "~/usecases/monitors/update";
import type { MonitorRow } from "~/usecases/monitors/view";
import { type Api, atPage, etag, linkNext, precondition } from "./environment";
import { type ChangedMonitor, monitorRoutes as routes } from "./monitor-routes";
import { orRefuse } from "./reply";
import { toInstant, toInstantOrNull } from "./shapes";

const showCore = (pageId: string, row: MonitorRow) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  name: row.name,
  target: row.target,
  tags: row.tags,
  state: row.state,
  since: toInstant(row.since),
  muted_until: toInstantOrNull(row.mutedUntil),
  interval: row.interval,
  next_check_at: toInstantOrNull(row.nextCheckAt),
  last_check_at: toInstantOrNull(row.lastCheckAt),
  milliseconds: row.milliseconds,
  code: row.code,
  detail: row.detail,
  uptime: row.uptime,
});

const show = (pageId: string, row: MonitorView) => ({
  ...showCore(pageId, row),
  settings: row.settings,
  timeout_seconds: row.timeoutSeconds,
  retries: row.retries,
  in_a_row: row.inARow,
  degraded_above_ms: row.degradedAboveMs,
  regions: row.regions,
  depends_on: row.dependsOn,
  chart_shown: row.chartShown,
  components: row.components,
  mode: row.mode,
  hold: row.hold,
  resolve_after: row.resolveAfter,
  opinions: row.opinions.map(({ minute, ...each }) => ({ ...each, at: toInstant(minute * 60_000) })),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

async function detail(ctx: Ctx, pageId: string, id: string) {
  const row = orRefuse(await readMonitor(ctx, { pageId, id }));
  return { shown: show(pageId, row), version: row.version };
}

const toInput = ({ timeout_seconds, in_a_row, degraded_above_ms, chart_shown, ...given }: ChangedMonitor) => {
  const { depends_on, resolve_after, ...same } = given;
  return {
    ...same,
    timeoutSeconds: timeout_seconds,
    inARow: in_a_row,
    degradedAboveMs: degraded_above_ms,
    chartShown: chart_shown,
    dependsOn: depends_on,
    resolveAfter: resolve_after,
  };
};

function addReading(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { q, ...filter } = c.req.valid("query");
    const { monitors, more } = orRefuse(await listMonitors(ctx, { pageId, ...filter, text: q }));
    linkNext(c, more, "after");
    return c.json(
      monitors.map((row) => showCore(pageId, row)),
      200,
    );
  });
  api.openapi(routes.read, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { shown, version } = await detail(ctx, pageId, c.req.valid("param").id);
    etag(c, version);
    return c.json(shown, 200);
  });
  api.openapi(routes.results, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const given = { pageId, id: c.req.valid("param").id, range: c.req.valid("query").range };
    const { points, stepMs } = orRefuse(await monitorResults(ctx, given));
    const shown = points.map(({ at, state, milliseconds }) => ({ at: toInstant(at), state, milliseconds }));
    return c.json({ step_seconds: stepMs / 1000, points: shown }, 200);
  });
}

function addChanging(api: Api): void {
  api.openapi(routes.create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { kind, name, clone_of: cloneOf, ...rest } = c.req.valid("json").monitor;
    const { commitId } = await precondition(c);
    const given = { pageId, kind, cloneOf, ...toInput(rest), name, commitId };
    const made = orRefuse(await createMonitor(ctx, given));
    const { shown, version } = await detail(ctx, pageId, made.id);
    etag(c, version);
    return c.json(shown, 201);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(routes.change(method), async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { id } = c.req.valid("param");
      const input = { pageId, id, ...toInput(c.req.valid("json").monitor), ...(await precondition(c)) };
      orRefuse(await updateMonitor(ctx, input));
      const { shown, version } = await detail(ctx, pageId, id);
      etag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(routes.remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    orRefuse(await deleteMonitor(ctx, { pageId, id: c.req.valid("param").id, ...(await precondition(c)) }));
    return c.body(null, 204);
  });
}

function addRunning(api: Api): void {
  for (const [step, act] of [
    ["pause", pauseMonitor],
    ["resume", resumeMonitor],
  ] as const) {
    api.openapi(routes.step(step), async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { id } = c.req.valid("param");
      orRefuse(await act(ctx, { pageId, id, ...(await precondition(c)) }));
      const { shown, version } = await detail(ctx, pageId, id);
      etag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(routes.check, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { at, ...found } = orRefuse(await checkNow(ctx, { pageId, id: c.req.valid("param").id }));
    return c.json({ ...found, at: toInstant(at) }, 200);
  });
}

export function addMonitors(api: Api): void {
  addReading(api);
  addChanging(api);
  addRunning(api);
}
