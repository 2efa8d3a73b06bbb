import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { endImportedSilenceStatements, type TakeOverScope, takeOverCountsQuery } from "../queries/imported-observer";

/** Numbers of an import's things that are not in use here yet. */
export interface ImportTakeOverCounts {
  /** Monitors that notify nobody until they are taken over. */
  silentMonitors: number;
  /** Channels that are off until then. */
  silentChannels: number;
  /** Heartbeats whose machines ping the origin still. */
  waitingHeartbeats: number;
}

/** Reads these numbers. One statement. */
export async function readImportTakeOverCounts(ctx: Ctx, scope: TakeOverScope): Promise<ImportTakeOverCounts> {
  const [[counts]] = await readBatch(ctx, takeOverCountsQuery(ctx, scope));
  return counts ?? { silentMonitors: 0, silentChannels: 0, waitingHeartbeats: 0 };
}

/** Returns the statements with which the monitors and channels of an import begin to notify people. */
export const takeOverImportStatements = (ctx: Pick<Ctx, "now">, scope: TakeOverScope): SqlStatement[] =>
  endImportedSilenceStatements(scope, ctx.now());
