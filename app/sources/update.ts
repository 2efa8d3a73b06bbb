import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { signalStatementsOfPages } from "~/alerts/settling/engine/signal";
import { adapterSettingFields, maskSecretSettings, mergeAdapterSettings } from "~/change/adapter-settings/settings";
import { settingsRecord, withOtherFailures } from "~/change/and-also";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { checkDependence, checkDependenceOfForm } from "~/components/dependences/dependence-checks";
import { readBatch } from "~/db/read";
import { sourceOverlapTable, type sourceTable } from "~/db/schema";
import { type SqlStatement, upsertRowsStatements } from "~/db/write";
import { resealText } from "~/deployment/sealed/reseal";
import { ok, type Result } from "~/failures/failure";
import { observerDependenciesOfPageQuery } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import type { AnySourceAdapter } from "./contract/contract";
import { sourceAdapterOf } from "./kinds/known-kinds";
import { setLastContactStatement } from "./queries/heard-times";
import { endOverlapStatement } from "./queries/source-overlap";
import { openSourceSettings } from "./read";
import { type UpdateSourceInput, updateSourceInputSchema } from "./rules/input";
import { answersSourceQuietQuestion } from "./rules/quiet";
import { sourceOverlapMs } from "./rules/source-overlap";
import { canSourceObserveComponents, silenceSignal } from "./rules/source-silence";
import { sourceChangeTarget } from "./verbs";

export type { UpdateSourceInput };

type StoredSourceRow = typeof sourceTable.$inferSelect;
type Settings = Record<string, unknown>;

/**
 * Keeps the former settings, sealed, when a secret was replaced: they authenticate a sender for a while longer. When a
 * secret was added or removed, the former settings authenticate nothing.
 */
function oldSettings(
  ctx: Ctx,
  row: StoredSourceRow,
  adapter: AnySourceAdapter,
  before: Settings,
  after: Settings,
): SqlStatement[] {
  const { id: sourceId, pageId, settingsSealed: sealed } = row;
  const names = adapterSettingFields(adapter).flatMap(({ secret, name }) => (secret ? [name] : []));
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return [];
  if (!changed.every((name) => before[name] && after[name])) return [endOverlapStatement(sourceId, pageId, "settings")];
  const now = ctx.now();
  const times = { startedAt: now, endsAt: now + sourceOverlapMs, oldUsedAt: null, newUsedAt: null };
  const old = { sourceId, what: "settings" as const, pageId, tokenHash: null, sealed, ...times };
  return upsertRowsStatements(sourceOverlapTable, [old], ["sourceId", "what"]);
}

/**
 * Returns the sealed settings after the change, and their public part for the audit log; empty when none were given.
 */
async function newSettings(ctx: Ctx, row: StoredSourceRow, given: Settings | undefined) {
  const adapter = sourceAdapterOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {}, changes: [] });
  const before = (await openSourceSettings(ctx, row)) ?? {};
  const merged = mergeAdapterSettings(adapter, before, given);
  if (!merged.ok) return merged;
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(merged.value));
  const changes = oldSettings(ctx, row, adapter, before, merged.value);
  return ok({ columns: { settingsSealed }, audited: { settings: maskSecretSettings(adapter, merged.value) }, changes });
}

/**
 * Returns the changes for a new period: the source is checked within the minute; without a period, the alert of its
 * silence resolves.
 */
async function newSilence(ctx: Ctx, row: StoredSourceRow, hours: number | null | undefined) {
  if (hours === undefined || hours === row.silenceHours) return { columns: {}, changes: [] };
  if (hours !== null) return { columns: { silenceDueAt: ctx.now() }, changes: [] };
  const over = silenceSignal({ name: row.name, status: "resolved", hours: 0, at: ctx.now() });
  const said = [{ sourceId: row.id, signals: [over] }];
  const [signalled] = await signalStatementsOfPages(ctx, [{ pageId: row.pageId, said }]);
  return { columns: { silenceDueAt: null }, changes: signalled?.statements ?? [] };
}

type ListeningColumns = Partial<Pick<StoredSourceRow, "heartbeatSeconds" | "silenceHours">>;

/** Returns true when a change starts to measure when the source last delivered. */
const beginsToListen = (row: StoredSourceRow, { heartbeatSeconds, silenceHours }: ListeningColumns): boolean =>
  Boolean((row.heartbeatSeconds === null && heartbeatSeconds) || (row.silenceHours === null && silenceHours));

/** Judges the given settings by themselves, so that a form that fails in another field shows their failures too. */
async function judgeGivenSettings(ctx: Ctx, given: UpdateSourceInput) {
  const [[row]] = await readBatch(ctx, sourceChangeTarget.row(ctx, given));
  return row && given.settings ? newSettings(ctx, row, settingsRecord(given.settings)) : ok(null);
}

/** Changes name, settings, heartbeat, silence and mute of a source. Failures: invalid, conflict, missing. */
export async function updateSource(ctx: Ctx, given: UpdateSourceInput): Promise<Result<ChangeResult>> {
  const done = await changeOneRow(
    ctx,
    {
      ...sourceChangeTarget,
      input: updateSourceInputSchema,
      facts: (_, { pageId, id }) => ({
        known: observerDependenciesOfPageQuery(ctx, pageId),
        ...soleWatcherQueries(ctx, { pageId, id }),
      }),
      settles: true,
    },
    given,
    async ({ row, fields: { settings, ...fields }, known, alone }) => {
      const cause = checkDependence(row.id, fields.dependsOn, { known, of: "source" });
      if (!cause.ok) return cause;
      const made = await newSettings(ctx, row, settings);
      if (!made.ok) return made;
      const { before, after } = changedValues(row, withoutUndefinedFields(fields));
      const tokenSealed = await resealText(ctx, row.tokenSealed);
      const silence = await newSilence(ctx, row, fields.silenceHours);
      const listens = beginsToListen(row, fields);
      const quiet = answersSourceQuietQuestion(fields);
      return ok({
        action: "source.update",
        leftUnwatched: canSourceObserveComponents({ ...row, ...after }) ? [] : alone,
        expect: cause.value,
        ...(quiet ? { observers: { sources: [row.id] } } : {}),
        fields: {
          ...after,
          ...made.value.columns,
          ...silence.columns,
          ...(quiet ? { quietAnswered: true } : {}),
          tokenSealed,
        },
        changes: [
          ...(listens ? [setLastContactStatement(row.pageId, row.id)] : []),
          ...made.value.changes,
          ...silence.changes,
        ],
        before,
        after: { ...after, ...made.value.audited },
      });
    },
  );
  const judgeSettings = () => judgeGivenSettings(ctx, given);
  return withOtherFailures(done, judgeSettings, () => checkDependenceOfForm(ctx, given));
}
