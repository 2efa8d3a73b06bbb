import { type CellMigration, migrateCell } from "./cell-schema";

/** What of a Durable Object's state a cell needs. */
export type CellState = Pick<DurableObjectState, "storage" | "waitUntil">;

/** An alarm that died is rung again after so many ms. */
const again = 5_000;

/**
 * A Durable Object with a database of its own and work that waits in it. It migrates itself when it is made, and throws
 * NewerCell where a later version of the code has been here: then nothing of it is touched.
 */
export abstract class Cell {
  constructor(
    protected readonly state: CellState,
    migrations: readonly CellMigration[],
  ) {
    migrateCell(state.storage, migrations);
  }

  /** Does what is due; answers when something is due again, UTC ms; null = nothing waits. */
  protected abstract runDue(): Promise<number | null>;

  protected abstract now(): number;

  /** Rings at this instant, or before where it would have anyway. */
  protected async ringAt(at: number): Promise<void> {
    const { storage } = this.state;
    const set = await storage.getAlarm();
    if (set === null || set > at) await storage.setAlarm(at);
  }

  /** Whatever becomes of it, what waits is taken up again. */
  async alarm(): Promise<void> {
    let next: number | null = this.now() + again;
    try {
      next = await this.runDue();
    } finally {
      if (next !== null) await this.ringAt(next);
    }
  }
}
