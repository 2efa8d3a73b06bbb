import { priorCommit } from "~/db/queries/audit";
import { heartbeatById, heartbeatCounts, heartbeatsBySlug, roomForOne, slugIsFree } from "~/db/queries/heartbeat";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { heartbeat, rule, ruleComponent, source } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import { as, type Ctx } from "~/platform/ctx";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import {
  type CreateHeartbeatInput,
  createHeartbeatInput,
  type NewHeartbeat,
  pingedSlug,
} from "~/rules/heartbeats/input";
import { type Done, missing, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { settleSoon } from "../change/settle-soon";
import { newUuidAddress, pingUrlOf } from "./address";
import { checkedSchedule, knownComponents } from "./checked";

export type { CreateHeartbeatInput };

export interface MadeHeartbeat {
  id: string;
  /** Empty where it was made before and its secret is gone. */
  pingUrl: string;
}

/** So many people may make on one page; pings with `create=1` may make twice as many. */
export const heartbeatLimit = 200;
const pingedLimit = 2 * heartbeatLimit;

interface Making {
  input: NewHeartbeat;
  id: string;
  commitId: string;
  address: { tokenHash: string; tokenSealed: string };
  settingsSealed: string;
}

async function making(ctx: Ctx, input: NewHeartbeat): Promise<Making> {
  const [address, settingsSealed] = [await newUuidAddress(ctx), await ctx.secrets.seal("{}")];
  return { input, id: ctx.id(), commitId: input.commitId ?? ctx.id(), address, settingsSealed };
}

/** All of it in one commit: the source that alerts come from, what is known of its pings, and its one rule. */
function rowsOf(ctx: Ctx, { input, id, address, settingsSealed }: Making): Statement[] {
  const { pageId, commitId: _commit, name, components, mode, hold, resolveAfter, ...fields } = input;
  const now = ctx.now();
  const times = { createdAt: now, updatedAt: now };
  const kind = { family: "heartbeat" as const, kind: "heartbeat", silentSince: now };
  const ruleId = ctx.id();
  const waits = { holdSeconds: hold, resolveAfterSeconds: resolveAfter };
  const asked = { match: {}, mode, ...waits, groupBy: [], catchAll: true };
  const moved = Object.entries(components).map(([componentId, status]) => ({ pageId, ruleId, componentId, status }));
  return [
    ...insertRows(source, [{ id, pageId, name, ...kind, ...address, settingsSealed, ...times }]),
    ...insertRows(heartbeat, [{ id, pageId, ...fields, pings: [], stateSince: now, ...times }]),
    ...insertRows(rule, [{ id: ruleId, pageId, sourceId: id, position: 0, ...asked, ...times }]),
    ...insertRows(ruleComponent, moved),
    wantSettle(pageId, ctx.now()),
  ];
}

function commitNew(ctx: Ctx, made: Making, guards: Statement[]): Promise<Result<Done>> {
  const { pageId, commitId: _commit, ...after } = made.input;
  return commitChange(ctx, {
    id: made.commitId,
    pageId,
    guards,
    changes: rowsOf(ctx, made),
    audit: { action: "heartbeat.create", subjectKind: "heartbeat", subjectId: made.id, after },
  });
}

/** Makes a heartbeat with its address and its rule. Failures: invalid (schedule, components, the page's limit). */
export async function createHeartbeat(ctx: Ctx, given: CreateHeartbeatInput): Promise<Result<MadeHeartbeat>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(createHeartbeatInput, given);
  if (!parsed.ok) return parsed;
  const schedule = checkedSchedule(parsed.value.schedule);
  if (!schedule.ok) return schedule;
  const made = await making(ctx, { ...parsed.value, schedule: schedule.value });
  const { pageId, slug, components } = made.input;
  const done = await changing(ctx, async () => {
    const [prior, [counts], known] = await read(
      ctx,
      priorCommit(ctx, made.commitId),
      heartbeatCounts(ctx, pageId, slug),
      shownComponents(ctx, pageId),
    );
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (counts && counts.all >= heartbeatLimit)
      return invalid("name", `A page has at most ${heartbeatLimit} heartbeats.`, "limit");
    const fits = knownComponents(components, known);
    return fits.ok ? commitNew(ctx, made, [roomForOne(pageId, heartbeatLimit)]) : fits;
  });
  if (!done.ok) return done;
  settleSoon(ctx, pageId);
  if (done.value.id === made.id) return ok({ id: made.id, pingUrl: (await pingUrlOf(ctx, made.address)) ?? "" });
  const [[first]] = await read(ctx, heartbeatById(ctx, pageId, done.value.id));
  return first ? ok({ id: first.id, pingUrl: (await pingUrlOf(ctx, first)) ?? "" }) : missing;
}

/**
 * A ping by key and slug with `create=1` that finds nothing makes it: once a day, an hour of patience. Two at once make
 * one. Failures: invalid (slug), missing (the page has twice as many as people may make).
 */
export async function makeHeartbeatByPing(
  ctx: Ctx,
  { pageId, slug }: { pageId: string; slug: string },
): Promise<Result<Done>> {
  const parsed = parseInput(pingedSlug, slug);
  if (!parsed.ok) return parsed;
  const machine = as(ctx, { kind: "machine", id: "ping" });
  const made = await making(machine, createHeartbeatInput.parse({ pageId, name: slug, slug }));
  const done = await changing(machine, async () => {
    const [there, [counts]] = await read(ctx, heartbeatsBySlug(ctx, pageId, slug), heartbeatCounts(ctx, pageId, slug));
    if (there[0]) return ok({ id: there[0].id });
    if (counts && counts.all >= pingedLimit) return missing;
    return commitNew(machine, made, [slugIsFree(pageId, slug), roomForOne(pageId, pingedLimit)]);
  });
  if (done.ok && done.value.id === made.id) settleSoon(ctx, pageId);
  return done;
}
