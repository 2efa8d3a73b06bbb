import { InboxCell } from "~/inbox/inbox-cell";
import { ctxAfterAnswer, makeCtx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import { CellStorage } from "./cell-storage";
import type { TestDeployment } from "./database";
import { isWrite, sqlOf } from "./faults";
import { bindingOver } from "./remote-database";

/** The inboxes of a deployment, with workerd's concurrency: while one awaits something, it takes further requests. */
export interface TestInboxes {
  /** Returns the number of entries that they hold. */
  held(): number;
  /** Fires all alarms that are due by the clock; returns true when there was one. */
  ring(): Promise<boolean>;
  /** True while no object answers. */
  away: boolean;
  close(): void;
}

export function bindInboxes(deployment: TestDeployment): TestInboxes {
  const deferred = (work: Promise<unknown>) => void work.catch(() => undefined);
  let own: Partial<Bindings> = {};
  const open = () => {
    const { INBOX: _, ...rest } = deployment.bindings;
    // An isolate's memory is keyed by its bindings.
    if (own.DB !== rest.DB) own = rest;
    const around = { now: () => deployment.clock.now, sleep: async () => undefined, defer: deferred };
    return ctxAfterAnswer(makeCtx(own as Bindings, around), { kind: "machine", id: "inbox" });
  };
  const cells = new Map<string, { cell: InboxCell; storage: CellStorage }>();
  const cellOf = (name: string): InboxCell => {
    const made = cells.get(name) ?? makeCell();
    cells.set(name, made);
    return made.cell;
  };
  const makeCell = () => {
    const storage = new CellStorage();
    const state = { storage: storage as unknown as DurableObjectStorage, waitUntil: deferred };
    return { cell: new InboxCell(state, open), storage };
  };
  const inboxes: TestInboxes = {
    away: false,
    held: () =>
      [...cells.values()].reduce((sum, { storage }) => {
        const [count] = storage.sql.exec("SELECT count(*) FROM entry").raw().next().value ?? [];
        return sum + Number(count);
      }, 0),
    async ring() {
      const due = [...cells].filter(
        ([, { storage }]) => storage.alarmAt !== null && storage.alarmAt <= deployment.clock.now,
      );
      for (const [, { storage }] of due) storage.alarmAt = null;
      await Promise.all(due.map(([, { cell }]) => cell.alarm()));
      return due.length > 0;
    },
    close() {
      for (const { storage } of cells.values()) storage.close();
    },
  };
  const namespace = {
    idFromName: (name: string) => ({ name }),
    get: ({ name }: { name: string }) => ({
      fetch: (url: string, init: RequestInit) =>
        inboxes.away
          ? Promise.reject(new Error("Network connection lost."))
          : cellOf(name).fetch(new Request(url, init)),
    }),
  };
  deployment.bindings.INBOX = namespace as unknown as NonNullable<Bindings["INBOX"]>;
  return inboxes;
}

interface AwayDatabase {
  away: boolean;
  /** True when it is away from its next commit on, whose answer is lost. */
  awayAfterWrite: boolean;
  /** Duration of each batch, in ms. */
  slow: number;
  /** Batches with these words are lost; null = none are. */
  losing: string | null;
}

/** Wraps the deployment's database so that it can be away, slow, or lose some calls. */
export function awayDatabase(deployment: TestDeployment): AwayDatabase {
  const { DB } = deployment.bindings;
  const state: AwayDatabase = { away: false, awayAfterWrite: false, slow: 0, losing: null };
  const gone = () => new Error("D1_ERROR: Network connection lost.");
  deployment.bindings.DB = bindingOver(async (statements) => {
    const { losing, slow } = state;
    if (state.away || (losing !== null && statements.some((each) => sqlOf(each).includes(losing)))) throw gone();
    if (slow > 0) await new Promise((done) => setTimeout(done, slow));
    const answers = await DB.batch(statements);
    if (!state.awayAfterWrite || !isWrite(statements)) return answers;
    Object.assign(state, { away: true, awayAfterWrite: false });
    throw gone();
  });
  return state;
}
