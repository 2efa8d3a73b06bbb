import { deciding } from "~/commit/deciding";
import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { networkPrefix } from "~/net/network-prefix";
import { afterwards, type Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { makeLimiter } from "~/platform/limiter";
import { mailLink, markOf } from "./mail-link";
import { allowMail } from "./mails/allowed";
import { isKnownDevice, knowsDevice } from "./mails/known-device";
import { strangersRows } from "./mails/stranger-rows";
import { personByAddress } from "./queries/sign-in";
import { addressInput } from "./rules/input";
import { signInLimits, signInWindow } from "./rules/sign-in";

const limiter = makeLimiter(signInWindow);

export interface SignInRequest {
  address: string;
  /** The network address of who asks, as the edge says it. */
  from: string | null;
  /** Their browser in known words, for the mail. */
  browser: string | null;
  /** What marks the browser already, from an earlier request; null = nothing. */
  request?: string | null;
  /** By which it is known to somebody who signed in there; null = to nobody. */
  device?: string | null;
}

interface Asking extends Omit<SignInRequest, "request" | "from"> {
  request: string;
}

/**
 * The mail itself, where there is such a person and they may be mailed: a browser that they signed in with before takes
 * nothing from what strangers may cause, and has mails of its own.
 */
async function mailPerson(ctx: Ctx, { address, browser, request, device = null }: Asking): Promise<void> {
  await deciding(ctx, async () => {
    const [[person]] = await read(ctx, personByAddress(ctx, address));
    if (!person || person.disabledAt !== null) return;
    const known = await knowsDevice(ctx, device, person.id);
    const counted = known
      ? await allowMail(ctx, address, "sign_in", "known_device")
      : await allowMail(ctx, address, "sign_in");
    const rows = known ? { guards: [], changes: [] } : await strangersRows(ctx, "sign_in");
    if (!counted || !rows) return;
    await mailLink(ctx, { kind: "mail", personId: person.id, browser, request, counted: [counted, rows] });
  });
}

/**
 * Mails a link and a code to the person of this address, after the answer: it waits for no look-up, and is the same for
 * an address of nobody and beyond every limit of an address. What a network may look up is counted in memory, and said
 * where it is spent. Failures: invalid, limited (the network).
 */
export async function requestSignIn(ctx: Ctx, given: SignInRequest): Promise<Result<{ request: string }>> {
  const parsed = parseInput(addressInput, { address: given.address });
  if (!parsed.ok) return parsed;
  const { device = null, browser } = given;
  const request = markOf(ctx, given.request ?? null);
  const known = await isKnownDevice(ctx, device);
  const counted = known ? null : limiter.take(networkPrefix(given.from), signInLimits.prefix, ctx.now());
  if (counted?.allowed === false) return fail({ name: "limited", retryAfter: counted.retryAfter });
  const asking = { address: parsed.value.address, browser, request, device };
  const work = mailPerson(afterwards(ctx, ctx.actor), asking);
  ctx.defer(work.catch((error) => logLeft(ctx.log, "sign_in.mail", error)));
  return ok({ request });
}
