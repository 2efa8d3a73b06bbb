import { priorCommit } from "~/db/queries/audit";
import { type ProviderRow, providerById } from "~/db/queries/provider";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { type Done, missing, replayOf } from "../change/answers";

export interface ProviderView {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  version: number;
}

/** Without its secret, which is shown to nobody. */
export const viewOf = ({ id, name, issuer, clientId, version }: ProviderRow): ProviderView => ({
  ...{ id, name, issuer, clientId, version },
});

/** Where the provider sends people back to; it has to be registered there, letter by letter. */
export const redirectAddress = ({ config }: Pick<Ctx, "config">, id: string): string =>
  `${config.origin}/manage/sign-in/provider/${id}`;

interface Target {
  id: string;
  version?: number | undefined;
}

type FoundProvider = { row: ProviderRow; answer: null } | { row: null; answer: Result<Done> };

/** The provider that a change is about, or the answer that the change already has. */
export async function findProvider(ctx: Ctx, commitId: string, { id, version }: Target): Promise<FoundProvider> {
  const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), providerById(ctx, id));
  const replay = replayOf(prior, null);
  if (replay) return { row: null, answer: replay };
  if (!row) return { row: null, answer: missing };
  if (version === undefined || version === row.version) return { row, answer: null };
  return { row: null, answer: fail({ name: "conflict", current: viewOf(row) }) };
}
