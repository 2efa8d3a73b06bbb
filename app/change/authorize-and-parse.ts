import type { z } from "zod";
import type { Role } from "~/access/actor";
import { permitOperator, permitRole } from "~/access/permission";
import { fail, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";

/** Fields of every input besides its own: its subject, and the form's nonce. */
export interface ChangeInputTarget {
  pageId?: string;
  id?: string;
  version?: number | undefined;
  commitId?: string | undefined;
}

/** A role on the page, or the operator of the deployment; null when the caller has checked the rights already. */
export type RequiredRight = Role | "operator" | null;

export interface ChangeRequirement<Schema extends z.ZodType<ChangeInputTarget>> {
  role: RequiredRight;
  input: Schema;
}

export interface AuthorizedInput<Input> {
  input: Input;
  /** Null for a change of the deployment, or of the person who asks. */
  pageId: string | null;
  /** The form's nonce, else a new id: the same for every attempt. */
  commitId: string;
}

/** Permits the operator, and an operator's token that may write. */
export function permitOperatorToWrite({ actor }: Ctx): Result<true> {
  const may = permitOperator(actor);
  if (may.ok && actor.kind === "token" && actor.readOnly) return fail({ name: "forbidden", code: "read_only_token" });
  return may;
}

function permitted(ctx: Ctx, role: RequiredRight, pageId = ""): Result<unknown> {
  if (role === null) return ok(null);
  return role === "operator" ? permitOperatorToWrite(ctx) : permitRole(ctx.actor, ctx.member, pageId, role);
}

/** Checks the rights first, then the fields. Failures: unauthenticated, forbidden, missing, invalid. */
export function authorizeAndParse<Schema extends z.ZodType<ChangeInputTarget>>(
  ctx: Ctx,
  { role, input }: ChangeRequirement<Schema>,
  given: z.input<Schema> & ChangeInputTarget,
): Result<AuthorizedInput<z.output<Schema>>> {
  const may = permitted(ctx, role, given.pageId);
  if (!may.ok) return may;
  const parsed = parseInput(input, given);
  if (!parsed.ok) return parsed;
  const { pageId = null, commitId = ctx.id() } = parsed.value;
  return ok({ input: parsed.value, pageId, commitId });
}
