import type { Ctx } from "~/platform/ctx";
import { passkeysOf } from "../queries/credentials";

/** The lookup of one's own passkey; no one can change another person's. */
export const minePasskey = (ctx: Ctx, personId: string) => ({
  role: null,
  subject: "passkey" as const,
  row: () => passkeysOf(ctx, personId),
  find: (mine: Awaited<ReturnType<typeof passkeysOf>>, { id }: { id: string }) => mine.find((each) => each.id === id),
});
