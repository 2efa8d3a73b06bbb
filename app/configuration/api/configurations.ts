import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  paginateRows,
  readPrecondition,
} from "~/api/environment";
import { FailureError, failureProblemResponse, valueOrThrow } from "~/api/reply";
import { toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import type { Failure } from "~/failures/failure";
import { refusalTexts } from "~/i18n/refusal-text";
import type { Ctx } from "~/platform/ctx";
import type { ConfigurationPlanView } from "../plan-configuration";
import type { ConfigurationJobView } from "../read-jobs";
import type { FilePlace } from "../rules/configuration-types";
import {
  type ApplyConfigurationBody,
  type ConfigurationJobResponse,
  type ConfigurationPlanResponse,
  type PlanConfigurationBody,
  configurationRoutes as routes,
} from "./configuration-routes";

// A program’s request reads the use cases of files: no other part of the API needs them.

const placeOf = (place: FilePlace | null) => ({ line: place?.line ?? null, column: place?.column ?? null });

async function planResponseOf({ file, plan, digest }: ConfigurationPlanView): Promise<ConfigurationPlanResponse> {
  const { configurationPlanText, configurationPlanExitCode } = await import("../rules/plan-text");
  return {
    file,
    digest,
    exit_code: configurationPlanExitCode(plan),
    text: configurationPlanText(plan, file),
    changes: plan.changes.map(({ slug, noun, key, action, was = null, id, fields, released = [], isDrift, place }) => ({
      action,
      page: slug,
      noun,
      key,
      was,
      id,
      fields: fields.map(({ name, before, after }) => ({ name, before, after })),
      released: [...released],
      drift: isDrift,
      ...placeOf(place),
    })),
    errors: plan.errors.map(({ message, place }) => ({ message, ...placeOf(place) })),
    left: (plan.left ?? []).map(({ slug, noun, key, id }) => ({ page: slug, noun, key, id })),
  };
}

const jobResponseOf = (job: ConfigurationJobView): ConfigurationJobResponse => ({
  id: job.id,
  file: job.file,
  ref: job.ref,
  state: job.state,
  total: job.total,
  done: job.position,
  counts: job.counts,
  refusals: job.refusals.map(({ slug, noun, key, action, messages }) => ({
    page: slug,
    noun,
    key,
    action,
    messages: refusalTexts(messages, "en"),
  })),
  created_at: toIsoInstant(job.createdAt),
  ended_at: toIsoInstantOrNull(job.endedAt),
});

const fileOf = ({ document, text, prune }: PlanConfigurationBody) => ({
  ...(document === undefined ? {} : { document: document as never }),
  ...(text === undefined ? {} : { text }),
  ...(prune === undefined ? {} : { prune }),
});

async function jobOf(ctx: Ctx, id: string): Promise<ConfigurationJobResponse> {
  const { readConfigurationJob } = await import("../read-jobs");
  return jobResponseOf(valueOrThrow(await readConfigurationJob(ctx, { id })));
}

type ApiContext = Context<ApiEnvironment>;

/** Answers with the plan that has changed meanwhile: nothing else at this address shows it. */
async function changedResponse(c: ApiContext, failure: Failure): Promise<Response | null> {
  if (failure.name !== "conflict" || failure.code !== "changed") return null;
  const { current, ...rest } = failure;
  const refused = failureProblemResponse(new FailureError(rest), c.env.ctx.requestId, null);
  const body = {
    ...((await refused.json()) as object),
    current: await planResponseOf(current as ConfigurationPlanView),
  };
  return new Response(JSON.stringify(body), { status: refused.status, headers: refused.headers });
}

async function applyFile(c: ApiContext, given: ApplyConfigurationBody): Promise<Response> {
  const { ctx } = c.env;
  const { expected_digest: expected, ref, ...file } = given;
  const { commitId } = await readPrecondition(c);
  const { applyConfiguration } = await import("../apply-configuration");
  const done = await applyConfiguration(ctx, {
    ...fileOf(file),
    ...(expected === undefined ? {} : { expected }),
    ...(ref === undefined ? {} : { ref }),
    ...(commitId === undefined ? {} : { commitId }),
  });
  const changed = done.ok ? null : await changedResponse(c, done.failure);
  if (changed) return changed;
  const { job, ...plan } = valueOrThrow(done, { document: "configuration", text: "text" });
  const answer = { job: job && jobResponseOf(job), plan: await planResponseOf(plan) };
  return c.json(answer, job === null ? 200 : 202);
}

function addFiles(api: Api): void {
  api.openapi(routes.plan, async (c) => {
    const { planConfiguration } = await import("../plan-configuration");
    const given = c.req.valid("json").configuration;
    return c.json(await planResponseOf(valueOrThrow(await planConfiguration(c.env.ctx, fileOf(given)))), 200);
  });
  api.openapi(routes.apply, async (c) => (await applyFile(c, c.req.valid("json").configuration)) as never);
  api.openapi(routes.job, async (c) => c.json(await jobOf(c.env.ctx, c.req.valid("param").id), 200));
  api.openapi(routes.export, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { exportConfiguration } = await import("../export-configuration");
    const { text } = valueOrThrow(await exportConfiguration(ctx, { pageId }));
    return c.json({ text }, 200);
  });
}

function addSecrets(api: Api): void {
  api.openapi(routes.secrets, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { listPageSecrets } = await import("../page-secrets");
    const rows = valueOrThrow(await listPageSecrets(ctx, { pageId }));
    const shown = rows.map(({ name, updatedAt }) => ({ name, updated_at: toIsoInstant(updatedAt) }));
    return c.json(paginateRows(shown, c.req.valid("query")), 200);
  });
  api.openapi(routes.setSecret, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const { setPageSecret } = await import("../page-secrets");
    const { value } = c.req.valid("json").secret;
    valueOrThrow(await setPageSecret(ctx, { pageId, name: c.req.valid("param").id, value, commitId }));
    return c.body(null, 204);
  });
  api.openapi(routes.deleteSecret, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const { deletePageSecret } = await import("../page-secrets");
    valueOrThrow(await deletePageSecret(ctx, { pageId, name: c.req.valid("param").id, commitId }));
    return c.body(null, 204);
  });
}

/** Adds the routes of configuration files, and of the secrets that they name. */
export function addConfigurationRoutes(api: Api): void {
  addFiles(api);
  addSecrets(api);
}
