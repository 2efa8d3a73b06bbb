import { newRuleStatements, unknownComponentRefusal } from "~/alert-rules/new-rule";
import { ruleFields } from "~/alert-rules/rules/fields";
import { saveRuleInputSchema } from "~/alert-rules/rules/input";
import { maskSecretSettings, mergeAdapterSettings } from "~/change/adapter-settings/settings";
import { settingsRecord, withOtherFailures } from "~/change/and-also";
import { createOnce } from "~/change/create-one";
import { withoutUndefinedFields } from "~/change/differences";
import { checkDependence, checkDependenceOfForm } from "~/components/dependences/dependence-checks";
import { readBatch } from "~/db/read";
import { ruleTable, sourceTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { blankFieldValues } from "~/fields/fields";
import { observerDependenciesOfPageQuery } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import type { AnySourceAdapter } from "./contract/contract";
import { hashAndSealAddressToken } from "./engine/stored-address";
import { sourceAdapterOf } from "./kinds/known-kinds";
import { sourceByIdQuery } from "./queries/source";
import { ingestUrlOf } from "./read";
import { type CreateSourceInput, createSourceInputSchema } from "./rules/input";
import { routingKeyFromToken } from "./rules/routing-key";
import { silenceDurationOf } from "./rules/source-silence";

export type { CreateSourceInput };

export interface CreatedSource {
  id: string;
  /** Address of the source; empty when the source already existed and the secret for the address is lost. */
  ingestUrl: string;
}

/** Creates an address. Its token's hash finds the source; its encrypted text is shown to admins. */
export async function makeIngestAddress(ctx: Ctx, key: AnySourceAdapter["addressKey"] = "token") {
  const token = key === "routing_key" ? routingKeyFromToken(ctx.token()) : ctx.token();
  return hashAndSealAddressToken(ctx, token);
}

/**
 * Returns the last rule of every source, for all alerts that no other rule matches. At first it opens drafts and
 * changes no component.
 */
const catchAll = (ctx: Ctx, pageId: string, sourceId: string) => ({
  id: ctx.id(),
  pageId,
  sourceId,
  position: 0,
  match: {},
  groupBy: [],
  catchAll: true,
  createdAt: ctx.now(),
  updatedAt: ctx.now(),
});

/** Returns the rows of a first rule for all alerts, as the rule form would create it; none without components. */
function firstRule(ctx: Ctx, pageId: string, sourceId: string, components: SourceInput["components"]): SqlStatement[] {
  if (!components) return [];
  const rule = saveRuleInputSchema.parse({ ...blankFieldValues(ruleFields), pageId, sourceId, match: {}, components });
  return newRuleStatements(ctx, ctx.id(), 1, rule);
}

type SourceInput = ReturnType<typeof createSourceInputSchema.parse>;

/** Returns the encrypted columns: the settings, validated by the kind, and the address. */
async function newSecrets(ctx: Ctx, { kind, settings }: Pick<SourceInput, "kind" | "settings">) {
  const adapter = sourceAdapterOf(kind);
  if (!adapter) return invalidFieldFailure("kind", "kind.source", "unknown_kind");
  const checked = mergeAdapterSettings(adapter, {}, settings);
  if (!checked.ok) return checked;
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(checked.value));
  return ok({
    shown: maskSecretSettings(adapter, checked.value),
    sealed: { settingsSealed, ...(await makeIngestAddress(ctx, adapter.addressKey)) },
  });
}

type NewSecrets = Extract<Awaited<ReturnType<typeof newSecrets>>, { ok: true }>["value"];

interface SourceCreationFacts {
  id: string;
  input: Pick<SourceInput, "pageId">;
  fields: Omit<SourceInput, "pageId" | "commitId">;
  made: NewSecrets;
  known: Parameters<typeof checkDependence>[2]["known"];
  components: readonly { id: string }[];
}

function decided(ctx: Ctx, { id, input: { pageId }, fields, made, known, components: ofPage }: SourceCreationFacts) {
  const { kind, name, heartbeatSeconds = null, silenceHours = null } = fields;
  const { quietMeansWell = false, dependsOn = null } = fields;
  const affected = Object.keys(fields.components ?? {});
  const components = affected.length > 0 ? fields.components : undefined;
  const cause = checkDependence(id, dependsOn, { known, of: "source" });
  if (!cause.ok) return cause;
  const strange = unknownComponentRefusal(components, ofPage);
  if (strange) return strange;
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
  const silence = {
    silenceHours,
    silenceDueAt: silenceHours === null ? null : ctx.now() + silenceDurationOf(silenceHours),
  };
  const quiet = { heartbeatSeconds, ...silence, quietMeansWell, quietAnswered: quietMeansWell };
  const row = { id, pageId, kind, name, ...quiet, unheard: true, dependsOn, ...made.sealed, ...times };
  const told = { kind, name, heartbeatSeconds, silenceHours, quietMeansWell, dependsOn };
  return ok({
    action: "source.create",
    expect: cause.value,
    changes: [
      ...insertRowsStatements(sourceTable, [row]),
      ...insertRowsStatements(ruleTable, [catchAll(ctx, pageId, id)]),
      ...firstRule(ctx, pageId, id, components),
    ],
    observers: { sources: [], components: affected },
    after: { ...told, ...withoutUndefinedFields({ components }), settings: made.shown },
  });
}

/**
 * Creates a source with its address, its catch-all rule and, for the given components, its first rule. Failures: invalid
 * (unknown kind, settings, components).
 */
export async function createSource(ctx: Ctx, given: CreateSourceInput): Promise<Result<CreatedSource>> {
  const done = await createOnce(
    ctx,
    {
      role: "admin",
      subject: "source",
      input: createSourceInputSchema,
      prepare: newSecrets,
      facts: (_, { pageId }) => ({
        known: observerDependenciesOfPageQuery(ctx, pageId),
        components: activeComponentsOfPageQuery(ctx, pageId),
      }),
      settles: Object.keys(given.components ?? {}).length > 0,
    },
    given,
    (facts) => decided(ctx, facts),
  );
  const told = await withOtherFailures(
    done,
    () => newSecrets(ctx, { kind: given.kind, settings: settingsRecord(given.settings) }),
    () => checkDependenceOfForm(ctx, given),
  );
  if (!told.ok) return told;
  const { id, made } = told.value;
  const [[row]] = made ? [[made.sealed]] : await readBatch(ctx, sourceByIdQuery(ctx, given.pageId, id));
  return row ? ok({ id, ingestUrl: (await ingestUrlOf(ctx, row)) ?? "" }) : missingFailure;
}
