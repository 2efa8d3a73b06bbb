import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import { priorCommitQuery } from "~/audit/queries/audit";
import { type RowsByQueryName, readNamedQueries } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  type AuthorizedInput,
  authorizeChange,
  type ChangeInputTarget,
  type ChangeRequirement,
} from "./authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "./change-result";
import { commitChange } from "./commit";
import { commitChangeWithRetry } from "./commit-with-retry";
import { type ChangeDecision, commitOfDecision } from "./decision";
import { settlePageAfterAnswer } from "./settle-after-answer";
import { withFailuresOfOtherFields } from "./usable-rest";

type Query = BatchItem<"sqlite">;

/** Defines how an object is created, and who may create it. */
interface CreationDefinition<Schema extends z.ZodType<ChangeInputTarget>, Facts> extends ChangeRequirement<Schema> {
  /** Kind of the created object in the audit log. */
  subject: string;
  /**
   * Facts for the decision, read in the same batch as the earlier commit; absent if the guards of the commit suffice.
   */
  facts?: (ctx: Ctx, input: z.output<Schema>) => Facts;
  /** True when the page is settled right after the answer. */
  settles?: boolean;
}

interface CreateOnceOptions<Schema extends z.ZodType<ChangeInputTarget>, Facts, Made>
  extends CreationDefinition<Schema, Facts> {
  /** Creates addresses, secrets and encrypted settings. It runs once, even if the decision is repeated. */
  prepare: (ctx: Ctx, input: z.output<Schema>) => Result<Made> | Promise<Result<Made>>;
}

type CreationFacts<Input, Facts> = { id: string; input: Input; fields: Omit<Input, keyof ChangeInputTarget> } & Facts;

/** Result of a creation. `made` is null if an earlier attempt of the same commit had created the object. */
export interface CreateOnceResult<Made> extends ChangeResult {
  made: Made | null;
}

/** Returns the facts, or the stored answer of the commit. */
async function factsOf<Schema extends z.ZodType<ChangeInputTarget>, Facts extends Record<string, Query>>(
  ctx: Ctx,
  { facts }: CreationDefinition<Schema, Facts>,
  { input, commitId, pageId }: AuthorizedInput<z.output<Schema>>,
): Promise<{ told: RowsByQueryName<Facts>; replay: Result<ChangeResult> | null }> {
  const first = facts ? { prior: priorCommitQuery(ctx, commitId) } : {};
  const [{ prior = [] }, told] = await readNamedQueries<{ prior?: ReturnType<typeof priorCommitQuery> }, Facts>(
    ctx,
    first,
    facts?.(ctx, input),
  );
  return { told, replay: priorCommitResultOf(prior, pageId) };
}

/**
 * Checks the rights and the input, prepares once, reads once, decides, and creates an object in one commit. A lost race
 * is decided again. Failures: those of the rights, of the input, of `prepare` and of `decide`.
 */
export async function createOnce<
  Schema extends z.ZodType<ChangeInputTarget>,
  Made,
  Facts extends Record<string, Query> = Record<never, never>,
>(
  ctx: Ctx,
  one: CreateOnceOptions<Schema, Facts, Made>,
  given: z.input<Schema> & ChangeInputTarget,
  decide: (
    told: CreationFacts<z.output<Schema>, RowsByQueryName<Facts>> & { made: Made },
  ) => Result<ChangeDecision> | Promise<Result<ChangeDecision>>,
): Promise<Result<CreateOnceResult<Made>>> {
  const authorized = authorizeChange(ctx, one, given);
  if (!authorized.ok) return authorized;
  const { input, pageId } = authorized.value;
  const { pageId: _page, id: _id, version: _version, commitId: _commit, ...fields } = input;
  // The facts are read beside the preparation; a further attempt reads them again.
  let ahead: ReturnType<typeof factsOf<Schema, Facts>> | null = factsOf(ctx, one, authorized.value);
  ahead.catch(() => undefined);
  const prepared = await one.prepare(ctx, input);
  if (!prepared.ok) return prepared;
  const made = prepared.value;
  const about = { subject: one.subject, id: ctx.id(), settles: one.settles ?? false, drafts: one.drafts };
  const done = await commitChangeWithRetry(ctx, async () => {
    const facts = ahead ?? factsOf(ctx, one, authorized.value);
    ahead = null;
    const { told, replay } = await facts;
    if (replay) return replay;
    const decided = await decide({ ...told, id: about.id, input, fields, made });
    if (!decided.ok) return decided;
    return commitChange(
      ctx,
      commitOfDecision(ctx, authorized.value, about, decided.value, { changes: [], expect: [] }),
    );
  });
  if (!done.ok) return done;
  if (one.settles && pageId !== null) settlePageAfterAnswer(ctx, pageId);
  return ok({ id: done.value.id, made: done.value.id === about.id ? made : null });
}

/** Does the same as `createOnce`, if nothing must be prepared. */
export async function createOneRow<
  Schema extends z.ZodType<ChangeInputTarget>,
  Facts extends Record<string, Query> = Record<never, never>,
>(
  ctx: Ctx,
  one: CreationDefinition<Schema, Facts>,
  given: z.input<Schema> & ChangeInputTarget,
  decide: (
    told: CreationFacts<z.output<Schema>, RowsByQueryName<Facts>>,
  ) => Result<ChangeDecision> | Promise<Result<ChangeDecision>>,
): Promise<Result<ChangeResult>> {
  const done = await createOnce(ctx, { ...one, prepare: () => ok(null) }, given, decide);
  if (done.ok) return ok({ id: done.value.id });
  if (authorizeChange(ctx, one, given).ok) return done;
  return withFailuresOfOtherFields(ctx, { schema: one.input, given }, done, async (rest) => {
    const { pageId: _page, id: _id, version: _version, commitId: _commit, ...fields } = rest.input;
    const { told, replay } = await factsOf(ctx, one, rest);
    return replay ?? (await decide({ ...told, id: ctx.id(), input: rest.input, fields }));
  });
}
