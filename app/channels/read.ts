import { atLeast, permit } from "~/access/permission";
import { masked, type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { missing } from "~/change/answers";
import { type ComponentName, componentNamesOf } from "~/components/names";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { stillAsked } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { channelOf } from "./kinds/known-kinds";
import { madeNames, typedFields } from "./list-kinds";
import { channelById } from "./queries/channel";
import { type ChannelView, kindTitle, settingsOf, viewOf } from "./view";

export interface ChannelDetail {
  channel: ChannelView;
  kindTitle: string;
  /** Its other end asked to be called no sooner, UTC ms; null = it did not. */
  leftAloneUntil: number | null;
  /** Where its settings are found on the other side. */
  intro: string;
  /** What people type. */
  settingFields: SettingField[];
  /** Titles of what we made for the other side; it can be made again. */
  made: string[];
  /** Secrets struck out; empty for who is no admin. */
  settings: Record<string, unknown>;
  /** Of the page, to choose from. */
  components: ComponentName[];
}

/** One channel; for admins with its settings, secrets struck out. */
export async function readChannel(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<ChannelDetail>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[row], components] = await read(ctx, channelById(ctx, pageId, id), shownComponents(ctx, pageId));
  if (!row) return missing;
  const adapter = channelOf(row.kind);
  const made = adapter ? madeNames(adapter) : [];
  const fields = adapter ? settingFields(adapter) : [];
  const settings = atLeast(may.value, "admin") ? masked(adapter, (await settingsOf(ctx, row)) ?? {}) : {};
  return ok({
    channel: viewOf(row),
    kindTitle: kindTitle(row.kind),
    leftAloneUntil: stillAsked(row.retryAt, ctx.now()),
    intro: adapter?.intro ?? "",
    settingFields: adapter ? typedFields(adapter) : [],
    made: fields.flatMap(({ name, title }) => (made.includes(name) ? [title] : [])),
    settings,
    components: componentNamesOf(components),
  });
}
