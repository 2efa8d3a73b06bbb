import { rulesOf } from "~/db/queries/rule";
import { sourceById } from "~/db/queries/source";
import { read } from "~/db/read";
import type { source as sourceTable } from "~/db/schema";
import type { AnySource } from "~/ingest/contract";
import { sourceOf } from "~/ingest/sources";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { atLeast, permit } from "~/rules/permission";
import { missing } from "../change";
import { type RuleView, ruleView } from "../rules/view";
import { kindTitle, type SourceView, viewOf } from "./list";
import { masked, type SettingField, settingFields } from "./settings";

export interface SetupStep {
  title: string;
  text: string;
  /** What to paste, exactly. */
  paste: string;
}

export interface SourceDetail {
  source: SourceView;
  kindTitle: string;
  /** For admins; null for everybody else. */
  ingestUrl: string | null;
  setup: SetupStep[];
  settingFields: SettingField[];
  /** Secrets struck out; empty for who is no admin. */
  settings: Record<string, unknown>;
  rules: RuleView[];
}

type Row = typeof sourceTable.$inferSelect;

export const ingestUrlOf = async (ctx: Ctx, row: Pick<Row, "tokenSealed">): Promise<string> =>
  `${ctx.config.origin}/ingest/${await ctx.secrets.open(row.tokenSealed)}`;

export const settingsOf = async (ctx: Ctx, row: Pick<Row, "settingsSealed">): Promise<Record<string, unknown>> =>
  JSON.parse(await ctx.secrets.open(row.settingsSealed)) as Record<string, unknown>;

function stepsOf(adapter: AnySource | null, ingestUrl: string, settings: unknown): SetupStep[] {
  const parsed = adapter?.settings.safeParse(settings);
  if (!adapter || !parsed?.success) return [];
  const { intro, snippets } = adapter.setup({ ingestUrl, settings: parsed.data });
  return snippets.map(({ title, text }, index) => ({ title, text: index === 0 ? intro : "", paste: text }));
}

async function forAdmins(ctx: Ctx, row: Row, adapter: AnySource | null) {
  const settings = await settingsOf(ctx, row);
  const ingestUrl = await ingestUrlOf(ctx, row);
  return { ingestUrl, setup: stepsOf(adapter, ingestUrl, settings), settings: masked(adapter, settings) };
}

/** One source with its rules; for admins with its address and what to paste on the other side. */
export async function readSource(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<SourceDetail>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[row], rules] = await read(ctx, sourceById(ctx, pageId, id), rulesOf(ctx, pageId, id));
  if (!row) return missing;
  const adapter = sourceOf(row.kind);
  const admin = atLeast(may.value, "admin")
    ? await forAdmins(ctx, row, adapter)
    : { ingestUrl: null, setup: [], settings: {} };
  return ok({
    source: viewOf(row),
    kindTitle: kindTitle(row.kind),
    ...admin,
    settingFields: adapter ? settingFields(adapter) : [],
    rules: rules.map(ruleView),
  });
}
