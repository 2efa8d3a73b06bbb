import { z } from "zod";
import type { Ctx } from "~/platform/ctx";
import { sortBySearchRank } from "~/text/search-match";
import { monitorKindOf } from "./kinds/known-kinds";

/** Settings to start from, with their name, source and date. */
export interface MonitorPreset {
  name: string;
  settings: Record<string, string>;
  source: string;
  date: string;
}

const file = z.array(
  z.object({ name: z.string(), settings: z.record(z.string(), z.string()), source: z.string(), date: z.string() }),
);

/** Returns all presets of a kind, by name; none when it has no file, or the file cannot be read now. */
async function presetsOf(ctx: Ctx, kind: string): Promise<MonitorPreset[]> {
  const path = monitorKindOf(kind)?.presets;
  if (path === undefined) return [];
  const found = file.safeParse(await ctx.files.read(path));
  return found.success ? found.data : [];
}

/** Returns the presets that match a search, or all without one; and the chosen preset. */
export async function findMonitorPresets(
  ctx: Ctx,
  { kind, search, chosen }: { kind: string; search: string; chosen: string },
): Promise<{ presets: MonitorPreset[]; preset: MonitorPreset | null }> {
  const all = await presetsOf(ctx, kind);
  const presets = search.trim() === "" ? all : sortBySearchRank(all, search, ({ name }) => name);
  return { presets, preset: all.find(({ name }) => name === chosen) ?? null };
}
