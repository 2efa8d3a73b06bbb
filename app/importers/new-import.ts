import type { importPartTable } from "~/db/schema";
import type { InsertRow } from "~/db/write";
import { combinedFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { checkOutboundUrl } from "~/net/address-guard";
import type { Ctx } from "~/platform/ctx";
import { type ApiOriginReader, loadOriginApi, type OriginSettings } from "./contract/origin";
import { planningImportColumns } from "./engine/end-reading";
import { fillImportParts } from "./engine/fill-parts";
import { sealOriginSettings } from "./engine/stored-settings";
import { sealUploadRows } from "./engine/upload-parts";
import { importUnusableFailure } from "./import-access";
import { loadImportOrigin } from "./kinds/known-kinds";
import {
  type CreateImportInput,
  maxImportUploadBytes,
  maxImportUploadMegabytes,
  type ParsedCreateImportInput,
} from "./rules/import-input";
import { localImportCommand } from "./rules/import-tool";
import { type KnownOrigin, knownOriginOf } from "./rules/known-origins";
import type { MoveDocument } from "./rules/move-document";
import { emptyImportReadingState } from "./rules/reading-state";

type PartRow = InsertRow<typeof importPartTable>;

/** A new import as it was judged and sealed once, however often it is decided. */
export interface PreparedImport {
  origin: string;
  url: string;
  /** Columns by the way in which it is read. */
  fields: Partial<Omit<ReturnType<typeof planningImportColumns>, "settingsSealed">> & { settingsSealed: string | null };
  /** Rows of its parts, whose import is not named yet. */
  rows: PartRow[];
  waitsForParts: boolean;
}

const noOrigin = invalidFieldFailure("origin", "import.no_origin");
const nothingGiven = (field: string) => invalidFieldFailure(field, "import.nothing_given");

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const tooLarge = (field: string, origin: string, file?: string) =>
  invalidFieldFailure(
    field,
    refusalFor("import.too_large", { most: maxImportUploadMegabytes, command: localImportCommand(origin, file) }),
    "too_large",
  );

/** Adds the scheme to a host that was typed without one; a name such as `OWNER/REPO` stays. */
const withScheme = (url: string): string =>
  /^[\w-]+(?:\.[\w-]+)+(?:[:/?#]|$)/.test(url) && !url.includes("://") ? `https://${url}` : url;

/** Refuses what may not be called, and plain http unless it is in the operator’s own network. */
function urlRefusal(ctx: Ctx, url: string): Result<never> | null {
  // Without a scheme it is a name, which the reader knows or refuses.
  if (!/^[a-z][\w+.-]*:/i.test(url)) return null;
  const own = [new URL(ctx.config.origin).host];
  const guarded = checkOutboundUrl(url, { networks: ctx.config.networks, namesOnly: ctx.config.onCloudflare, own });
  if (!guarded.ok) return invalidFieldFailure("url", guarded.detail, guarded.code);
  const isPublic = checkOutboundUrl(url, { networks: [], own }).ok;
  return guarded.url.protocol === "http:" && isPublic ? invalidFieldFailure("url", "provider.https", "https") : null;
}

/** Returns the URL as people see it: a query may hold a key. */
const shownUrl = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : "";
};

const emptyReadState = { readState: { ...emptyImportReadingState } };

async function fromDocument(ctx: Ctx, document: MoveDocument, awaitsParts: boolean): Promise<Result<PreparedImport>> {
  const known = knownOriginOf(document.origin);
  if (!known) return noOrigin;
  if (bytesOf(JSON.stringify(document)) > maxImportUploadBytes) return tooLarge("document", known.name);
  const { version: _version, origin, ...part } = document;
  const filled = await fillImportParts(ctx, { id: "", origin, parts: 0 }, emptyImportReadingState.fill, part);
  if (!filled.ok) return importUnusableFailure("document", filled.refusal);
  const state = { ...emptyImportReadingState, fill: filled.fill };
  const uploading = { readState: { ...state }, parts: filled.fill.keys.length, done: filled.fill.things };
  const fields = awaitsParts ? uploading : planningImportColumns(ctx.now(), state);
  const { rows } = filled;
  return ok({ origin, url: "", fields: { ...fields, settingsSealed: null }, rows, waitsForParts: awaitsParts });
}

async function fromFiles(
  ctx: Ctx,
  known: KnownOrigin,
  settings: OriginSettings,
  files: NonNullable<ParsedCreateImportInput["files"]>,
): Promise<Result<PreparedImport>> {
  if (known.files.length === 0) return nothingGiven("url");
  const bytes = files.reduce((sum, { text }) => sum + bytesOf(text), 0);
  if (bytes > maxImportUploadBytes)
    return tooLarge("files", known.name, files.length === 1 ? files[0]?.path : "FOLDER");
  const sealed = await sealOriginSettings(ctx, { ...settings, readsFiles: true });
  const fields = { ...emptyReadState, settingsSealed: sealed, dueAt: ctx.now() };
  return ok({
    origin: known.name,
    url: "",
    fields,
    rows: await sealUploadRows(ctx, "", files),
    waitsForParts: false,
  });
}

/** Refuses the URL or the key in the words of the reader. */
function beginRefusal(api: ApiOriginReader, settings: OriginSettings): Result<never> | null {
  const begun = api.begin(settings);
  return begun.ok ? null : importUnusableFailure(begun.refusal.code === "wrong_key" ? "key" : "url", begun.refusal);
}

/** Refuses the key alone: a reader that refuses the URL says nothing about the key, so it gets the example. */
function keyRefusal(api: ApiOriginReader, { urlExample }: KnownOrigin, settings: OriginSettings): Result<never> | null {
  const begun = api.begin({ ...settings, url: urlExample });
  return begun.ok || begun.refusal.code !== "wrong_key" ? null : importUnusableFailure("key", begun.refusal);
}

/** Asks the reader first, so that a wrong address or key is answered where it was entered. */
async function apiRefusal(ctx: Ctx, known: KnownOrigin, settings: OriginSettings): Promise<Result<never> | null> {
  if (!known.hasApi) return nothingGiven("files");
  const origin = await loadImportOrigin(known.name);
  const api = origin ? await loadOriginApi(origin) : undefined;
  if (!api) return noOrigin;
  const isEmpty = known.url !== "none" && settings.url === "" && settings.key === "";
  return combinedFailure(
    isEmpty ? nothingGiven("url") : null,
    urlRefusal(ctx, settings.url),
    beginRefusal(api, settings),
    keyRefusal(api, known, settings),
  );
}

async function fromApi(ctx: Ctx, known: KnownOrigin, settings: OriginSettings): Promise<Result<PreparedImport>> {
  const refused = await apiRefusal(ctx, known, settings);
  if (refused) return refused;
  const sealed = await sealOriginSettings(ctx, { ...settings, readsFiles: false });
  const fields = { ...emptyReadState, settingsSealed: sealed, dueAt: ctx.now() };
  return ok({ origin: known.name, url: shownUrl(settings.url), fields, rows: [], waitsForParts: false });
}

const typedText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Judges files, URL and key of a form whose other fields are refused. Failures: invalid. */
export async function judgeOriginFields(ctx: Ctx, given: CreateImportInput): Promise<Result<unknown>> {
  const known = knownOriginOf(typedText(given.origin));
  const hasFiles = Array.isArray(given.files) && given.files.length > 0;
  if (!known || given.document || given.awaitsParts || hasFiles) return ok(null);
  const settings = { url: withScheme(typedText(given.url)), key: typedText(given.key), timeZone: "UTC", choices: {} };
  return (await apiRefusal(ctx, known, settings)) ?? ok(null);
}

/** Judges what was given for a new import, and seals it. Failures: invalid. */
export async function prepareImport(ctx: Ctx, input: ParsedCreateImportInput): Promise<Result<PreparedImport>> {
  const { document, files = [], url = "", key = "", timeZone = "", choices = {}, awaitsParts = false } = input;
  if (document) return fromDocument(ctx, document, awaitsParts);
  const known = knownOriginOf(input.origin ?? "");
  if (!known) return noOrigin;
  if (awaitsParts) {
    const fields = { ...emptyReadState, settingsSealed: null };
    return ok({ origin: known.name, url: "", fields, rows: [], waitsForParts: true });
  }
  const settings = { url: withScheme(url), key, timeZone: timeZone || "UTC", choices };
  return files.length > 0 ? fromFiles(ctx, known, settings, files) : fromApi(ctx, known, settings);
}
