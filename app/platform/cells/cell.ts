import { type CellMigration, migrateCell } from "./cell-schema";

/** The part of a Durable Object's state that a cell needs. */
export type CellState = Pick<DurableObjectState, "storage" | "waitUntil">;

/** Time after which an alarm that failed is set again, in ms. */
const alarmRetryMs = 5_000;

/**
 * A Durable Object with its own database and work that waits in it. It migrates itself when it is constructed, and
 * throws NewerCellError when a later version of the code has been there; then it is left untouched.
 */
export abstract class DurableObjectCell {
  constructor(
    protected readonly state: CellState,
    migrations: readonly CellMigration[],
  ) {
    migrateCell(state.storage, migrations);
  }

  /** Does the work that is due; returns when the next is due, UTC ms; null = nothing waits. */
  protected abstract runDue(): Promise<number | null>;

  protected abstract now(): number;

  /** Sets the alarm to this instant, unless it is already set to an earlier one. */
  protected async ringAt(at: number): Promise<void> {
    const { storage } = this.state;
    const set = await storage.getAlarm();
    if (set === null || set > at) await storage.setAlarm(at);
  }

  /** Runs due work, and sets the next alarm even when that fails. */
  async alarm(): Promise<void> {
    let next: number | null = this.now() + alarmRetryMs;
    try {
      next = await this.runDue();
    } finally {
      if (next !== null) await this.ringAt(next);
    }
  }
}
