import type { Result } from "~/rules/basics/failure";
import { isWhole } from "~/rules/snapshot/document-size";
import type { Drawn, Picture } from "./show";

type Story = Parameters<typeof isWhole>[0];

/** From the document while it stands there whole, else live; what was cut is better than nothing while the database is away. */
export async function recentOrLive<S extends Story>(
  recent: S | undefined,
  readLive: () => Promise<Result<S>>,
  picture: (story: S, live: boolean) => Picture,
): Promise<Drawn> {
  if (recent && isWhole(recent)) return picture(recent, false);
  const archived = await readLive();
  if (archived.ok) return picture(archived.value, true);
  return recent && archived.failure.name === "overloaded" ? picture(recent, false) : archived;
}
