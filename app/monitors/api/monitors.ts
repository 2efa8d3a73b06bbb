import { type Api, atPage, etag, linkNext, precondition } from "~/api/environment";
import { requestValues, responseFields } from "~/api/noun-fields";
import { addNoun } from "~/api/noun-handlers";
import { orRefuse } from "~/api/reply";
import { toInstant, toInstantOrNull } from "~/api/shapes";
import { inEnglish, type Refusal } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { checkNow } from "../check-now";
import { createMonitor } from "../create";
import { type EvidenceView, monitorEvidence, type SeenByCheck } from "../evidence";
import type { MonitorRow } from "../monitor-view";
import { type MonitorView, readMonitor } from "../read";
import { monitorResults } from "../results";
import type { SeenCertificate } from "../rules/evidence";
import { monitorFields } from "../rules/fields";
import type { Ballot, UpgradeDifference } from "../rules/monitor";
import { updateMonitor } from "../update";
import { deleteMonitor, listMonitors, pauseMonitor, resumeMonitor } from "../verbs";
import { type ChangedMonitor, type MadeMonitor, monitorRoutes as routes } from "./monitor-routes";

const rereadOf = ({ minute, detail, ...found }: UpgradeDifference) => ({
  ...found,
  at: toInstant(minute * minuteMs),
  detail: refusalText(detail, "en"),
});

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
  detail: refusalText(row.detail, "en"),
  reread: row.reread && rereadOf(row.reread),
  uptime: row.uptime,
});

const confirmationOf = ({ minute, ...counted }: Ballot) => ({ at: toInstant(minute * minuteMs), ...counted });

const show = (pageId: string, row: MonitorView) => ({
  ...showCore(pageId, row),
  settings: row.settings,
  ...responseFields(monitorFields, row),
  usual_ms: row.usualMs,
  opinions: row.opinions.map(({ minute, detail, milliseconds = null, ...each }) => ({
    ...each,
    at: toInstant(minute * minuteMs),
    milliseconds,
    detail: refusalText(detail ?? inEnglish(""), "en"),
  })),
  confirmation: row.ballot && confirmationOf(row.ballot),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

const inWords = (message: Refusal) => refusalText(message, "en");

const stepsOf = (steps: SeenByCheck["steps"]) =>
  steps.map(({ title, ok, detail }) => ({ title: inWords(title), ok, detail: inWords(detail) }));

const certificateOf = ({ validFrom, validTo, ...named }: SeenCertificate) => ({
  ...named,
  valid_from: toInstant(validFrom),
  valid_to: toInstant(validTo),
});

function seenOf({ code, detail, milliseconds, steps, answer, certificate, seenAt }: SeenByCheck) {
  return {
    seen_at: toInstant(seenAt),
    code,
    detail: inWords(detail),
    milliseconds,
    steps: stepsOf(steps),
    answer,
    certificate: certificate ? certificateOf(certificate) : null,
  };
}

const showEvidence = ({ at, first, last }: EvidenceView) => ({
  down_since: toInstant(at),
  first: seenOf(first),
  last: last && seenOf(last),
});

async function one(ctx: Ctx, pageId: string, id: string) {
  const row = orRefuse(await readMonitor(ctx, { pageId, id }));
  return { shown: show(pageId, row), version: row.version };
}

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
  api.openapi(routes.results, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const given = { pageId, id: c.req.valid("param").id, range: c.req.valid("query").range };
    const { points, stepMs } = orRefuse(await monitorResults(ctx, given));
    const shown = points.map(({ at, state, milliseconds }) => ({ at: toInstant(at), state, milliseconds }));
    return c.json({ step_seconds: stepMs / 1000, points: shown }, 200);
  });
  api.openapi(routes.evidence, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const seen = orRefuse(await monitorEvidence(ctx, { pageId, id: c.req.valid("param").id }));
    return c.json(seen.map(showEvidence), 200);
  });
}

function addOne(api: Api): void {
  addNoun(api, routes, {
    one,
    create: (ctx, { monitor: { kind, clone_of: cloneOf, settings, ...given } }: MadeMonitor, place) => {
      const { name = "", ...values } = requestValues(monitorFields, given);
      return createMonitor(ctx, { ...values, ...place, kind, cloneOf, name, settings });
    },
    change: (ctx, { monitor: { settings, ...given } }: ChangedMonitor, target) =>
      updateMonitor(ctx, { ...requestValues(monitorFields, given), ...target, settings }),
    remove: deleteMonitor,
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
      const { shown, version } = await one(ctx, pageId, id);
      etag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(routes.check, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { at, ...found } = orRefuse(await checkNow(ctx, { pageId, id: c.req.valid("param").id }));
    return c.json({ ...found, detail: inWords(found.detail), steps: stepsOf(found.steps), at: toInstant(at) }, 200);
  });
}

export function addMonitors(api: Api): void {
  addReading(api);
  addOne(api);
  addRunning(api);
}
