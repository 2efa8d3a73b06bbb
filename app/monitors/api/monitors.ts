import { type Api, findPageContextOfRequest, readPrecondition, setETag, setNextPageLink } from "~/api/environment";
import { addNounRoutes } from "~/api/noun-handlers";
import { valueOrThrow } from "~/api/reply";
import { toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { englishText, type Refusal } from "~/failures/refusal";
import { requestValues, responseFieldValues } from "~/fields/api-values";
import { refusalText } from "~/i18n/refusal-text";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { checkMonitorNow } from "../check-now";
import { createMonitor } from "../create";
import { type CheckEvidenceView, type EvidenceView, readEvidenceOfExistingMonitor } from "../evidence";
import type { MonitorSummaryView } from "../monitor-view";
import { type MonitorView, readMonitor } from "../read";
import { readMonitorResults } from "../results";
import type { PresentedCertificate } from "../rules/evidence";
import { monitorFields } from "../rules/fields";
import type { UpgradeDifference, VoteResult } from "../rules/monitor";
import { updateMonitor } from "../update";
import { deleteMonitor, listMonitors, pauseMonitor, resumeMonitor } from "../verbs";
import { type CreateMonitorBody, monitorApiRoutes as routes, type UpdateMonitorBody } from "./monitor-routes";

const rereadOf = ({ minute, detail, ...found }: UpgradeDifference) => ({
  ...found,
  at: toIsoInstant(minute * minuteMs),
  detail: refusalText(detail, "en"),
});

const showCore = (pageId: string, row: MonitorSummaryView) => ({
  id: row.id,
  page_id: pageId,
  kind: row.kind,
  name: row.name,
  target: row.target,
  tags: row.tags,
  state: row.state,
  since: toIsoInstant(row.since),
  muted_until: toIsoInstantOrNull(row.mutedUntil),
  interval: row.interval,
  next_check_at: toIsoInstantOrNull(row.nextCheckAt),
  last_check_at: toIsoInstantOrNull(row.lastCheckAt),
  milliseconds: row.milliseconds,
  code: row.code,
  detail: refusalText(row.detail, "en"),
  reread: row.reread && rereadOf(row.reread),
  uptime: row.uptime,
});

const confirmationOf = ({ minute, ...counted }: VoteResult) => ({ at: toIsoInstant(minute * minuteMs), ...counted });

const show = (pageId: string, row: MonitorView) => ({
  ...showCore(pageId, row),
  settings: row.settings,
  ...responseFieldValues(monitorFields, row),
  usual_ms: row.usualMs,
  opinions: row.opinions.map(({ minute, detail, milliseconds = null, ...each }) => ({
    ...each,
    at: toIsoInstant(minute * minuteMs),
    milliseconds,
    detail: refusalText(detail ?? englishText(""), "en"),
  })),
  confirmation: row.ballot && confirmationOf(row.ballot),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

const inWords = (message: Refusal) => refusalText(message, "en");

const stepsOf = (steps: CheckEvidenceView["steps"]) =>
  steps.map(({ title, ok, detail }) => ({ title: inWords(title), ok, detail: inWords(detail) }));

const certificateOf = ({ validFrom, validTo, ...named }: PresentedCertificate) => ({
  ...named,
  valid_from: toIsoInstant(validFrom),
  valid_to: toIsoInstant(validTo),
});

function seenOf({ code, detail, milliseconds, steps, answer, certificate, seenAt }: CheckEvidenceView) {
  return {
    seen_at: toIsoInstant(seenAt),
    code,
    detail: inWords(detail),
    milliseconds,
    steps: stepsOf(steps),
    answer,
    certificate: certificate ? certificateOf(certificate) : null,
  };
}

const showEvidence = ({ at, first, last }: EvidenceView) => ({
  down_since: toIsoInstant(at),
  first: seenOf(first),
  last: last && seenOf(last),
});

async function one(ctx: Ctx, pageId: string, id: string) {
  const row = valueOrThrow(await readMonitor(ctx, { pageId, id }));
  return { shown: show(pageId, row), version: row.version };
}

function addReading(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { q, ...filter } = c.req.valid("query");
    const { monitors, more } = valueOrThrow(await listMonitors(ctx, { pageId, ...filter, text: q }));
    setNextPageLink(c, more, "after");
    return c.json(
      monitors.map((row) => showCore(pageId, row)),
      200,
    );
  });
  api.openapi(routes.results, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const given = { pageId, id: c.req.valid("param").id, range: c.req.valid("query").range };
    const { points, stepMs } = valueOrThrow(await readMonitorResults(ctx, given));
    const shown = points.map(({ at, state, milliseconds }) => ({ at: toIsoInstant(at), state, milliseconds }));
    return c.json({ step_seconds: stepMs / 1000, points: shown }, 200);
  });
  api.openapi(routes.evidence, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const seen = valueOrThrow(await readEvidenceOfExistingMonitor(ctx, { pageId, id: c.req.valid("param").id }));
    return c.json(seen.map(showEvidence), 200);
  });
}

function addOne(api: Api): void {
  addNounRoutes(api, routes, {
    one,
    create: (ctx, { monitor: { kind, clone_of: cloneOf, settings, ...given } }: CreateMonitorBody, place) => {
      const { name = "", ...values } = requestValues(monitorFields, given);
      return createMonitor(ctx, { ...values, ...place, kind, cloneOf, name, settings });
    },
    change: (ctx, { monitor: { settings, ...given } }: UpdateMonitorBody, target) =>
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
      const { ctx, pageId } = await findPageContextOfRequest(c);
      const { id } = c.req.valid("param");
      valueOrThrow(await act(ctx, { pageId, id, ...(await readPrecondition(c)) }));
      const { shown, version } = await one(ctx, pageId, id);
      setETag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(routes.check, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { at, ...found } = valueOrThrow(await checkMonitorNow(ctx, { pageId, id: c.req.valid("param").id }));
    return c.json({ ...found, detail: inWords(found.detail), steps: stepsOf(found.steps), at: toIsoInstant(at) }, 200);
  });
}

export function addMonitorRoutes(api: Api): void {
  addReading(api);
  addOne(api);
  addRunning(api);
}
