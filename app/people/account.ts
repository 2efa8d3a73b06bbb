import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { permitStepUpActionNow } from "~/change/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { emailOneTimeLink, signInBrowserMark } from "./mail-link";
import { reserveMailAllowance } from "./mails/mail-allowances";
import {
  guardPersonVersionStatement,
  pendingAddressOfPersonQuery,
  personByIdQuery,
  renamePersonStatement,
} from "./queries/sign-in";
import { emailAddressInputSchema, type RenamePersonInput, renamePersonInputSchema } from "./rules/input";
import { signInWindowMs } from "./rules/sign-in";

export interface PersonAccount {
  name: string;
  /** Null until an address is verified; until then there is no sign-in by email. */
  address: string | null;
  /** Null until known; until then management and emails follow each request. */
  language: string | null;
  timeZone: string | null;
  version: number;
  /** An address that waits for verification. */
  proving: string | null;
}

/** Returns the account of the person who asks. */
export async function readOwnAccount(ctx: Ctx): Promise<Result<PersonAccount>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const [[person], [proof]] = await readBatch(
    ctx,
    personByIdQuery(ctx, actor.id),
    pendingAddressOfPersonQuery(ctx, actor.id, ctx.now()),
  );
  if (!person) return missingFailure;
  const { name, email, language, timeZone, version } = person;
  return ok({ name, address: email, language, timeZone, version, proving: proof?.address ?? null });
}

/** Changes one's own name. Failures: invalid, conflict. */
export async function renameMyself(ctx: Ctx, given: RenamePersonInput): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  return changeOneRow(
    ctx,
    {
      role: null,
      subject: "person",
      input: renamePersonInputSchema,
      row: () => personByIdQuery(ctx, actor.id),
      show: ({ name, version }) => ({ name, version }),
    },
    given,
    ({ row, fields: { name } }) =>
      ok({
        action: "person.rename",
        guards: [guardPersonVersionStatement(row.id, row.version)],
        changes: [renamePersonStatement(row.id, name, ctx.now())],
        before: { name: row.name },
        after: { name },
      }),
  );
}

const tooManyProofs = fail({ name: "limited", retryAfter: signInWindowMs / 1000 });

/**
 * Emails a link and a code to the person's new address, which replaces the old address once either is used. An address
 * that has had its three emails of the day gets none, and the response is the same. Failures: invalid, limited
 * (requests of this person).
 */
export async function requestAddressChange(
  ctx: Ctx,
  given: { address: string; browser: string | null; request?: string | null },
): Promise<Result<{ request: string }>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const proven = permitStepUpActionNow(ctx, "person.replace_address");
  if (!proven.ok) return proven;
  const parsed = parseInput(emailAddressInputSchema, { address: given.address });
  if (!parsed.ok) return parsed;
  const [email, request] = [parsed.value.address, signInBrowserMark(ctx, given.request ?? null)];
  return decideWithRetry(ctx, async () => {
    const own = await reserveMailAllowance(ctx, `person ${actor.id}`, "proofs");
    if (!own) return tooManyProofs;
    const counted = await reserveMailAllowance(ctx, email, "unproven");
    if (!counted) return ok({ request });
    const plan = { kind: "email" as const, personId: actor.id, email, browser: given.browser };
    await emailOneTimeLink(ctx, { ...plan, request, counted: [own, counted] });
    return ok({ request });
  });
}
