import { z } from "zod";
import type { Ctx } from "~/platform/ctx";
import { bestFits } from "~/text/search-match";
import { monitorKindOf } from "./kinds/known-kinds";

/** Settings to begin with: whose, what they are, where they were found and when. */
export interface Preset {
  name: string;
  settings: Record<string, string>;
  source: string;
  date: string;
}

const file = z.array(
  z.object({ name: z.string(), settings: z.record(z.string(), z.string()), source: z.string(), date: z.string() }),
);

/** All of a kind, by name; none where it has no file, or it cannot be read now. */
async function presetsOf(ctx: Ctx, kind: string): Promise<Preset[]> {
  const path = monitorKindOf(kind)?.presets;
  if (path === undefined) return [];
  const found = file.safeParse(await ctx.files.read(path));
  return found.success ? found.data : [];
}

/** Those that a search finds, all where nothing is looked for; and the one of that name. */
export async function findPresets(
  ctx: Ctx,
  { kind, search, chosen }: { kind: string; search: string; chosen: string },
): Promise<{ presets: Preset[]; preset: Preset | null }> {
  const all = await presetsOf(ctx, kind);
  const presets = search.trim() === "" ? all : bestFits(all, search, ({ name }) => name);
  return { presets, preset: all.find(({ name }) => name === chosen) ?? null };
}
