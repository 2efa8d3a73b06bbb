import { permitOperator, permitRole } from "~/access/permission";
import { commitChange, permitStepUpActionNow } from "~/change/commit";
import { runBatch } from "~/db/run-batch";
import { fail, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { drainAllInboxes } from "~/inbox/engine/hear-first";
import type { Plan } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import {
  type RawBackupRow,
  rowsByTable,
  selectBackupRowsStatements,
  selectTableSizesStatements,
} from "./queries/backup";
import { inMemoryRowSource } from "./rules/backup";
import { writeBackupText } from "./write";

export interface BackupFile {
  name: string;
  /** JSON lines (docs/backup.md). */
  text: string;
}

/** Maximum number of characters of rows that an invocation can hold in memory and process in its time. */
const most: Record<Plan, number> = { free: 4_000_000, paid: 24_000_000, own: 24_000_000 };

const sized = (characters: number) => Math.ceil(characters / 1e6);

const tooLarge = (size: number, limit: number) =>
  fail({
    name: "conflict",
    code: "backup_too_large",
    detail: refusalFor("backup.too_large", { size: sized(size), limit: sized(limit) }),
  });

/** Reads all rows in one transaction. Their size is checked first, because too much data would end the invocation. */
async function rowsOf(ctx: Ctx, pageId: string | null): Promise<Result<RawBackupRow[]>> {
  const limit = most[ctx.config.plan];
  const sizes = await runBatch(ctx, selectTableSizesStatements(pageId));
  const size = sizes
    .flatMap(({ results }) => results as { size: number | null }[])
    .reduce((sum, each) => sum + (each.size ?? 0), 0);
  if (size > limit) return tooLarge(size, limit);
  const answers = await runBatch(ctx, selectBackupRowsStatements(pageId));
  return ok(answers.flatMap(({ results }) => results as RawBackupRow[]));
}

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);

async function fileOf(ctx: Ctx, pageId: string | undefined, name: string): Promise<Result<BackupFile>> {
  const raw = await rowsOf(ctx, pageId ?? null);
  if (!raw.ok) return raw;
  const about = {
    now: ctx.now(),
    secrets: ctx.secrets,
    withSecrets: false,
    ...(pageId === undefined ? {} : { pageId }),
  };
  const text = await writeBackupText({ from: inMemoryRowSource(rowsByTable(raw.value)), ...about });
  return ok({ name: `${name}-${dayOf(ctx.now())}.jsonl`, text });
}

interface BackupDownload {
  action: string;
  subject: string;
  pageId: string | null;
  name: string;
}

/** Makes the file after an authorisation check for reading everything; the download is recorded in the audit log. */
async function take(ctx: Ctx, { action, subject, pageId, name }: BackupDownload): Promise<Result<BackupFile>> {
  const proven = permitStepUpActionNow(ctx, action);
  if (!proven.ok) return proven;
  if (!(await drainAllInboxes(ctx))) ctx.log.warn("backup.without_inboxes");
  const file = await fileOf(ctx, pageId ?? undefined, name);
  if (!file.ok) return file;
  const audit = { action, subjectKind: subject, subjectId: pageId ?? "1" };
  const noted = await commitChange(ctx, { id: ctx.id(), pageId, audit, changes: [] });
  return noted.ok ? file : noted;
}

/** Returns everything of the deployment but its secrets, for the operator; audited, as it contains pages of others. */
export async function downloadBackup(ctx: Ctx): Promise<Result<BackupFile>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  return take(ctx, { action: "deployment.backup", subject: "deployment", pageId: null, name: "upfront-backup" });
}

/** Returns everything of one page except its secrets, for its owners. The download is recorded in the audit log. */
export async function exportPageBackup(
  ctx: Ctx,
  { pageId, slug }: { pageId: string; slug: string },
): Promise<Result<BackupFile>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "owner");
  if (!may.ok) return may;
  return take(ctx, { action: "page.export", subject: "page", pageId, name: slug });
}
