import { masked } from "~/change/adapter-settings/settings";
import { andAlso, settingsGiven } from "~/change/and-also";
import { makeOne } from "~/change/create-one";
import { read } from "~/db/read";
import { channel } from "~/db/schema";
import { insertRows } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import { quietTrouble } from "~/notifications/rules/quiet-hours";
import type { Ctx } from "~/platform/ctx";
import type { AnyChannel } from "./contract/contract";
import { channelOf } from "./kinds/known-kinds";
import { madeNames, madeSettings } from "./list-kinds";
import { channelById } from "./queries/channel";
import { type CreateChannelInput, createChannelInput } from "./rules/channel-input";
import { checkedSettings } from "./settings";
import { settingsOf } from "./view";

export type { CreateChannelInput };

export interface MadeChannel {
  id: string;
  /** What we made for the other side to know, such as a signing secret: shown now and never again. */
  shownOnce: Record<string, string>;
}

/** Of the settings those that we made, in the clear. */
export const shownOnce = (adapter: AnyChannel, settings: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(madeNames(adapter).map((name) => [name, String(settings[name] ?? "")]));

/** What was made the first time, when this very commit came twice. */
async function shownAgain(ctx: Ctx, pageId: string, id: string): Promise<MadeChannel> {
  const [[row]] = await read(ctx, channelById(ctx, pageId, id));
  const adapter = row ? channelOf(row.kind) : null;
  const settings = row ? await settingsOf(ctx, row) : null;
  return { id, shownOnce: adapter && settings ? shownOnce(adapter, settings) : {} };
}

type Parsed = ReturnType<typeof createChannelInput.parse>;

/** Its settings, valid for its kind, with what we make ourselves. */
async function newSettings(ctx: Ctx, { kind, settings: given }: Pick<Parsed, "kind" | "settings">) {
  const adapter = channelOf(kind);
  if (!adapter?.team) return invalid("kind", "kind.channel", "unknown_kind");
  const checked = await checkedSettings(ctx, adapter, madeSettings(adapter, ctx.token()), given);
  if (!checked.ok) return checked;
  const settings = checked.value;
  return ok({ adapter, settings, settingsSealed: await ctx.secrets.seal(JSON.stringify(settings)) });
}

/** Both times of the quiet hours, or neither. */
function quietJudged({ quietFrom = "", quietUntil = "" }: { quietFrom?: string; quietUntil?: string }) {
  const trouble = quietTrouble({ quietFrom, quietUntil });
  return trouble ? invalid("quietUntil", trouble) : ok(null);
}

/** Makes a team channel. Failures: invalid (unknown kind, settings, an address that we do not call). */
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
        after: { ...shown, settings: masked(adapter, settings) },
      });
    },
  );
  const told = await andAlso(
    done,
    () => newSettings(ctx, { kind: given.kind, settings: settingsGiven(given.settings) }),
    () => quietJudged(given),
  );
  if (!told.ok) return told;
  const { id, made } = told.value;
  return ok(made ? { id, shownOnce: shownOnce(made.adapter, made.settings) } : await shownAgain(ctx, given.pageId, id));
}
