import { validateRuleComponents } from "~/alert-rules/rules/known-components";
import { withOtherFailures } from "~/change/and-also";
import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { createOnce } from "~/change/create-one";
import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { checkDependence, checkDependenceOfForm } from "~/components/dependences/dependence-checks";
import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import { observerDependenciesOfPageQuery } from "~/monitors/queries/monitor";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { makeHeartbeatAddress, pingUrlOf } from "./address";
import { validateSchedule } from "./heartbeat-checks";
import {
  guardHeartbeatLimitStatement,
  guardHeartbeatSlugStatement,
  heartbeatByIdQuery,
  heartbeatSlugCountsQuery,
  heartbeatsBySlugQuery,
} from "./queries/heartbeat";
import { newHeartbeatRowStatements, newHeartbeatRows } from "./queries/new-heartbeat";
import {
  type CreateHeartbeatInput,
  createHeartbeatInputSchema,
  type ParsedCreateHeartbeatInput,
  pingSlugInputSchema,
} from "./rules/input";
import { maxHeartbeats } from "./rules/limits";

export type { CreateHeartbeatInput };

export interface CreatedHeartbeat {
  id: string;
  /** Ping address; empty when it was created before and its secret is gone. */
  pingUrl: string;
}

const maxPingedHeartbeats = 2 * maxHeartbeats;

export interface HeartbeatCreation {
  input: ParsedCreateHeartbeatInput;
  address: { tokenHash: string; tokenSealed: string };
  settingsSealed: string;
}

async function making(ctx: Ctx, input: ParsedCreateHeartbeatInput): Promise<HeartbeatCreation> {
  const [address, settingsSealed] = [await makeHeartbeatAddress(ctx), await ctx.secrets.seal("{}")];
  return { input, address, settingsSealed };
}

/** Returns all rows for one commit: the source of its alerts, the state of its pings, and its only rule. */
export function newHeartbeatStatements(
  ctx: Ctx,
  id: string,
  { input, address, settingsSealed }: HeartbeatCreation,
): SqlStatement[] {
  const facts = { id, ruleId: ctx.id(), address, settingsSealed, now: ctx.now() };
  return newHeartbeatRowStatements(newHeartbeatRows(input, facts));
}

const auditedOf = ({ pageId: _page, commitId: _commit, ...after }: ParsedCreateHeartbeatInput) => after;

/** Returns the input with a valid schedule, and the secrets of a new heartbeat. */
async function prepared(ctx: Ctx, input: ParsedCreateHeartbeatInput): Promise<Result<HeartbeatCreation>> {
  const schedule = validateSchedule(input.schedule);
  return schedule.ok ? ok(await making(ctx, { ...input, schedule: schedule.value })) : schedule;
}

/** Creates a heartbeat with its address and its rule. Failures: invalid (schedule, components, the page's limit). */
export async function createHeartbeat(ctx: Ctx, given: CreateHeartbeatInput): Promise<Result<CreatedHeartbeat>> {
  const done = await createOnce(
    ctx,
    {
      role: "admin",
      subject: "heartbeat",
      input: createHeartbeatInputSchema,
      prepare: prepared,
      facts: (_, { pageId, slug }) => ({
        counts: heartbeatSlugCountsQuery(ctx, pageId, slug),
        components: activeComponentsOfPageQuery(ctx, pageId),
        known: observerDependenciesOfPageQuery(ctx, pageId),
      }),
      settles: true,
    },
    given,
    ({ id, made, counts: [counts], components, known }) => {
      const { pageId, components: moved } = made.input;
      if (counts && counts.all >= maxHeartbeats) {
        return invalidFieldFailure("name", refusalFor("heartbeat.limit", { most: maxHeartbeats }), "limit");
      }
      const fits = validateRuleComponents(moved, components);
      if (!fits.ok) return fits;
      const cause = checkDependence(id, made.input.dependsOn, { known, of: "source" });
      if (!cause.ok) return cause;
      return ok({
        action: "heartbeat.create",
        observers: { sources: [], components: Object.keys(moved) },
        expect: cause.value,
        guards: [guardHeartbeatLimitStatement(pageId, maxHeartbeats)],
        changes: newHeartbeatStatements(ctx, id, made),
        after: auditedOf(made.input),
      });
    },
  );
  const told = await withOtherFailures(done, () => checkDependenceOfForm(ctx, given));
  if (!told.ok) return told;
  const { id, made } = told.value;
  const [[row]] = made ? [[made.address]] : await readBatch(ctx, heartbeatByIdQuery(ctx, given.pageId, id));
  return row ? ok({ id, pingUrl: (await pingUrlOf(ctx, row)) ?? "" }) : missingFailure;
}

/**
 * Creates a heartbeat for a ping by key and slug with `create=1` that matches none. It is expected daily, with an hour
 * of grace. Two concurrent pings create one. Failures: invalid (slug), missing (the page has twice as many as people
 * may create).
 */
export async function createHeartbeatByPing(
  ctx: Ctx,
  { pageId, slug }: { pageId: string; slug: string },
): Promise<Result<ChangeResult>> {
  const parsed = parseInput(pingSlugInputSchema, slug);
  if (!parsed.ok) return parsed;
  const machine = ctxAsActor(ctx, { kind: "machine", id: "ping" });
  const made = await making(machine, createHeartbeatInputSchema.parse({ pageId, name: slug, slug }));
  const [id, commitId] = [ctx.id(), ctx.id()];
  const done = await commitChangeWithRetry(machine, async () => {
    const [there, [counts]] = await readBatch(
      ctx,
      heartbeatsBySlugQuery(ctx, pageId, slug),
      heartbeatSlugCountsQuery(ctx, pageId, slug),
    );
    if (there[0]) return ok({ id: there[0].id });
    if (counts && counts.all >= maxPingedHeartbeats) return missingFailure;
    return commitChange(machine, {
      id: commitId,
      pageId,
      guards: [guardHeartbeatSlugStatement(pageId, slug), guardHeartbeatLimitStatement(pageId, maxPingedHeartbeats)],
      changes: [...newHeartbeatStatements(ctx, id, made), requestSettleStatement(pageId, ctx.now())],
      audit: { action: "heartbeat.create", subjectKind: "heartbeat", subjectId: id, after: auditedOf(made.input) },
    });
  });
  if (done.ok && done.value.id === id) settlePageAfterAnswer(ctx, pageId);
  return done;
}
