import type { z } from "zod";
import type { Role } from "~/access/actor";
import { type ChangeNature, permitOperator, permitRole, permitTokenChange } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";

/** Fields that every input has besides its own: the ids of its subject, and the form's nonce. */
export interface ChangeInputTarget {
  pageId?: string;
  id?: string;
  version?: number | undefined;
  commitId?: string | undefined;
}

/** A role on the page, or the operator of the deployment; null if the caller has already checked the rights. */
export type RequiredRight = Role | "operator" | null;

export interface ChangeRequirement<Schema extends z.ZodType<ChangeInputTarget>> extends ChangeNature {
  role: RequiredRight;
  input: Schema;
}

export interface AuthorizedInput<Input> {
  input: Input;
  /** Null for a change of the deployment, or of the person who asks. */
  pageId: string | null;
  /** The form's nonce, or a new id if there is none. It stays the same for every attempt. */
  commitId: string;
}

/** Permits an operator, either by session or by a token that may write. */
export function permitOperatorToWrite({ actor }: Ctx): Result<true> {
  const may = permitOperator(actor);
  return may.ok ? permitTokenChange(actor) : may;
}

type Right = Pick<ChangeRequirement<z.ZodType<ChangeInputTarget>>, "role" | "drafts">;

function permitted(ctx: Ctx, { role, drafts }: Right, pageId = ""): Result<unknown> {
  if (role === null) return ok(null);
  if (role === "operator") return permitOperatorToWrite(ctx);
  return permitRole(ctx.actor, ctx.member, pageId, role, { drafts });
}

function parsedIfPermitted<Schema extends z.ZodType<ChangeInputTarget>>(
  ctx: Ctx,
  may: Result<unknown>,
  input: Schema,
  given: z.input<Schema> & ChangeInputTarget,
): Result<AuthorizedInput<z.output<Schema>>> {
  if (!may.ok) return may;
  const parsed = parseInput(input, given);
  if (!parsed.ok) return parsed;
  const { pageId = null, commitId = ctx.id() } = parsed.value;
  return ok({ input: parsed.value, pageId, commitId });
}

/** Checks the rights first, then the fields. Failures: unauthenticated, forbidden, missing, invalid. */
export const authorizeAndParse = <Schema extends z.ZodType<ChangeInputTarget>>(
  ctx: Ctx,
  requirement: ChangeRequirement<Schema>,
  given: z.input<Schema> & ChangeInputTarget,
): Result<AuthorizedInput<z.output<Schema>>> =>
  parsedIfPermitted(ctx, permitted(ctx, requirement, given.pageId), requirement.input, given);

/** Checks rights and fields for a change. A token that may not write is refused, whatever role the change needs. */
export function authorizeChange<Schema extends z.ZodType<ChangeInputTarget>>(
  ctx: Ctx,
  requirement: ChangeRequirement<Schema>,
  given: z.input<Schema> & ChangeInputTarget,
): Result<AuthorizedInput<z.output<Schema>>> {
  const may = permitted(ctx, requirement, given.pageId);
  const whole = may.ok ? permitTokenChange(ctx.actor, requirement) : may;
  return parsedIfPermitted(ctx, whole, requirement.input, given);
}
