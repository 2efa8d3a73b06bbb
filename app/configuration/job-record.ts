import { runBatch } from "~/db/run-batch";
import { configurationJobTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import type { ConfigurationJobColumns, ConfigurationStepRecord } from "./job-step";
import { type ConfigurationJobRow, guardJobVersionStatement } from "./queries/configuration-job";
import { type ConfiguredThingRow, keepConfiguredThingStatements } from "./queries/configured-thing";

/** Statements of a record beside what the file forgets, and of what says afterwards when the next job goes on. */
const statementsOfRecord = 4;

/** Returns the statements that recording these steps can take. */
export const recordingStatementCount = (records: readonly ConfigurationStepRecord[]): number =>
  statementsOfRecord + 2 * records.filter(({ forgets = [] }) => forgets.length > 0).length;

/** Returns what the file forgets and keeps, in the order of the steps: rows that follow each other go together. */
function thingStatements(records: readonly ConfigurationStepRecord[]): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let rows: ConfiguredThingRow[] = [];
  const write = () => {
    statements.push(...keepConfiguredThingStatements(rows));
    rows = [];
  };
  for (const { forgets = [], keeps = [] } of records) {
    if (forgets.length > 0) write();
    statements.push(...forgets);
    rows.push(...keeps);
  }
  write();
  return statements;
}

/** Returns a job after these steps. */
export const configurationJobAfterSteps = (
  job: ConfigurationJobRow,
  records: readonly ConfigurationStepRecord[],
): ConfigurationJobRow => Object.assign({ ...job }, ...records.map(({ columns }) => columns));

/** Stores steps, guarded by the job's version: of two runners one loses and writes nothing. */
export async function commitConfigurationStepRecords(
  ctx: Ctx,
  job: ConfigurationJobRow,
  records: readonly ConfigurationStepRecord[],
  moved: Pick<ConfigurationJobColumns, "tries" | "notBefore">,
): Promise<ConfigurationJobRow> {
  const columns: ConfigurationJobColumns = Object.assign({}, ...records.map((record) => record.columns));
  const row = { id: job.id, updatedAt: ctx.now(), ...columns, ...moved };
  try {
    await runBatch(ctx, [
      guardJobVersionStatement(job),
      ...thingStatements(records),
      ...updateRowsStatements(configurationJobTable, job.pageId, [row]),
    ]);
  } catch (error) {
    throw translateDatabaseError(error);
  }
  return { ...job, ...row, version: job.version + 1 } as ConfigurationJobRow;
}
