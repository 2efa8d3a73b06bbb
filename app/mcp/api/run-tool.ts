import type { Role } from "~/access/actor";
import { isRoleAtLeast } from "~/access/actor";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import { failureDetail } from "~/http/problem";
import { findPageMembership } from "~/pages/find";
import { listPages } from "~/pages/verbs";
import type { Ctx } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";
import { failureSentence, type MethodAnswer, toolErrorResult, toolResult } from "../rules/results";
import { toolInputSchemaByName } from "../rules/tool-inputs";
import { isToolName, isToolWithoutPage, mayUseTool, type ToolAccess, type ToolName } from "../rules/tool-list";
import type { ToolCall } from "./tool-call";
import { toolRunByName } from "./tools";

/** Called when a use case has refused a call for lack of rights. */
export type ForbiddenReport = () => void;

/** Returns the rights of the token as such; what it may do on a page, the use case decides. */
export function accessOfToken({ actor }: Ctx, role: Role | null): ToolAccess {
  return { role, readOnly: actor.kind !== "token" || actor.readOnly };
}

/** Returns the highest role that the token has on any page. */
export async function readHighestRoleOfToken(ctx: Ctx): Promise<Result<Role | null>> {
  const pages = await listPages(ctx);
  if (!pages.ok) return pages;
  const held = pages.value.flatMap(({ role }) => role ?? []);
  return ok(held.reduce<Role | null>((best, role) => (best && isRoleAtLeast(best, role) ? best : role), null));
}

/** Returns the page that the call names, or the token's only page if it names none. */
export async function resolveToolCall(ctx: Ctx, page: string | undefined): Promise<Result<ToolCall>> {
  if (page !== undefined) {
    const member = ctx.member ? ok(ctx.member) : await findPageMembership(ctx, page);
    return member.ok ? ok({ ctx: { ...ctx, member: member.value }, pageId: member.value.pageId }) : member;
  }
  const pages = await listPages(ctx);
  if (!pages.ok) return pages;
  const own = pages.value.flatMap(({ id, slug, role }) => (role === null ? [] : [{ id, slug, role }]));
  const [only, ...others] = own;
  if (!only) return missingFailure;
  if (others.length > 0)
    return invalidFieldFailure("page", englishText(`Name one of: ${own.map(({ slug }) => slug).join(", ")}.`));
  return ok({ ctx: { ...ctx, member: { pageId: only.id, role: only.role } }, pageId: only.id });
}

/** Runs a tool with parsed arguments. The type parameter ensures that the arguments belong to the tool. */
const runParsed = <Name extends ToolName>(name: Name, call: ToolCall, input: unknown) =>
  (toolRunByName[name] as (call: ToolCall, input: unknown) => Promise<Result<object>>)(call, input);

async function outcomeOf(ctx: Ctx, name: ToolName, given: unknown): Promise<Result<object>> {
  const input = parseInput(toolInputSchemaByName[name], given);
  if (!input.ok) return input;
  if (isToolWithoutPage(name)) return runParsed(name, { ctx, pageId: "" }, input.value);
  const { page, ...rest } = input.value as { page?: string };
  const call = await resolveToolCall(ctx, page);
  return call.ok ? runParsed(name, call.value, rest) : call;
}

/** Runs a tool; null = the token has no such tool. An unavailable database is an answer that the agent reads. */
export async function runTool(
  ctx: Ctx,
  { name, given }: { name: string; given: unknown },
  reportForbidden: ForbiddenReport,
): Promise<MethodAnswer | null> {
  const ceiling = ctx.actor.kind === "token" ? ctx.actor.role : null;
  if (!isToolName(name) || !mayUseTool(name, accessOfToken(ctx, ceiling))) return null;
  const outcome = await outcomeOf(ctx, name, given).catch((error: unknown): Result<object> => {
    const failure = failureOfError(error);
    if (failure === null) throw error;
    return { ok: false, failure };
  });
  if (outcome.ok) return toolResult(outcome.value);
  if (outcome.failure.name === "forbidden") reportForbidden();
  return toolErrorResult(failureSentence(outcome.failure, failureDetail(outcome.failure)));
}
