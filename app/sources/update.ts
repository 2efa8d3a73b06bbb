import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { signalsOfPages } from "~/alerts/settling/engine/signal";
import { maskSecrets, mergedSettings, settingFields } from "~/change/adapter-settings/settings";
import { andAlso, settingsRecord } from "~/change/and-also";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { differences, present } from "~/change/differences";
import { checkedCause, judgedCause } from "~/components/dependences/dependence-checks";
import { read } from "~/db/read";
import { type source, sourceOverlap } from "~/db/schema";
import { type Statement, upsertRows } from "~/db/write";
import { resealText } from "~/deployment/sealed/reseal";
import { ok, type Result } from "~/failures/failure";
import { dependencesOf } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import type { AnySource } from "./contract/contract";
import { sourceOf } from "./kinds/known-kinds";
import { setHeardTime } from "./queries/heard-times";
import { endOverlap } from "./queries/source-overlap";
import { settingsOf } from "./read";
import { type UpdateSourceInput, updateSourceInput } from "./rules/input";
import { answersQuiet } from "./rules/quiet";
import { overlapMs } from "./rules/source-overlap";
import { canObserve, silenceSignal } from "./rules/source-silence";
import { sourceAccess } from "./verbs";

export type { UpdateSourceInput };

type StoredSourceRow = typeof source.$inferSelect;
type Settings = Record<string, unknown>;

/**
 * Keeps the former settings, sealed, when a secret was replaced: they authenticate a sender for a while longer. When a
 * secret was added or removed, the former settings authenticate nothing.
 */
function oldSettings(
  ctx: Ctx,
  row: StoredSourceRow,
  adapter: AnySource,
  before: Settings,
  after: Settings,
): Statement[] {
  const { id: sourceId, pageId, settingsSealed: sealed } = row;
  const names = settingFields(adapter).flatMap(({ secret, name }) => (secret ? [name] : []));
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return [];
  if (!changed.every((name) => before[name] && after[name])) return [endOverlap(sourceId, pageId, "settings")];
  const now = ctx.now();
  const times = { startedAt: now, endsAt: now + overlapMs, oldUsedAt: null, newUsedAt: null };
  const old = { sourceId, what: "settings" as const, pageId, tokenHash: null, sealed, ...times };
  return upsertRows(sourceOverlap, [old], ["sourceId", "what"]);
}

/**
 * Returns the sealed settings after the change, and their public part for the audit log; empty when none were given.
 */
async function newSettings(ctx: Ctx, row: StoredSourceRow, given: Settings | undefined) {
  const adapter = sourceOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {}, changes: [] });
  const before = (await settingsOf(ctx, row)) ?? {};
  const merged = mergedSettings(adapter, before, given);
  if (!merged.ok) return merged;
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(merged.value));
  const changes = oldSettings(ctx, row, adapter, before, merged.value);
  return ok({ columns: { settingsSealed }, audited: { settings: maskSecrets(adapter, merged.value) }, changes });
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
  const [signalled] = await signalsOfPages(ctx, [{ pageId: row.pageId, said }]);
  return { columns: { silenceDueAt: null }, changes: signalled?.statements ?? [] };
}

type ListeningColumns = Partial<Pick<StoredSourceRow, "heartbeatSeconds" | "silenceHours">>;

/** Returns true when a change starts to measure when the source last delivered. */
const beginsToListen = (row: StoredSourceRow, { heartbeatSeconds, silenceHours }: ListeningColumns): boolean =>
  Boolean((row.heartbeatSeconds === null && heartbeatSeconds) || (row.silenceHours === null && silenceHours));

/** Changes name, settings, heartbeat, silence and mute of a source. Failures: invalid, conflict, missing. */
export async function updateSource(ctx: Ctx, given: UpdateSourceInput): Promise<Result<ChangeResult>> {
  const done = await changeOne(
    ctx,
    {
      ...sourceAccess,
      input: updateSourceInput,
      facts: (_, { pageId, id }) => ({
        known: dependencesOf(ctx, pageId),
        ...soleWatcherQueries(ctx, { pageId, id }),
      }),
      settles: true,
    },
    given,
    async ({ row, fields: { settings, ...fields }, known, alone }) => {
      const cause = checkedCause(row.id, fields.dependsOn, { known, of: "source" });
      if (!cause.ok) return cause;
      const made = await newSettings(ctx, row, settings);
      if (!made.ok) return made;
      const { before, after } = differences(row, present(fields));
      const tokenSealed = await resealText(ctx, row.tokenSealed);
      const silence = await newSilence(ctx, row, fields.silenceHours);
      const listens = beginsToListen(row, fields);
      const quiet = answersQuiet(fields);
      return ok({
        action: "source.update",
        leftUnwatched: canObserve({ ...row, ...after }) ? [] : alone,
        expect: cause.value,
        ...(quiet ? { observers: { sources: [row.id] } } : {}),
        fields: {
          ...after,
          ...made.value.columns,
          ...silence.columns,
          ...(quiet ? { quietAnswered: true } : {}),
          tokenSealed,
        },
        changes: [...(listens ? [setHeardTime(row.pageId, row.id)] : []), ...made.value.changes, ...silence.changes],
        before,
        after: { ...after, ...made.value.audited },
      });
    },
  );
  const judgedSettings = async () => {
    const [[row]] = await read(ctx, sourceAccess.row(ctx, given));
    return row && given.settings ? newSettings(ctx, row, settingsRecord(given.settings)) : ok(null);
  };
  return andAlso(done, judgedSettings, () => judgedCause(ctx, given));
}
