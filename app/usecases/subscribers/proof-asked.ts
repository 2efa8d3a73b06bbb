import type { Ctx } from "~/platform/ctx";
import { readBase64Url } from "~/platform/ids";
import { proofCode } from "~/rules/telling/proof-code";
import type { OtherWay } from "~/rules/telling/ways";
import type { Wish } from "./asking";

/** What a visitor asked for whose address is not proven: it is nowhere but in the form that they see. */
export interface ProofAsked {
  pageId: string;
  kind: OtherWay;
  /** How the row will know it. */
  address: string;
  shown: string;
  targetSealed: string;
  wish: Wish;
  /** Of this asking: its code is made from it. */
  nonce: string;
  expiresAt: number;
}

const purpose = "prove";

/** Sealed with the deployment's key; the code is not in it, as only the deployment can make it. */
export const sealProof = (ctx: Ctx, asked: ProofAsked): Promise<string> =>
  ctx.secrets.seal(JSON.stringify({ purpose, ...asked }));

/** null when we did not make it, or its time is over. */
export async function readProof(ctx: Ctx, text: string): Promise<ProofAsked | null> {
  if (!/^[\w-]{8}\.[\w-]{40,12000}$/.test(text)) return null;
  const opened = await ctx.secrets.open(text);
  const found = opened === null ? null : (JSON.parse(opened) as ProofAsked & { purpose?: string });
  return found?.purpose === purpose && found.expiresAt > ctx.now() ? found : null;
}

/** Of this asking and address; nobody makes it without the deployment's key. */
export async function codeOf(ctx: Ctx, { nonce, address }: ProofAsked): Promise<string> {
  return proofCode(readBase64Url(await ctx.secrets.sign(`proof.${nonce}.${address}`)) ?? new Uint8Array());
}
