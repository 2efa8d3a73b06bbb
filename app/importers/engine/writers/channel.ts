import { readBatch } from "~/db/read";
import { channelTable } from "~/db/schema";
import { insertRowsStatements, updateRowsStatements } from "~/db/write";
import { hostsOfPagesQuery } from "~/deployment/queries/deployment";
import type { Refusal } from "~/failures/refusal";
import { checkAddressGuard } from "~/monitors/contract/call-addresses";
import { channelFields } from "~/notifications/rules/fields";
import type { Ctx } from "~/platform/ctx";
import {
  channelSettingsByIdsQuery,
  removableChannelsQuery,
  removeChannelsStatements,
} from "../../queries/channels-here";
import { importedChannelReason } from "../../rules/imported-channel";
import { movedNameOrId } from "../../rules/moved-text";
import type { ImportNounWriter, ImportWriteFacts, WrittenImportThing } from "../noun-writer";
import { settingsOfMovedChannel } from "./imported-channel";
import { oneRowThingParts } from "./one-row-thing";

type WrittenChannel = WrittenImportThing<"channel">;

/** Reads what the channels of a step need: hosts that no channel calls, and the settings of those that are here. */
async function readStepFacts(ctx: Ctx, pageId: string, things: readonly WrittenChannel[]) {
  const ids = things.map(({ ourId }) => ourId);
  const [hosts, rows] = await readBatch(ctx, hostsOfPagesQuery(ctx), channelSettingsByIdsQuery(ctx, pageId, ids));
  return { around: checkAddressGuard(ctx.config, hosts), here: new Map(rows.map((row) => [row.id, row])) };
}

/** Returns the columns of what came of each channel; one that became unusable since it was planned is left out. */
async function channelRows(ctx: Ctx, { pageId, startedAt }: ImportWriteFacts, things: readonly WrittenChannel[]) {
  const { around, here } = await readStepFacts(ctx, pageId, things);
  const rows = things.map(async ({ action, planned: { arrival }, ourId: id, thing }) => {
    const former = here.get(id);
    const text = former?.kind === thing.kind ? await ctx.secrets.open(former.settingsSealed) : null;
    const kept = text === null ? null : (JSON.parse(text) as Record<string, unknown>);
    const settings = settingsOfMovedChannel(thing, around, { token: ctx.token(), kept });
    if (settings === null) return [];
    const settingsSealed = await ctx.secrets.seal(JSON.stringify(settings));
    const row = { id, kind: thing.kind, name: movedNameOrId(thing), settingsSealed, updatedAt: startedAt };
    return [{ action, isSilent: arrival.isSilent, row }];
  });
  return (await Promise.all(rows)).flat();
}

async function writeChannels(ctx: Ctx, facts: ImportWriteFacts, things: readonly WrittenChannel[]) {
  const { pageId, startedAt } = facts;
  const rows = await channelRows(ctx, facts, things);
  const events = [...channelFields.events.initial];
  const made = rows.flatMap(({ action, row, isSilent }) => {
    const disabledReason: Refusal | null = isSilent ? importedChannelReason : null;
    const off = { disabledAt: startedAt, disabledReason };
    return action === "make" ? [{ ...row, ...off, pageId, events, createdAt: startedAt }] : [];
  });
  return [
    ...insertRowsStatements(channelTable, made, { onConflict: { key: ["id"], set: null } }),
    ...updateRowsStatements(
      channelTable,
      pageId,
      rows.flatMap(({ action, row }) => (action === "change" ? [row] : [])),
    ),
  ];
}

/** Channels of the team: they are off until the import is taken over. The page's escalation may name them. */
export const channelImportWriter: ImportNounWriter<"channel"> = {
  noun: "channel",
  ...oneRowThingParts(channelTable),
  // Two more that read: hosts of pages, and settings of those that are here.
  statements: 3,
  write: writeChannels,
  readRemovable: async (ctx, pageId, ids) => {
    const [rows] = await readBatch(ctx, removableChannelsQuery(ctx, pageId, ids));
    return rows.map(({ isNamed, ...thing }) => ({
      ...thing,
      namedBy: isNamed ? [{ noun: "page" as const, ourId: pageId }] : [],
    }));
  },
  remove: async (_, pageId, things) => removeChannelsStatements(pageId, things),
};
