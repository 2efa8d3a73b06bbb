import { priorCommit } from "~/db/queries/audit";
import { heartbeatById } from "~/db/queries/heartbeat";
import { rulesOf } from "~/db/queries/rule";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { endAlerts } from "~/db/queries/source";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { heartbeat, rule, ruleComponent, source } from "~/db/schema";
import { deleteRows, insertRows, type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { deadlineOf } from "~/rules/heartbeats/heartbeat-deadline";
import { type UpdateHeartbeatInput, updateHeartbeatInput } from "~/rules/heartbeats/input";
import { changing, commitChange, type Done, differences, find, missing, given as present, settleSoon } from "../change";
import { ruleView } from "../rules/view";
import { resealed } from "../sealed/reseal";
import { checkedSchedule, knownComponents } from "./checked";
import type { KnownHeartbeat } from "./step";
import { plainOf } from "./view";

export type { UpdateHeartbeatInput };

type Parsed = ReturnType<typeof updateHeartbeatInput.parse>;
type Rule = ReturnType<typeof ruleView>;

async function facts(ctx: Ctx, { pageId, id }: Parsed, commitId: string) {
  const [prior, [row], rules, components] = await read(
    ctx,
    priorCommit(ctx, commitId),
    heartbeatById(ctx, pageId, id),
    rulesOf(ctx, pageId, id),
    shownComponents(ctx, pageId),
  );
  return { prior, row, components, catchAll: rules.map(ruleView).find((each) => each.catchAll) };
}

/**
 * By another schedule it may be late sooner, later or not at all: it is looked at anew. What was only late, and is not by
 * this schedule, is up; pings that come in meanwhile still count.
 */
function rescheduled(ctx: Ctx, row: KnownHeartbeat, after: Partial<KnownHeartbeat>) {
  const now = ctx.now();
  const waits = row.state === "up" || row.state === "down" || row.lastStartAt !== null;
  if (row.state === "paused" || !waits || !(after.schedule || after.graceSeconds)) return { columns: {}, ends: false };
  const deadline = deadlineOf({ ...row, ...after, state: "up" });
  const onTime = row.state === "down" && row.lastResult === "success" && (deadline === null || deadline > now);
  const up = onTime ? { state: "up" as const, stateSince: now, pendingFrom: row.pingCount + 1 } : {};
  return { columns: { dueAt: now, ...up }, ends: onTime };
}

function ruleChanges(ctx: Ctx, input: Parsed, { id, pageId }: { id: string; pageId: string }): Statement[] {
  const { mode, hold, resolveAfter, components } = input;
  const columns = present({ mode, holdSeconds: hold, resolveAfterSeconds: resolveAfter });
  const rows = updateRows(rule, pageId, [{ id, ...columns, updatedAt: ctx.now() }]);
  if (!components) return rows;
  const moved = Object.entries(components).map(([componentId, status]) => ({
    ...{ pageId, ruleId: id },
    ...{ componentId, status },
  }));
  return [...rows, ...deleteRows(ruleComponent, pageId, [{ pageId, ruleId: id }]), ...insertRows(ruleComponent, moved)];
}

const ruleWords = (row: Rule) => ({
  components: row.components,
  mode: row.mode,
  hold: row.holdSeconds,
  resolveAfter: row.resolveAfterSeconds,
});

function changesOf(ctx: Ctx, input: Parsed, row: KnownHeartbeat, catchAll: Rule): Statement[] {
  const { id, pageId, name, slug, schedule, graceSeconds, postOnly, manualResume, tags } = input;
  const columns = present({ slug, schedule, graceSeconds, postOnly, manualResume, tags });
  const again = rescheduled(ctx, row, columns);
  return [
    ...updateRows(source, pageId, [{ id, ...present({ name }), tokenSealed: row.tokenSealed, updatedAt: ctx.now() }]),
    ...updateRows(heartbeat, pageId, [{ id, ...columns, ...again.columns, updatedAt: ctx.now() }]),
    ...ruleChanges(ctx, input, { id: catchAll.id, pageId }),
    ...(again.ends ? endAlerts(pageId, id, ctx.now()) : []),
    wantSettle(pageId, ctx.now()),
  ];
}

/** The input with its schedule as it is kept. */
function checked(given: UpdateHeartbeatInput): Result<Parsed> {
  const parsed = parseInput(updateHeartbeatInput, given);
  if (!parsed.ok || !parsed.value.schedule) return parsed;
  const schedule = checkedSchedule(parsed.value.schedule);
  return schedule.ok ? ok({ ...parsed.value, schedule: schedule.value }) : schedule;
}

/** Changes a heartbeat and its rule, which stands on the same form. Failures: invalid, conflict, missing. */
export async function updateHeartbeat(ctx: Ctx, given: UpdateHeartbeatInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = checked(given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), ...fields } = parsed.value;
  const done = await changing(ctx, async () => {
    const { prior, row, components, catchAll } = await facts(ctx, parsed.value, commitId);
    const found = find(prior, row, { pageId, version }, plainOf);
    if (found.answer) return found.answer;
    if (!catchAll) return missing;
    const fits = knownComponents(fields.components ?? {}, components);
    if (!fits.ok) return fits;
    const tokenSealed = await resealed(ctx, found.row.tokenSealed);
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: source, rows: [{ id, version: found.row.version }] }],
      changes: changesOf(ctx, parsed.value, { ...found.row, tokenSealed }, catchAll),
      audit: {
        action: "heartbeat.update",
        subjectKind: "heartbeat",
        subjectId: id,
        ...differences({ ...found.row, ...ruleWords(catchAll) }, present(fields)),
      },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
