import { isRoleAtLeast } from "~/access/actor";
import type { IdOnPage } from "~/access/id-on-page";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { type RuleView, ruleViewOf } from "~/alert-rules/rule-view";
import { adapterSettingFields, maskSecretSettings, type SettingField } from "~/change/adapter-settings/settings";
import { readOnPage } from "~/change/read-permitted";
import type { sourceTable } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AnySourceAdapter } from "./contract/contract";
import { sourceAdapterOf } from "./kinds/known-kinds";
import { sourceByIdQuery } from "./queries/source";
import { sourceOverlapsQuery } from "./queries/source-overlap";
import { isOverlapOpen } from "./rules/source-overlap";
import { composeSourceSetupSteps, type SourceSetupStep } from "./setup";
import { secretsOfSource } from "./strike-out-secrets";
import { type SourceView, sourceKindTitle, sourceViewOf } from "./verbs";

export type { SourceSetupStep };

export interface SourceDetail {
  source: SourceView;
  kindTitle: string;
  /** Address for deliveries, for admins; null for everyone else. */
  ingestUrl: string | null;
  setup: SourceSetupStep[];
  settingFields: SettingField[];
  /** Settings with secrets removed; empty for everyone but admins. */
  settings: Record<string, unknown>;
  /** Tells admins which parts were encrypted with a secret that no longer exists. */
  unreadable: { settings: boolean; address: boolean };
  rules: RuleView[];
  /** Old address or secrets that still work after a rotation. For admins. */
  overlaps: OverlapView[];
}

/** The old address or the old secrets, without their values. */
export interface OverlapView {
  what: "address" | "settings";
  startedAt: number;
  endsAt: number;
  /** Times of the last delivery with the old and with the new one. */
  oldUsedAt: number | null;
  newUsedAt: number | null;
}

type SourceTableRow = typeof sourceTable.$inferSelect;

/** Returns the address; null when it was encrypted with a secret that no longer exists. It still accepts deliveries. */
export async function ingestUrlOf(ctx: Ctx, row: Pick<SourceTableRow, "tokenSealed">): Promise<string | null> {
  const token = await ctx.secrets.open(row.tokenSealed);
  return token === null ? null : `${ctx.config.origin}/ingest/${token}`;
}

/** Returns the settings; null when they were encrypted with a secret that no longer exists. */
export async function openSourceSettings(
  ctx: Ctx,
  row: Pick<SourceTableRow, "settingsSealed">,
): Promise<Record<string, unknown> | null> {
  const text = await ctx.secrets.open(row.settingsSealed);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

const overlapView = ({ what, startedAt, endsAt, oldUsedAt, newUsedAt }: OverlapView): OverlapView => ({
  what,
  startedAt,
  endsAt,
  oldUsedAt,
  newUsedAt,
});

/** Returns the source's own secrets, so that they can be removed wherever a sender repeats them. */
export async function readSourceSecrets(ctx: Ctx, row: SourceTableRow): Promise<string[]> {
  const adapter = sourceAdapterOf(row.kind);
  const [address, settings] = [await ctx.secrets.open(row.tokenSealed), await openSourceSettings(ctx, row)];
  return secretsOfSource(address, adapter ? adapterSettingFields(adapter) : [], settings ?? {});
}

async function forAdmins(ctx: Ctx, row: SourceTableRow, adapter: AnySourceAdapter | null) {
  const settings = await openSourceSettings(ctx, row);
  const ingestUrl = await ingestUrlOf(ctx, row);
  const setup = ingestUrl === null ? [] : await composeSourceSetupSteps(ctx, adapter, ingestUrl, settings);
  const unreadable = { settings: settings === null, address: ingestUrl === null };
  return { ingestUrl, setup, settings: maskSecretSettings(adapter, settings ?? {}), unreadable };
}

/** Returns one source with its rules; for admins also its address and the texts to paste. */
export const readSource = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<SourceDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [sourceByIdQuery(ctx, pageId, id), alertRulesOfPageQuery(ctx, pageId, id), sourceOverlapsQuery(ctx, pageId, id)],
    async ([[row], rules, overlaps], readersRole) => {
      if (!row) return missingFailure;
      const adapter = sourceAdapterOf(row.kind);
      const admin = isRoleAtLeast(readersRole, "admin")
        ? await forAdmins(ctx, row, adapter)
        : { ingestUrl: null, setup: [], settings: {}, unreadable: { settings: false, address: false } };
      return ok({
        source: sourceViewOf(row),
        kindTitle: sourceKindTitle(row.kind),
        ...admin,
        settingFields: adapter ? adapterSettingFields(adapter) : [],
        rules: rules.map(ruleViewOf),
        overlaps: isRoleAtLeast(readersRole, "admin")
          ? overlaps.filter((each) => isOverlapOpen(each, ctx.now())).map(overlapView)
          : [],
      });
    },
  );
