import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/**
 * A Durable Object's storage on Node's SQLite, as far as `app/platform/cells` uses it. tests/laws/database-as-d1 and
 * tests/journeys/database-away test the same in workerd.
 */
export class CellStorage {
  private readonly database = new DatabaseSync(":memory:");
  private readonly values = new Map<string, unknown>();
  /** Time of the alarm, UTC ms; null = it is not set. */
  alarmAt: number | null = null;

  readonly sql = {
    databaseSize: 0,
    exec: (text: string, ...params: SQLInputValue[]) => {
      const statement = this.database.prepare(text);
      statement.setReturnArrays(true);
      const columnNames = statement.columns().map(({ name }) => name);
      const rows = statement.all(...params) as unknown as unknown[][];
      return { columnNames, rowsRead: rows.length, rowsWritten: 0, raw: () => rows.values() };
    },
  };

  transactionSync<T>(work: () => T): T {
    this.database.exec("SAVEPOINT batch");
    try {
      const done = work();
      this.database.exec("RELEASE batch");
      return done;
    } catch (error) {
      this.database.exec("ROLLBACK TO batch; RELEASE batch");
      throw error;
    }
  }

  get = async (key: string) => this.values.get(key);
  put = async (key: string, value: unknown) => void this.values.set(key, value);
  delete = async (key: string) => this.values.delete(key);
  getAlarm = async () => this.alarmAt;
  setAlarm = async (at: number) => {
    this.alarmAt = at;
  };

  close(): void {
    this.database.close();
  }
}
