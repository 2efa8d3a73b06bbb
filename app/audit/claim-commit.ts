import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { commitsNamed } from "./queries/audit";

async function look(ctx: Ctx, name: string, id: string): Promise<Result<true>> {
  const [known] = await read(ctx, commitsNamed(ctx, name));
  if (known.every((each) => each.id === id)) return ok(true);
  const detail = said("commit.key_reused");
  return fail({ name: "invalid", fields: { "idempotency-key": detail }, code: "idempotency_key_reused" });
}

/**
 * The id of the commit that a program names by a key of its own. The same name with the same content is the same commit;
 * with other content it is a mistake of the program's: `claimed` says so, before the commit may be made. One statement.
 */
export function claimCommit(ctx: Ctx, name: string, content: string): { id: string; claimed: Promise<Result<true>> } {
  const id = `${name}-${content}`;
  return { id, claimed: look(ctx, name, id) };
}
