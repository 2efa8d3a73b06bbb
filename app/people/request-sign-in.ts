import { decideWithRetry } from "~/commit/decide-with-retry";
import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { networkPrefix } from "~/net/network-prefix";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { logDeferredWork } from "~/platform/log-left-work";
import { emailOneTimeLink, signInBrowserMark } from "./mail-link";
import { isDeviceOfPerson, isKnownDevice } from "./mails/known-device";
import { reserveMailAllowance } from "./mails/mail-allowances";
import { reserveStrangerRows } from "./mails/stranger-rows";
import { personByAddressQuery } from "./queries/sign-in";
import { emailAddressInputSchema } from "./rules/input";
import { signInLimits, signInWindowMs } from "./rules/sign-in";

const limiter = makeRateLimiter(signInWindowMs);

export interface SignInRequest {
  address: string;
  /** Network address of the request, as the edge reports it. */
  from: string | null;
  /** Name of their browser, if it is a known one, for the email. */
  browser: string | null;
  /** The mark that the browser has from an earlier request; null when it has none. */
  request?: string | null;
  /** The cookie by which the browser is known to a person who signed in there; null when it has none. */
  device?: string | null;
}

interface HashedSignInRequest extends Omit<SignInRequest, "request" | "from"> {
  request: string;
}

/**
 * Emails the person, if there is one and the limits allow it. A browser with which they signed in before has separate
 * limits, so that strangers cannot use them up.
 */
async function mailPerson(ctx: Ctx, { address, browser, request, device = null }: HashedSignInRequest): Promise<void> {
  await decideWithRetry(ctx, async () => {
    const [[person]] = await readBatch(ctx, personByAddressQuery(ctx, address));
    if (!person || person.disabledAt !== null) return;
    const known = await isDeviceOfPerson(ctx, device, person.id);
    const counted = known
      ? await reserveMailAllowance(ctx, address, "sign_in", "known_device")
      : await reserveMailAllowance(ctx, address, "sign_in");
    const rows = known ? { guards: [], changes: [] } : await reserveStrangerRows(ctx, "sign_in");
    if (!counted || !rows) return;
    await emailOneTimeLink(ctx, { kind: "mail", personId: person.id, browser, request, counted: [counted, rows] });
  });
}

/**
 * Emails a link and a code to the person of this address, after the answer: it does not wait for the lookup, and is the
 * same for an unknown address and beyond every limit of an address. A network's lookups are counted in memory, and
 * refused openly beyond their limit. Failures: invalid, limited (the network).
 */
export async function requestSignIn(ctx: Ctx, given: SignInRequest): Promise<Result<{ request: string }>> {
  const parsed = parseInput(emailAddressInputSchema, { address: given.address });
  if (!parsed.ok) return parsed;
  const { device = null, browser } = given;
  const request = signInBrowserMark(ctx, given.request ?? null);
  const known = await isKnownDevice(ctx, device);
  const counted = known ? null : limiter.take(networkPrefix(given.from), signInLimits.prefix, ctx.now());
  if (counted?.allowed === false) return fail({ name: "limited", retryAfter: counted.retryAfter });
  const asking = { address: parsed.value.address, browser, request, device };
  const work = mailPerson(ctxAfterAnswer(ctx, ctx.actor), asking);
  ctx.defer(work.catch((error) => logDeferredWork(ctx.log, "sign_in.mail", error)));
  return ok({ request });
}
