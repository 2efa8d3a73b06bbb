import { maskSecrets } from "~/change/adapter-settings/settings";
import { andAlso, settingsRecord } from "~/change/and-also";
import { makeOne } from "~/change/create-one";
import { read } from "~/db/read";
import { channel } from "~/db/schema";
import { insertRows } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import { quietTrouble } from "~/notifications/rules/quiet-hours";
import type { Ctx } from "~/platform/ctx";
import { settingsOf } from "./channel-view";
import type { AnyChannel } from "./contract/contract";
import { channelOf } from "./kinds/known-kinds";
import { madeNames, madeSettings } from "./list-kinds";
import { channelById } from "./queries/channel";
import { type CreateChannelInput, createChannelInput } from "./rules/channel-input";
import { checkedSettings } from "./settings";

export type { CreateChannelInput };

export interface MadeChannel {
  id: string;
  /** Values that were generated for the other side, such as a signing secret: shown now and never again. */
  shownOnce: Record<string, string>;
}

/** Returns the generated settings in plain text. */
export const oneTimeSecrets = (adapter: AnyChannel, settings: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(madeNames(adapter).map((name) => [name, String(settings[name] ?? "")]));

/** Returns the values generated the first time, when this same commit is sent twice. */
async function shownAgain(ctx: Ctx, pageId: string, id: string): Promise<MadeChannel> {
  const [[row]] = await read(ctx, channelById(ctx, pageId, id));
  const adapter = row ? channelOf(row.kind) : null;
  const settings = row ? await settingsOf(ctx, row) : null;
  return { id, shownOnce: adapter && settings ? oneTimeSecrets(adapter, settings) : {} };
}

type ChannelInput = ReturnType<typeof createChannelInput.parse>;

/** Returns the settings, valid for the kind, including the generated ones. */
async function newSettings(ctx: Ctx, { kind, settings: given }: Pick<ChannelInput, "kind" | "settings">) {
  const adapter = channelOf(kind);
  if (!adapter?.team) return invalid("kind", "kind.channel", "unknown_kind");
  const checked = await checkedSettings(ctx, adapter, madeSettings(adapter, ctx.token()), given);
  if (!checked.ok) return checked;
  const settings = checked.value;
  return ok({ adapter, settings, settingsSealed: await ctx.secrets.seal(JSON.stringify(settings)) });
}

/** Checks that either both times of the quiet hours are given, or neither. */
function quietJudged({ quietFrom = "", quietUntil = "" }: { quietFrom?: string; quietUntil?: string }) {
  const trouble = quietTrouble({ quietFrom, quietUntil });
  return trouble ? invalid("quietUntil", trouble) : ok(null);
}

/** Creates a team channel. Failures: invalid (unknown kind, settings, an address that may not be called). */
export async function createChannel(ctx: Ctx, given: CreateChannelInput): Promise<Result<MadeChannel>> {
  const done = await makeOne(
    ctx,
    { role: "admin", subject: "channel", input: createChannelInput, prepare: newSettings },
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
        changes: insertRows(channel, [{ id, pageId, ...shown, settingsSealed, ...times }]),
        after: { ...shown, settings: maskSecrets(adapter, settings) },
      });
    },
  );
  const told = await andAlso(
    done,
    () => newSettings(ctx, { kind: given.kind, settings: settingsRecord(given.settings) }),
    () => quietJudged(given),
  );
  if (!told.ok) return told;
  const { id, made } = told.value;
  return ok(
    made ? { id, shownOnce: oneTimeSecrets(made.adapter, made.settings) } : await shownAgain(ctx, given.pageId, id),
  );
}
