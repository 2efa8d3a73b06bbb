import { commitsNamed } from "~/db/queries/audit";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { said } from "~/rules/failures/refusal";

/**
 * The id of the commit that a program names by a key of its own. The same name with the same content is the same commit;
 * with other content it is a mistake of the program's, and told. One statement.
 */
export async function claimCommit(ctx: Ctx, name: string, content: string): Promise<Result<string>> {
  const id = `${name}-${content}`;
  const [known] = await read(ctx, commitsNamed(ctx, name));
  if (known.every((each) => each.id === id)) return ok(id);
  const detail = said("commit.key_reused");
  return fail({ name: "invalid", fields: { "idempotency-key": detail }, code: "idempotency_key_reused" });
}
