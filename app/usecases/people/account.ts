import { deciding } from "~/db/deciding";
import { addressInProof, askedBy, personById, personStands, renamePerson } from "~/db/queries/sign-in";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { addressInput, type RenameInput, renameInput } from "~/rules/people/input";
import { signInLimits, signInWindow } from "~/rules/people/sign-in";
import { type Done, missing } from "../change/answers";
import { changeOne } from "../change/change-one";
import { mailLink } from "./mail-link";

const unauthenticated = fail({ name: "unauthenticated" });

export interface Account {
  name: string;
  /** Null until one is proven: then there is no sign-in by mail. */
  address: string | null;
  version: number;
  /** An address that waits for its proof. */
  proving: string | null;
}

/** The person who asks. */
export async function readAccount(ctx: Ctx): Promise<Result<Account>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticated;
  const [[person], [proof]] = await read(ctx, personById(ctx, actor.id), addressInProof(ctx, actor.id, ctx.now()));
  if (!person) return missing;
  const { name, email, version } = person;
  return ok({ name, address: email, version, proving: proof?.address ?? null });
}

/** Changes one's own name. Failures: invalid, conflict. */
export async function renameMyself(ctx: Ctx, given: RenameInput): Promise<Result<Done>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticated;
  return changeOne(
    ctx,
    {
      role: null,
      subject: "person",
      input: renameInput,
      row: () => personById(ctx, actor.id),
      show: ({ name, version }) => ({ name, version }),
    },
    given,
    ({ row, fields: { name } }) =>
      ok({
        action: "person.rename",
        guards: [personStands(row.id, row.version)],
        changes: [renamePerson(row.id, name, ctx.now())],
        before: { name: row.name },
        after: { name },
      }),
  );
}

/** Mails a link and a code to a new address of one's own; it counts once one of them was used. */
export async function requestAddress(
  ctx: Ctx,
  given: { address: string; browser: string | null },
): Promise<Result<{ request: string }>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticated;
  const parsed = parseInput(addressInput, given);
  if (!parsed.ok) return parsed;
  const email = parsed.value.address;
  return deciding(ctx, async () => {
    const [[count]] = await read(ctx, askedBy(ctx, actor.id, ctx.now() - signInWindow));
    if ((count?.asked ?? 0) >= signInLimits.accountAndPrefix)
      return fail({ name: "limited", retryAfter: signInWindow / 1000 });
    const plan = { kind: "email" as const, personId: actor.id, email, browser: given.browser };
    return ok({ request: await mailLink(ctx, plan) });
  });
}
