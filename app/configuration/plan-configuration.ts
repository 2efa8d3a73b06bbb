import { personIdOfActor } from "~/access/actor";
import { type ChangeNature, permitRole } from "~/access/permission";
import { permitOperatorToWrite } from "~/change/authorize-and-parse";
import { readBatch } from "~/db/read";
import { fail, invalidFieldFailure, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { englishText, type Refusal, refusalFor } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import { currentRole } from "~/people/role-today";
import type { Ctx } from "~/platform/ctx";
import { readFileText } from "./engine/read-file-text";
import { presentKinds } from "./present-kinds";
import { pageSecretsOfPagesQuery } from "./queries/page-secret";
import { pagesBySlugsQuery } from "./queries/present-things";
import { readPresentPages } from "./read-present";
import {
  type ParsedPlanConfigurationInput,
  type PlanConfigurationInput,
  planConfigurationInputSchema,
} from "./rules/configuration-input";
import type {
  ConfigurationDocument,
  ConfigurationError,
  ConfigurationPlan,
  ConfiguredPage,
  PresentPage,
} from "./rules/configuration-types";
import { deploymentPageId, deploymentSlug } from "./rules/deployment-page";
import { maxFileKilobytesByPlan } from "./rules/file-size";
import { configurationPlanOf as planDifferences } from "./rules/plan";
import type { PlanConfigurationOptions } from "./rules/plan-options";
import { configurationPlanHash, hasNamedSecrets } from "./rules/value-hash";
import { makeDigestOfValue } from "./value-digest";

export type { PlanConfigurationInput };

/** A plan, and what identifies it: it is applied only while it is still what the file would do. */
export interface ConfigurationPlanView {
  file: string;
  plan: ConfigurationPlan;
  digest: string;
}

export interface PreparedConfigurationPlan extends ConfigurationPlanView {
  document: ConfigurationDocument;
  /** Slug in the file → id, of the pages that exist. */
  pageIds: Record<string, string>;
  present: readonly PresentPage[];
  digestOf: PlanConfigurationOptions["digestOf"];
}

const bytesPerKilobyte = 1000;

/** Returns the errors of a file as the failure of a form; each is named by line and column. */
export function fileErrorsFailure(errors: readonly ConfigurationError[]): Result<never> {
  const fields: Record<string, Refusal> = {};
  for (const { message, place } of errors) {
    const at = place ? `${place.line}:${place.column}` : "";
    fields[at] = fields[at] === undefined ? englishText(message) : englishText(`${fields[at]} ${message}`);
  }
  return fail({ name: "invalid", fields, code: "file_errors", detail: "configuration.errors" });
}

/** Returns the document of a file, or its errors. */
async function documentOf(
  ctx: Ctx,
  { document, text }: ParsedPlanConfigurationInput,
): Promise<Result<ConfigurationDocument | readonly ConfigurationError[]>> {
  if (document) return ok(document);
  const most = maxFileKilobytesByPlan[ctx.config.plan];
  if (text === undefined || text.trim() === "") return invalidFieldFailure("text", "value.required");
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > most * bytesPerKilobyte)
    return invalidFieldFailure("text", refusalFor("configuration.too_large", { most }), "too_large");
  const read = readFileText(text, presentKinds);
  return ok(read.document ?? read.errors);
}

type FoundPage = { id: string; slug: string; role: string | null };

const pageOf = (found: readonly FoundPage[], { slug, was }: ConfiguredPage): FoundPage | undefined =>
  found.find((each) => each.slug === slug) ?? found.find((each) => each.slug === was);

/**
 * Permits by the role on each page; a page that is not there is for the operator to make. Whoever is neither learns
 * nothing of it.
 */
function permitPages(
  ctx: Ctx,
  pages: readonly ConfiguredPage[],
  found: readonly FoundPage[],
  nature: ChangeNature,
): Result<true> {
  for (const page of pages) {
    const known = pageOf(found, page);
    const role = known ? currentRole(ctx, known.role) : null;
    const may = known
      ? permitRole(ctx.actor, role && { pageId: known.id, role }, known.id, "admin", nature)
      : permitOperatorToWrite(ctx);
    if (!may.ok) return known || page.slug === deploymentSlug ? may : missingFailure;
  }
  return ok(true);
}

const noPlan: ConfigurationPlan = { changes: [], errors: [] };

const unreadable = (errors: readonly ConfigurationError[]): PreparedConfigurationPlan => ({
  file: "",
  document: { name: "", pages: [] },
  plan: { ...noPlan, errors },
  digest: "",
  pageIds: {},
  present: [],
  digestOf: () => null,
});

/** Reads a file, and what is here, and compares them. Failures: unauthenticated, forbidden, missing, invalid. */
export async function prepareConfigurationPlan(
  ctx: Ctx,
  input: ParsedPlanConfigurationInput,
  nature: ChangeNature = {},
): Promise<Result<PreparedConfigurationPlan>> {
  const personId = personIdOfActor(ctx.actor);
  if (personId === null) return unauthenticatedFailure;
  const read = await documentOf(ctx, input);
  if (!read.ok) return read;
  if (!("pages" in read.value)) return ok(unreadable(read.value));
  const document = read.value;
  const slugs = document.pages.flatMap(({ slug, was }) => (was === null ? [slug] : [slug, was]));
  const [found] = await readBatch(ctx, pagesBySlugsQuery(ctx, slugs, personId));
  const may = permitPages(ctx, document.pages, found, nature);
  if (!may.ok) return may;
  const pageIds = Object.fromEntries(
    document.pages.flatMap((page) => {
      const id = page.slug === deploymentSlug ? deploymentPageId : pageOf(found, page)?.id;
      return id === undefined ? [] : [[page.slug, id]];
    }),
  );
  const ids = Object.values(pageIds);
  const [present, [secrets]] = await Promise.all([
    readPresentPages(ctx, ids),
    hasNamedSecrets(document) ? readBatch(ctx, pageSecretsOfPagesQuery(ctx, ids)) : [[]],
  ]);
  const digestOf = await makeDigestOfValue(ctx, secrets, (slug) => pageIds[slug]);
  const { prune, now, kinds } = { prune: input.prune, now: ctx.now(), kinds: presentKinds };
  const plan = planDifferences(document, present, { fileName: document.name, prune, now, kinds, digestOf });
  const digest = configurationPlanHash(document, prune, plan);
  return ok({ file: document.name, document, plan, digest, pageIds, present, digestOf });
}

/** Returns the same plan with removals, from what was read for it. */
export function planWithRemovals(
  ctx: Ctx,
  { document, present, digestOf }: PreparedConfigurationPlan,
): ConfigurationPlanView {
  const options = { fileName: document.name, prune: true, now: ctx.now(), kinds: presentKinds, digestOf };
  const plan = planDifferences(document, present, options);
  return { file: document.name, plan, digest: configurationPlanHash(document, true, plan) };
}

/**
 * Compares a file with what is here; nothing is changed. For admins of each of its pages, and for the operator where it
 * makes one or describes mailers; a drafter's token may plan, and apply nothing. Failures: unauthenticated, forbidden,
 * missing, invalid (no text, too large).
 */
export async function planConfiguration(
  ctx: Ctx,
  given: PlanConfigurationInput,
): Promise<Result<ConfigurationPlanView>> {
  const parsed = parseInput(planConfigurationInputSchema, given);
  if (!parsed.ok) return parsed;
  const prepared = await prepareConfigurationPlan(ctx, parsed.value, { drafts: true });
  if (!prepared.ok) return prepared;
  const { file, plan, digest } = prepared.value;
  return ok({ file, plan, digest });
}
