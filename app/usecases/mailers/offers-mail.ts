import { anyMailer } from "~/db/queries/mailer";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { onePerDeployment } from "~/platform/isolate";
import { isYoung } from "~/rules/basics/instants";
import { isAway } from "../published/part-reader";

const known = onePerDeployment(() => ({ offeredAt: Number.NEGATIVE_INFINITY }));
const knownFor = 60_000;

/**
 * Whether mail can leave at all: a mailer is set up. That there is one is remembered for a minute; that there is none is
 * asked again, and costs no row. While the database is away the form is shown as it was: its answer says what is wrong.
 */
export async function offersMail(ctx: Ctx): Promise<boolean> {
  const now = ctx.now();
  const seen = known(ctx);
  if (isYoung(seen.offeredAt, now, knownFor) || isAway()) return true;
  try {
    const [found] = await read(ctx, anyMailer(ctx));
    if (found.length > 0) seen.offeredAt = now;
    return found.length > 0;
  } catch (error) {
    ctx.log.error("mailers.offered", error);
    return true;
  }
}
