import { openLink, sealLink } from "~/notifications/letters/engine/sealed-link";
import { proofCode } from "~/notifications/rules/proof-code";
import type { OtherWay } from "~/notifications/rules/ways";
import type { Ctx } from "~/platform/ctx";
import { readBase64Url } from "~/platform/ids";
import type { Wish } from "./asking";

/** What a visitor asked for whose address is not proven: it is nowhere but in the form that they see. */
export interface ProofAsked {
  pageId: string;
  kind: OtherWay;
  /** How the row will know it. */
  address: string;
  shown: string;
  /** Of what it is one (`WayAddress`). */
  among: string | null;
  targetSealed: string;
  wish: Wish;
  /** Of this asking: its code is made from it. */
  nonce: string;
  expiresAt: number;
}

const purpose = "prove";

/** The code is not in it, as only the deployment can make it. */
export const sealProof = (ctx: Ctx, asked: ProofAsked): Promise<string> => sealLink(ctx, purpose, asked);

/** null when we did not make it, or its time is over. */
export const readProof = (ctx: Ctx, text: string): Promise<ProofAsked | null> => openLink(ctx, purpose, text);

/** Of this asking and address; nobody makes it without the deployment's key. */
export async function codeOf(ctx: Ctx, { nonce, address }: ProofAsked): Promise<string> {
  return proofCode(readBase64Url(await ctx.secrets.sign(`proof.${nonce}.${address}`)) ?? new Uint8Array());
}
