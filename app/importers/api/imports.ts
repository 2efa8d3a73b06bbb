import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  paginateRows,
  readPrecondition,
  reportIgnoredFields,
  setETag,
} from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { parseIsoInstant } from "~/time/instants";
import { addImportPart } from "../add-part";
import { applyImport } from "../apply";
import { cancelImport } from "../cancel";
import { chooseForImport } from "../choose";
import { type CreateImportInput, createImport } from "../create";
import { listImports, listImportThings, readImport } from "../read";
import { type MoveDocument, moveDocumentSchema } from "../rules/move-document";
import type { MoveDocumentPart } from "../rules/move-document-parts";
import { startImportReading } from "../start-reading";
import { takeOverImport } from "../take-over";
import { undoImport } from "../undo";
import { type CreateImportBody, type ImportChoicesBody, importRoutes as routes } from "./import-routes";
import { importResponseOf, importThingsResponseOf } from "./import-shape";

/** The API’s names of the verbs’ fields, for errors. */
const names = { handKeptStart: "manual_start", awaitsParts: "upload" };

const documentMembers = Object.keys(moveDocumentSchema.shape);

type ApiContext = Context<ApiEnvironment>;

interface ImportTarget {
  pageId: string;
  id: string;
  commitId?: string;
}

/** Reads the import that the address names. */
async function showImport(c: ApiContext, ctx: Ctx, { pageId, id }: { pageId: string; id: string }) {
  const view = valueOrThrow(await readImport(ctx, { pageId, id }));
  setETag(c, view.version);
  return importResponseOf(view);
}

async function targetOf(c: ApiContext): Promise<{ ctx: Ctx; target: ImportTarget; version?: number }> {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  const { commitId, version } = await readPrecondition(c);
  const target = { pageId, id: c.req.param("id") ?? "", ...(commitId === undefined ? {} : { commitId }) };
  return { ctx, target, ...(version === undefined ? {} : { version }) };
}

/** Does something to the import that the address names, and shows it afterwards. */
async function act(c: ApiContext, verb: (ctx: Ctx, target: ImportTarget) => Promise<Result<unknown>>) {
  const { ctx, target } = await targetOf(c);
  valueOrThrow(await verb(ctx, target), names);
  return showImport(c, ctx, target);
}

/** Returns the verb’s input; it checks the document itself. */
const createInputOf = ({ document, time_zone: timeZone, upload, ...rest }: CreateImportBody) =>
  ({
    ...rest,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(document === undefined ? {} : { document: document as MoveDocument }),
    awaitsParts: upload === true,
  }) satisfies Partial<CreateImportInput>;

const startOf = (given: string | null | undefined): number | null | undefined =>
  typeof given === "string" ? parseIsoInstant(given) : given;

const choicesOf = (given: ImportChoicesBody) => ({
  untickedNouns: given.unticked_nouns,
  untickedThings: given.unticked_things,
  conflicts: given.conflicts,
  handKeptStart: startOf(given.manual_start),
  timeZone: given.time_zone,
});

function addReadingRoutes(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const views = valueOrThrow(await listImports(ctx, { pageId }));
    return c.json(paginateRows(views.map(importResponseOf), c.req.valid("query")), 200);
  });
  api.openapi(routes.read, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    return c.json(await showImport(c, ctx, { pageId, id: c.req.valid("param").id }), 200);
  });
  api.openapi(routes.things, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { noun, part = 0, from = 0 } = c.req.valid("query");
    const wanted = { pageId, id: c.req.valid("param").id, ...(noun ? { noun } : {}), part, from };
    return c.json(importThingsResponseOf(valueOrThrow(await listImportThings(ctx, wanted))), 200);
  });
}

function addStartingRoutes(api: Api): void {
  api.openapi(routes.create, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const input = { ...createInputOf(c.req.valid("json").import), pageId, ...(commitId ? { commitId } : {}) };
    const { id } = valueOrThrow(await createImport(ctx, input), names);
    return c.json(await showImport(c, ctx, { pageId, id }), input.awaitsParts ? 201 : 202);
  });
  api.openapi(routes.addPart, async (c) => {
    reportIgnoredFields(c, "part", documentMembers);
    const { ctx, target } = await targetOf(c);
    const part = c.req.valid("json").part as MoveDocumentPart;
    valueOrThrow(await addImportPart(ctx, { ...target, part }));
    return c.body(null, 204);
  });
  api.openapi(routes.startReading, async (c) => c.json(await act(c, startImportReading), 202));
}

function addActingRoutes(api: Api): void {
  api.openapi(routes.choose, async (c) => {
    const { ctx, target, version } = await targetOf(c);
    const chosen = choicesOf(c.req.valid("json").choices);
    valueOrThrow(await chooseForImport(ctx, { ...target, version, ...chosen }), names);
    return c.json(await showImport(c, ctx, target), 202);
  });
  api.openapi(routes.apply, async (c) => c.json(await act(c, applyImport), 202));
  api.openapi(routes.takeOver, async (c) => c.json(await act(c, takeOverImport), 200));
  api.openapi(routes.undo, async (c) => c.json(await act(c, undoImport), 202));
  api.openapi(routes.cancel, async (c) => {
    const { ctx, target } = await targetOf(c);
    valueOrThrow(await cancelImport(ctx, target));
    return c.body(null, 204);
  });
}

/** Adds the routes of imports from other products. */
export function addImportRoutes(api: Api): void {
  addReadingRoutes(api);
  addStartingRoutes(api);
  addActingRoutes(api);
}
