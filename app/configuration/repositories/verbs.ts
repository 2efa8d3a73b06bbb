import type { IdOnPage } from "~/access/id-on-page";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOnce } from "~/change/create-one";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { readForRole } from "~/change/read-permitted";
import { repositoryTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { secretMask } from "~/fields/secret";
import { checkOutboundUrl } from "~/net/address-guard";
import type { Ctx } from "~/platform/ctx";
import { jobMakerOf } from "../job-maker";
import {
  deleteRepositoryReadingsStatement,
  guardRepositoryLimitStatement,
  type RepositoryReadingRow,
  type RepositoryRow,
  readingsOfRepositoryQuery,
  repositoriesOfPageQuery,
  repositoryByIdQuery,
  repositoryMakerNameQuery,
} from "./queries/repository";
import { openRepositorySettings, sealRepositorySettings, webhookAddressOf } from "./repository-settings";
import { type RepositoryAddress, repositoryAddressFaults, tokenOriginOf } from "./rules/repository-address";
import {
  type CreateRepositoryInput,
  createRepositoryInputSchema,
  maxRepositories,
  type RepositoryTargetInput,
  repositoryTargetInputSchema,
  type UpdateRepositoryInput,
  updateRepositoryInputSchema,
} from "./rules/repository-input";

/** Lookup of a repository for its changes. */
export const repositoryAccess = {
  role: "admin",
  subject: "repository",
  table: repositoryTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => repositoryByIdQuery(ctx, pageId, id),
  show: ({ id, version }: RepositoryRow) => ({ id, version }),
} as const;

/** A repository without its secrets. */
export type RepositoryView = Pick<
  RepositoryRow,
  | "id"
  | "provider"
  | "url"
  | "path"
  | "branch"
  | "file"
  | "applies"
  | "otherPages"
  | "enabled"
  | "stoppedAt"
  | "createdAt"
  | "updatedAt"
  | "version"
> & {
  /** The mask when a token is set; empty when there is none. */
  token: string;
  hasSecret: boolean;
  /** Address to which the provider sends pushes. */
  address: string;
};

async function repositoryViewOf(ctx: Ctx, row: RepositoryRow): Promise<RepositoryView> {
  const { pageId: _page, settingsSealed: _sealed, actor: _actor, kept: _kept, ...shown } = row;
  const settings = await openRepositorySettings(ctx, row);
  return {
    ...shown,
    token: settings?.token ? secretMask : "",
    hasSecret: Boolean(settings?.secret),
    address: webhookAddressOf(ctx, row.id),
  };
}

/** Lists the repositories of a page, the oldest first, to its admins. */
export const listRepositories = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<RepositoryView[]>> =>
  readForRole(ctx, { pageId, role: "admin" }, [repositoriesOfPageQuery(ctx, pageId)], async ([rows]) =>
    ok(await Promise.all(rows.map((row) => repositoryViewOf(ctx, row)))),
  );

export type RepositoryReadingView = Pick<
  RepositoryReadingRow,
  | "id"
  | "commitSha"
  | "author"
  | "title"
  | "state"
  | "refusal"
  | "errors"
  | "planText"
  | "leaving"
  | "jobId"
  | "createdAt"
  | "endedAt"
  | "version"
> & {
  /** True when what left the file may be removed with this plan. */
  canPrune: boolean;
};

const readingViewOf = (row: RepositoryReadingRow): RepositoryReadingView => {
  const { id, commitSha, author, title, state, refusal, errors, planText, leaving, jobId, createdAt, endedAt } = row;
  const shown = { id, commitSha, author, title, state, refusal, errors, planText, leaving, jobId, createdAt, endedAt };
  return { ...shown, version: row.version, canPrune: row.pruneDigest !== null };
};

export interface RepositoryDetail {
  repository: RepositoryView;
  /** Name of whoever lends it their role; null = they are gone. */
  makerName: string | null;
  /** The last readings, the newest first. */
  readings: RepositoryReadingView[];
}

/** Returns one repository with its last readings, to admins of its page. Failures: missing. */
export const readRepository = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<RepositoryDetail>> =>
  readForRole(
    ctx,
    { pageId, role: "admin" },
    [repositoryByIdQuery(ctx, pageId, id), repositoryMakerNameQuery(ctx, id), readingsOfRepositoryQuery(ctx, id)],
    async ([[row], [maker], readings]) => {
      if (!row) return missingFailure;
      return ok({
        repository: await repositoryViewOf(ctx, row),
        makerName: maker?.name ?? null,
        readings: readings.map(readingViewOf),
      });
    },
  );

/** Refuses an address that is none, that may not be called, or that is plain http on the internet. */
function addressRefusal(ctx: Ctx, address: RepositoryAddress): Result<never> | null {
  const faults = repositoryAddressFaults(address);
  if (Object.keys(faults).length > 0) return fail({ name: "invalid", fields: faults });
  const own = [new URL(ctx.config.origin).host];
  const { networks, onCloudflare: namesOnly } = ctx.config;
  const guarded = checkOutboundUrl(address.url, { networks, namesOnly, own });
  if (!guarded.ok) return invalidFieldFailure("url", guarded.detail, guarded.code);
  const isPublic = checkOutboundUrl(address.url, { networks: [], own }).ok;
  return guarded.url.protocol === "http:" && isPublic ? invalidFieldFailure("url", "repository.https") : null;
}

/** Connects a repository; whoever does lends it their role. Failures: invalid (an address, ten a page). */
export async function createRepository(ctx: Ctx, given: CreateRepositoryInput): Promise<Result<ChangeResult>> {
  const actor = jobMakerOf(ctx.actor);
  if (actor === null) return unauthenticatedFailure;
  const done = await createOnce(
    ctx,
    {
      role: "admin",
      subject: "repository",
      input: createRepositoryInputSchema,
      prepare: async (_, { token = "", url, ...rest }) => {
        const refused = addressRefusal(ctx, { ...usual, ...rest, url });
        if (refused) return refused;
        const own = token === secretMask ? "" : token;
        return ok(await sealRepositorySettings(ctx, { token: own, origin: tokenOriginOf(url), secret: "" }));
      },
      facts: (_, { pageId }) => ({ known: repositoriesOfPageQuery(ctx, pageId) }),
    },
    given,
    ({ id, input: { pageId }, fields: { token: _, ...fields }, made: settingsSealed, known }) => {
      if (known.length >= maxRepositories)
        return invalidFieldFailure("path", refusalFor("repository.limit", { most: maxRepositories }), "limit");
      const now = ctx.now();
      const { url, path, branch, file, ...others } = fields;
      const shown = { ...usual, ...withoutUndefinedFields(others), url, path, branch, file };
      const row = { id, pageId, ...shown, settingsSealed, actor, kept: [], createdAt: now, updatedAt: now };
      return ok({
        action: "repository.create",
        guards: [guardRepositoryLimitStatement(pageId, maxRepositories)],
        changes: insertRowsStatements(repositoryTable, [row]),
        after: shown,
      });
    },
  );
  return done.ok ? ok({ id: done.value.id }) : done;
}

const usual = { provider: "github", applies: true, otherPages: false, enabled: true } as const;

const addressFields = ["provider", "url", "path", "branch", "file"] as const;

const isElsewhere = (row: RepositoryRow, next: RepositoryRow): boolean =>
  addressFields.some((name) => row[name] !== next[name]);

/** Seals the token with the origin that it belongs to; another server asks for it again. */
async function changedSettings(ctx: Ctx, row: RepositoryRow, url: string, token: string | undefined) {
  const settings = (await openRepositorySettings(ctx, row)) ?? { token: "", origin: "", secret: "" };
  const origin = tokenOriginOf(url);
  const isKept = token === undefined || token === secretMask;
  if (isKept && settings.token !== "" && settings.origin !== origin)
    return invalidFieldFailure("token", "setting.moved");
  return ok(await sealRepositorySettings(ctx, { ...settings, token: isKept ? settings.token : token, origin }));
}

/**
 * Changes a repository. Whoever saves it lends it their role from now on, and it works again if it had stopped.
 * Failures: invalid, conflict, missing.
 */
export function updateRepository(ctx: Ctx, given: UpdateRepositoryInput): Promise<Result<ChangeResult>> {
  const actor = jobMakerOf(ctx.actor);
  const change = { ...repositoryAccess, input: updateRepositoryInputSchema };
  return changeOneRow(ctx, change, given, async ({ row, fields: { token, ...fields } }) => {
    if (actor === null) return unauthenticatedFailure;
    const next = { ...row, ...withoutUndefinedFields(fields) };
    const refused = addressRefusal(ctx, next);
    if (refused) return refused;
    const sealed = await changedSettings(ctx, row, next.url, token);
    if (!sealed.ok) return sealed;
    const { before, after } = changedValues(row, withoutUndefinedFields(fields));
    const isTokenNew = token !== undefined && token !== secretMask;
    return ok({
      action: "repository.update",
      fields: {
        ...withoutUndefinedFields(fields),
        settingsSealed: sealed.value,
        actor,
        stoppedAt: null,
        ...(isElsewhere(row, next) ? { kept: [] } : {}),
      },
      before,
      after: { ...after, ...(isTokenNew ? { token: "another" } : {}) },
    });
  });
}

/** Disconnects a repository; what its file made stays. Failures: conflict, missing. */
export const deleteRepository = (ctx: Ctx, given: RepositoryTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...repositoryAccess, input: repositoryTargetInputSchema }, given, ({ row }) => {
    const { id, pageId, provider, url, path, branch, file } = row;
    return ok({
      action: "repository.delete",
      changes: [deleteRepositoryReadingsStatement(id), ...deleteRowsStatements(repositoryTable, pageId, [{ id }])],
      before: { provider, url, path, branch, file },
    });
  });
