import { runSender } from "~/notifications/engine/wake";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";

/**
 * Handles a message of the queue, which says that notifications may be due. Its content is ignored; the rows decide.
 */
export async function handleSenderMessage(ctx: Ctx): Promise<void> {
  await runSender(ctxAfterAnswer(ctx, { kind: "machine", id: "sender" }));
}
