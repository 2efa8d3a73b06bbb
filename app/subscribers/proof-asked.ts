import { openLink, sealLink } from "~/notifications/letters/engine/sealed-link";
import type { OtherWay } from "~/notifications/rules/contact-ways";
import { proofCode } from "~/notifications/rules/proof-code";
import type { Ctx } from "~/platform/ctx";
import { readBase64Url } from "~/platform/ids";
import type { SubscriptionWish } from "./request-confirmation";

/** A visitor's wish with an address that is not verified yet; it is stored only in the form that they see. */
export interface ProofRequest {
  pageId: string;
  kind: OtherWay;
  /** Name of the address in the row. */
  address: string;
  shown: string;
  /** Range to which the address belongs (`WayAddress`). */
  among: string | null;
  targetSealed: string;
  wish: SubscriptionWish;
  /** Unique id of this request, from which its code is made. */
  nonce: string;
  expiresAt: number;
}

const purpose = "prove";

/** Returns the sealed form value. It does not contain the code, which only the deployment can compute. */
export const sealProof = (ctx: Ctx, asked: ProofRequest): Promise<string> => sealLink(ctx, purpose, asked);

/** Returns the wish; null when this deployment did not seal it or it has expired. */
export const readProof = (ctx: Ctx, text: string): Promise<ProofRequest | null> => openLink(ctx, purpose, text);

/** Returns the code of this request and address; it cannot be computed without the deployment's key. */
export async function codeOf(ctx: Ctx, { nonce, address }: ProofRequest): Promise<string> {
  return proofCode(readBase64Url(await ctx.secrets.sign(`proof.${nonce}.${address}`)) ?? new Uint8Array());
}
