import { orThrow, type PageDesk } from "~/ui/frame/desk";
import { readMaintenance } from "../read";
import { lengths } from "./lengths";

const isLength = (text: string) => (lengths as readonly string[]).includes(text);

/** So many minutes after the end that is planned; a planned end that has passed counts from now. null = none of the lengths. */
export async function laterEnd({ ctx, pageId }: PageDesk, id: string, minutes: string): Promise<number | null> {
  if (!isLength(minutes)) return null;
  const { endsAt } = orThrow(await readMaintenance(ctx, { pageId, id })).maintenance;
  return Math.max(endsAt, ctx.now()) + Number(minutes) * 60_000;
}
