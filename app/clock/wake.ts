import { runSender } from "~/notifications/engine/wake";
import { afterwards, type Ctx } from "~/platform/ctx";

/**
 * Handles a message of the queue, which says that notifications may be due. Its content is ignored; the rows decide.
 */
export async function wake(ctx: Ctx): Promise<void> {
  await runSender(afterwards(ctx, { kind: "machine", id: "sender" }));
}
