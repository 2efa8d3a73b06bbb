import { membersOf } from "~/db/queries/membership";
import { namedThings, newestIncidents, newestMaintenance } from "~/db/queries/search";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { bestFits } from "~/rules/basics/search-match";

export const foundKinds = [
  "component",
  "group",
  "monitor",
  "heartbeat",
  "source",
  "agent",
  "incident",
  "maintenance",
  "template",
  "channel",
  "person",
] as const;

export type FoundKind = (typeof foundKinds)[number];

export interface Found {
  kind: FoundKind;
  id: string;
  name: string;
  /** Of an incident or maintenance: when it started or starts. */
  at: number | null;
}

/** As many of one kind are shown. */
const most = 8;

/**
 * What on a page is called so, at most eight of each kind. One trip of four statements: what is set up as a whole, and the
 * newest 500 incidents and maintenance windows; nothing is read that grows with the past.
 */
export async function findOnPage(ctx: Ctx, given: { pageId: string; search: string }): Promise<Result<Found[]>> {
  const { pageId } = given;
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const search = given.search.trim().slice(0, 100);
  if (search === "") return ok([]);
  const [things, incidents, works, members] = await read(
    ctx,
    namedThings(ctx, pageId),
    newestIncidents(ctx, pageId),
    newestMaintenance(ctx, pageId),
    membersOf(ctx, pageId),
  );
  const all = [
    ...things.map((each) => ({ ...each, at: null })),
    ...incidents.map((each) => ({ ...each, kind: "incident" })),
    ...works.map((each) => ({ ...each, kind: "maintenance" })),
    ...members.map(({ personId, name }) => ({ kind: "person", id: personId, name, at: null })),
  ];
  const fits = bestFits(all, search, ({ name }) => name);
  return ok(
    foundKinds.flatMap((kind) =>
      fits
        .filter((each) => each.kind === kind)
        .slice(0, most)
        .map((each) => ({ ...each, kind })),
    ),
  );
}
