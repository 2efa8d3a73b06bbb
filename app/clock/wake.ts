import { runSender } from "~/notifications/engine/wake";
import { afterwards, type Ctx } from "~/platform/ctx";

/** A message of the queue: there may be something to send. What it says is nothing; the rows are the truth. */
export async function wake(ctx: Ctx): Promise<void> {
  await runSender(afterwards(ctx, { kind: "machine", id: "sender" }));
}
