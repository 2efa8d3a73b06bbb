import { maskSecretSettings } from "~/change/adapter-settings/settings";
import { settingsRecord, withOtherFailures } from "~/change/and-also";
import { createOnce } from "~/change/create-one";
import { readBatch } from "~/db/read";
import { channelTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { quietHoursRefusal } from "~/notifications/rules/quiet-hours";
import type { Ctx } from "~/platform/ctx";
import { openChannelSettings } from "./channel-view";
import type { AnyChannelAdapter } from "./contract/contract";
import { channelAdapterOf } from "./kinds/known-kinds";
import { generatedChannelSettingNames, generatedChannelSettings } from "./list-kinds";
import { channelByIdQuery } from "./queries/channel";
import { type CreateChannelInput, createChannelInputSchema } from "./rules/channel-input";
import { checkChannelSettings } from "./settings";

export type { CreateChannelInput };

export interface CreatedChannel {
  id: string;
  /** Values that were generated for the other side, such as a signing secret: shown now and never again. */
  shownOnce: Record<string, string>;
}

/** Returns the generated settings in plain text. */
export const oneTimeChannelSecrets = (
  adapter: AnyChannelAdapter,
  settings: Record<string, unknown>,
): Record<string, string> =>
  Object.fromEntries(generatedChannelSettingNames(adapter).map((name) => [name, String(settings[name] ?? "")]));

/** Returns the values generated the first time, when this same commit is sent twice. */
async function shownAgain(ctx: Ctx, pageId: string, id: string): Promise<CreatedChannel> {
  const [[row]] = await readBatch(ctx, channelByIdQuery(ctx, pageId, id));
  const adapter = row ? channelAdapterOf(row.kind) : null;
  const settings = row ? await openChannelSettings(ctx, row) : null;
  return { id, shownOnce: adapter && settings ? oneTimeChannelSecrets(adapter, settings) : {} };
}

type ChannelInput = ReturnType<typeof createChannelInputSchema.parse>;

/** Returns the settings, valid for the kind, including the generated ones. */
async function newSettings(ctx: Ctx, { kind, settings: given }: Pick<ChannelInput, "kind" | "settings">) {
  const adapter = channelAdapterOf(kind);
  if (!adapter?.team) return invalidFieldFailure("kind", "kind.channel", "unknown_kind");
  const checked = await checkChannelSettings(ctx, adapter, generatedChannelSettings(adapter, ctx.token()), given);
  if (!checked.ok) return checked;
  const settings = checked.value;
  return ok({ adapter, settings, settingsSealed: await ctx.secrets.seal(JSON.stringify(settings)) });
}

/** Checks that either both times of the quiet hours are given, or neither. */
function quietJudged({ quietFrom = "", quietUntil = "" }: { quietFrom?: string; quietUntil?: string }) {
  const trouble = quietHoursRefusal({ quietFrom, quietUntil });
  return trouble ? invalidFieldFailure("quietUntil", trouble) : ok(null);
}

/** Creates a team channel. Failures: invalid (unknown kind, settings, an address that may not be called). */
export async function createChannel(ctx: Ctx, given: CreateChannelInput): Promise<Result<CreatedChannel>> {
  const done = await createOnce(
    ctx,
    { role: "admin", subject: "channel", input: createChannelInputSchema, prepare: newSettings },
    given,
    ({ id, input: { pageId }, fields, made: { adapter, settings, settingsSealed } }) => {
      const { kind, name, events, minimumSeverity = null, componentIds = [] } = fields;
      const { quietFrom = "", quietUntil = "" } = fields;
      const quiet = quietJudged(fields);
      if (!quiet.ok) return quiet;
      const shown = { kind, name, events, minimumSeverity, componentIds, quietFrom, quietUntil };
      const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
      return ok({
        action: "channel.create",
        changes: insertRowsStatements(channelTable, [{ id, pageId, ...shown, settingsSealed, ...times }]),
        after: { ...shown, settings: maskSecretSettings(adapter, settings) },
      });
    },
  );
  const told = await withOtherFailures(
    done,
    () => newSettings(ctx, { kind: given.kind, settings: settingsRecord(given.settings) }),
    () => quietJudged(given),
  );
  if (!told.ok) return told;
  const { id, made } = told.value;
  return ok(
    made
      ? { id, shownOnce: oneTimeChannelSecrets(made.adapter, made.settings) }
      : await shownAgain(ctx, given.pageId, id),
  );
}
