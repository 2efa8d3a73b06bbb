import { personIdOfActor } from "~/access/actor";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { formerIdsByOurIdsQuery, ourIdsByFormerIdsQuery, pageByFormerIdQuery } from "./queries/former-id";

/** Returns our id of a page by the one that it had at Statuspage, among the pages of the actor; null = none of them. */
export async function findPageIdByFormerId(ctx: Ctx, theirId: string): Promise<string | null> {
  const personId = personIdOfActor(ctx.actor);
  if (personId === null) return null;
  const [[page]] = await readBatch(ctx, pageByFormerIdQuery(ctx, personId, theirId));
  return page?.id ?? null;
}

/** Returns our ids by those that things of a page of the actor had at Statuspage; one statement. */
export async function readOurIdByFormerId(ctx: Ctx, pageId: string, theirIds: readonly string[]) {
  const [rows] = await readBatch(ctx, ourIdsByFormerIdsQuery(ctx, pageId, theirIds));
  return new Map(rows.map(({ theirId, ourId }) => [theirId, ourId]));
}

/** Returns the ids that things of a page of the actor had at Statuspage, by ours; one statement. */
export async function readFormerIdByOurId(ctx: Ctx, pageId: string, ourIds: readonly string[]) {
  const [rows] = await readBatch(ctx, formerIdsByOurIdsQuery(ctx, pageId, ourIds));
  return new Map(rows.map(({ theirId, ourId }) => [ourId, theirId]));
}
