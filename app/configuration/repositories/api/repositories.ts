import { z } from "@hono/zod-openapi";
import { type Api, findPageContextOfRequest, paginateRows, readPrecondition } from "~/api/environment";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { addNounRoutes } from "~/api/noun-handlers";
import { nounRoutes } from "~/api/noun-routes";
import { valueOrThrow } from "~/api/reply";
import { idSchema, instantSchema, jsonResponseSpec, toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { apiFieldNames, requestValues, responseFieldValues } from "~/fields/api-values";
import { refusalText } from "~/i18n/refusal-text";
import type { Ctx } from "~/platform/ctx";
import { repositoryFields } from "../../rules/repository-fields";
import { repositoryReadingStates } from "../rules/reading";
import type { RepositoryReadingView, RepositoryView } from "../verbs";
import { createRepository, deleteRepository, listRepositories, readRepository, updateRepository } from "../verbs";

const { token: _token, ...shownFields } = repositoryFields;

const base = {
  id: idSchema,
  ...responseFieldSchemas(shownFields),
  has_token: z.boolean(),
  has_secret: z.boolean(),
  address: z.string().openapi({ description: "Address of the webhook" }),
  stopped_at: instantSchema.nullable().openapi({ description: "When whoever saved it was found without the right" }),
  created_at: instantSchema,
  updated_at: instantSchema,
};

const reading = z.object({
  id: idSchema,
  state: z.enum(repositoryReadingStates),
  commit: z.string(),
  author: z.string(),
  title: z.string(),
  reason: z.string().nullable(),
  errors: z.array(z.object({ message: z.string(), line: z.number().int(), column: z.number().int() })),
  job_id: idSchema.nullable().openapi({ description: "The job that applies it" }),
  created_at: instantSchema,
  ended_at: instantSchema.nullable(),
});

const repository = z.object(base).openapi("Repository");
const repositoryWithReadings = z.object({ ...base, readings: z.array(reading) }).openapi("RepositoryWithReadings");
const signing = z.object({ address: z.string(), secret: z.string() }).openapi("RepositorySecret");

const fields = requestFieldSchemas(repositoryFields);
const made = z.object({ repository: z.strictObject(fields) });
const changed = z.object({ repository: z.strictObject(fields).partial() });

const at = nounRoutes("Configuration", "/pages/{page}/configuration/repositories");
const answered = jsonResponseSpec(repositoryWithReadings, "The repository, with its last readings");
const list = at.list(
  "The Git repositories of a page, the oldest first",
  jsonResponseSpec(z.array(repository), "Repositories"),
);
const rotate = at.act(
  "secret",
  "Create the secret of its webhook, its first or another one; it is in this answer alone",
  jsonResponseSpec(signing, "Address and secret"),
);
const read = at.act("read", "Have its file read now, as after a push", answered);
const routes = {
  create: at.create("Connect a Git repository; whoever does lends it their role", made, answered),
  read: at.read("One Git repository with its last readings", answered),
  change: at.change("Change a Git repository; whoever does lends it their role", changed, answered),
  remove: at.remove("Disconnect a Git repository; what its file made stays"),
};

const show = (row: RepositoryView): z.output<typeof repository> => ({
  id: row.id,
  ...responseFieldValues(shownFields, row),
  has_token: row.token !== "",
  has_secret: row.hasSecret,
  address: row.address,
  stopped_at: toIsoInstantOrNull(row.stoppedAt),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

const showReading = (row: RepositoryReadingView): z.output<typeof reading> => ({
  id: row.id,
  state: row.state,
  commit: row.commitSha,
  author: row.author,
  title: row.title,
  reason: row.refusal === null ? null : refusalText(row.refusal, "en"),
  errors: row.errors,
  job_id: row.jobId,
  created_at: toIsoInstant(row.createdAt),
  ended_at: toIsoInstantOrNull(row.endedAt),
});

async function one(ctx: Ctx, pageId: string, id: string) {
  const { repository: row, readings } = valueOrThrow(await readRepository(ctx, { pageId, id }));
  return { shown: { ...show(row), readings: readings.map(showReading) }, version: row.version };
}

type CreateBody = z.output<typeof made>;
type UpdateBody = z.output<typeof changed>;

function addActs(api: Api): void {
  api.openapi(rotate, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { rotateRepositorySecret } = await import("../rotate-secret");
    const target = { pageId, id: c.req.valid("param").id, ...(await readPrecondition(c)) };
    return c.json(valueOrThrow(await rotateRepositorySecret(ctx, target)), 200);
  });
  api.openapi(read, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { requestReading } = await import("../request-reading");
    const { id } = c.req.valid("param");
    valueOrThrow(await requestReading(ctx, { pageId, id, ...(await readPrecondition(c)) }));
    return c.json((await one(ctx, pageId, id)).shown, 200);
  });
}

/** Adds the routes of Git repositories. */
export function addRepositoryRoutes(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const rows = valueOrThrow(await listRepositories(ctx, { pageId }));
    return c.json(paginateRows(rows.map(show), c.req.valid("query")), 200);
  });
  addActs(api);
  addNounRoutes(api, routes, {
    names: apiFieldNames(repositoryFields),
    one,
    create: (ctx, { repository: given }: CreateBody, place) => {
      const { url = "", path = "", branch = "", file = "", ...values } = requestValues(repositoryFields, given);
      return createRepository(ctx, { ...values, url, path, branch, file, ...place });
    },
    change: (ctx, { repository: given }: UpdateBody, target) =>
      updateRepository(ctx, { ...requestValues(repositoryFields, given), ...target }),
    remove: deleteRepository,
  });
}
