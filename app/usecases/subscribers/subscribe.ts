import { shownComponents } from "~/db/queries/component";
import { pageById } from "~/db/queries/page";
import { incidentToFollow, subscriptionsOfAddress } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { networkPrefix } from "~/rules/basics/network-prefix";
import { parseInput } from "~/rules/fields/parse";
import { askingLimit, mayConfirm } from "~/rules/telling/subscribe-limit";
import { isToBeAsked } from "~/rules/telling/subscriber";
import { type SubscribeInput, subscribeInput } from "~/rules/telling/subscriber-input";
import { missing } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { asking, type Wish } from "./asking";
import { humanPace } from "./form-time";

export interface SubscribeAsked extends SubscribeInput {
  /** From where, as the network says it. */
  clientAddress: string;
  /** A field that people do not see; whoever fills it is none. */
  trap: string;
  /** Of the form, from `formTime`. */
  since: string;
}

/** Known or not, limited or not: the answer comes after the same time, in ms. */
const pace = 400;
const askers = makeLimiter(askingLimit.window);

type Parsed = ReturnType<typeof subscribeInput.parse>;

/** What can be asked for, or which field is wrong: that is about the page, not about who asks. */
async function wishOf(ctx: Ctx, input: Parsed): Promise<Result<Wish>> {
  const { pageId, scope, incidentId } = input;
  const [[page], components, [incident]] = await read(
    ctx,
    pageById(ctx, pageId),
    shownComponents(ctx, pageId),
    incidentToFollow(ctx, pageId, incidentId),
  );
  if (!page) return missing;
  const shown = new Set(components.map(({ id }) => id));
  const componentIds = scope === "components" ? input.componentIds.filter((id) => shown.has(id)) : [];
  if (scope === "components" && componentIds.length === 0)
    return invalid("componentIds", "Choose at least one component.");
  if (scope === "incident" && !incident) return missing;
  const language = input.language ?? page.language;
  const timeZone = input.timeZone ?? page.timeZone;
  return ok({ scope, componentIds, incidentId: scope === "incident" ? incidentId : "", language, timeZone });
}

/** Writes the wish and its confirmation, unless the address is active already or was asked too often. */
async function ask(ctx: Ctx, input: Parsed, wish: Wish): Promise<void> {
  const { pageId, email: address, commitId = ctx.id() } = input;
  await changing(ctx, async () => {
    const [rows] = await read(ctx, subscriptionsOfAddress(ctx, address));
    const known = rows.find((each) => each.pageId === pageId && each.incidentId === wish.incidentId) ?? null;
    const confirmationsAt = rows.flatMap((each) => each.confirmationsAt).sort((a, b) => a - b);
    if (!isToBeAsked(known?.state ?? null)) return ok({ id: "" });
    if (!mayConfirm(confirmationsAt, ctx.now())) return ok({ id: "" });
    const { id, ...asked } = asking(ctx, { pageId, address, known, wish, confirmationsAt });
    const about = { subjectKind: "subscriber", subjectId: id, after: { scope: wish.scope } };
    return commitChange(ctx, { id: commitId, pageId, ...asked, audit: { action: "subscriber.subscribe", ...about } });
  });
}

async function rest(ctx: Ctx, begun: number): Promise<void> {
  const left = begun + pace - ctx.now();
  if (left > 0) await ctx.sleep(left);
}

/**
 * Somebody wants to be told (spec §3). Whoever they are and whatever we know of the address, the answer is the same and
 * takes as long; limits of spec §9 only keep mails from leaving. Failures: invalid (`bad_email`, components), missing.
 * Reads ≤ 4 statements, writes ≤ 4 rows.
 */
export async function subscribe(ctx: Ctx, given: SubscribeAsked): Promise<Result<{ asked: true }>> {
  const begun = ctx.now();
  const { clientAddress, trap, since, ...fields } = given;
  const parsed = parseInput(subscribeInput, fields);
  if (!parsed.ok) return parsed;
  const wish = await wishOf(ctx, parsed.value);
  if (!wish.ok) return wish;
  const human = trap === "" ? await humanPace(ctx, since) : "no";
  if (human === "stale") return invalid("", "This form was open for more than a day. Submit it again.");
  const now = ctx.now();
  if (human === "yes" && askers.take(networkPrefix(clientAddress), askingLimit.perHour, now).allowed) {
    await ask(ctx, parsed.value, wish.value);
  }
  await rest(ctx, begun);
  return ok({ asked: true });
}
