import { read } from "~/db/read";
import { ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { passkeysOf } from "../queries/credentials";
import { type PasskeyPlace, passkeyPlace } from "../rules/passkey";

export interface PasskeyView {
  id: string;
  name: string;
  /** True when it is also kept in the account of its provider, so that a lost device loses nothing. */
  backedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface ListedPasskeys {
  passkeys: PasskeyView[];
  place: PasskeyPlace;
}

/** Lists the passkeys of the person who asks, oldest first, and whether there can be any here. */
export async function listPasskeys(ctx: Ctx): Promise<Result<ListedPasskeys>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  const [rows] = await read(ctx, passkeysOf(ctx, actor.id));
  const passkeys = rows.map(({ credentialId: _key, transports: _ways, ...view }) => view);
  return ok({ passkeys, place: passkeyPlace(ctx.config.origin) });
}
