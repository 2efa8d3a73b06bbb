import { openLinkToken, sealLinkToken } from "~/notifications/letters/engine/sealed-link";
import type { ContactWayWithAddress } from "~/notifications/rules/contact-ways";
import { verificationCode } from "~/notifications/rules/verification-code";
import type { Ctx } from "~/platform/ctx";
import { parseBase64Url } from "~/platform/ids";
import type { RequestedSubscription } from "./confirmation-request";

/** A requested subscription whose address is not verified yet; it is stored only in the form for the code. */
export interface PendingVerification {
  pageId: string;
  kind: ContactWayWithAddress;
  /** Name of the address in the row. */
  address: string;
  shown: string;
  /** Range to which the address belongs (`WayAddress`). */
  among: string | null;
  targetSealed: string;
  /** The requested subscription, under the name that it has in sealed forms. */
  wish: RequestedSubscription;
  /** Unique id of this verification, from which its code is made. */
  nonce: string;
  expiresAt: number;
}

const purpose = "prove";

/** Returns the sealed form value. It does not contain the code, which only the deployment can compute. */
export const sealPendingVerification = (ctx: Ctx, pending: PendingVerification) => sealLinkToken(ctx, purpose, pending);

/** Returns the pending verification; null when this deployment did not seal it or it has expired. */
export const openPendingVerification = (ctx: Ctx, text: string) =>
  openLinkToken<PendingVerification>(ctx, purpose, text);

/** Returns the code of this verification and address; it cannot be computed without the deployment's key. */
export async function deriveVerificationCode(ctx: Ctx, { nonce, address }: PendingVerification): Promise<string> {
  return verificationCode(parseBase64Url(await ctx.secrets.sign(`proof.${nonce}.${address}`)) ?? new Uint8Array());
}
