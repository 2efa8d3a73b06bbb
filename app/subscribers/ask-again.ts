import { authorizeAndParse } from "~/change/authorize-and-parse";
import { changing } from "~/change/changing";
import { commitChange } from "~/change/commit";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { allowConfirmations } from "~/people/mails/allowed";
import type { Ctx } from "~/platform/ctx";
import { askingAgain } from "./asking";
import { type SubscriberRow, subscribersById, subscribersOf } from "./queries/subscriber";
import { type SubscribersTarget, subscribersTarget } from "./rules/subscriber-input";

/** Most emails of one call; the rest waits for the next call. */
const atOnce = 50;
const looked = 500;

export interface AskedAgain {
  /** Ids of the subscribers asked now. */
  ids: string[];
  /** True when others remain: for the next call, or because of the limit of their address. */
  left: boolean;
}

type Waiting = SubscriberRow & { address: string };
const waits = (row: SubscriberRow): row is Waiting =>
  row.state === "pending" && row.address !== null && row.askedAt === null;

/** Asks many unconfirmed subscribers again: at most 50 a call, each within the limits of spec §9. */
export async function askAgain(ctx: Ctx, given: SubscribersTarget): Promise<Result<AskedAgain>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: subscribersTarget }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, ids } = input;
  return changing(ctx, async (): Promise<Result<AskedAgain>> => {
    const [found] =
      ids === "all"
        ? await read(ctx, subscribersOf(ctx, pageId, { state: "pending" }, { after: "", limit: looked }))
        : await read(ctx, subscribersById(ctx, pageId, ids));
    const waiting = found.filter(waits);
    const addresses = [...new Set(waiting.map(({ address }) => address))];
    const { allowed, counted } = await allowConfirmations(ctx, addresses);
    const chosenAddresses = new Set(allowed.slice(0, atOnce));
    const chosen = [...new Map(waiting.map((row) => [row.address, row] as const)).values()].filter(({ address }) =>
      chosenAddresses.has(address),
    );
    const answer = { ids: chosen.map(({ id }) => id), left: chosen.length < waiting.length };
    if (chosen.length === 0) return ok(answer);
    const audit = { subjectKind: "subscriber", subjectId: answer.ids[0] ?? "", after: { count: chosen.length } };
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      ...askingAgain(ctx, pageId, chosen, counted(chosenAddresses)),
      audit: { action: "subscriber.resend_confirmation", ...audit },
    });
    return done.ok ? ok(answer) : done;
  });
}
