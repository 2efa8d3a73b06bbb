import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

export interface Binding {
  type: string;
  name: string;
  [field: string]: unknown;
}

/** A worker as the API knows it: its last upload, and its settings outside versions. */
export interface FakeWorker {
  bindings: Binding[];
  uploads: number;
  onWorkersDev: boolean;
  crons: string[];
  /** Custom domains and zone routes, as patterns. */
  domains: string[];
  routes: { pattern: string; zone: string }[];
}

export interface FakeDatabase {
  name: string;
  uuid: string;
  location: string | null;
  rows: DatabaseSync;
}

export const accountId = "a".repeat(32);

/** All data of an account. */
export class AccountState {
  accounts = [{ id: accountId, name: "Example" }];
  subdomain: string | null = "example";
  zones = new Map<string, string[]>();
  workers = new Map<string, FakeWorker>();
  databases: FakeDatabase[] = [];
  namespaces: { id: string; title: string }[] = [];
  queues: { queue_id: string; queue_name: string; consumer: string | null }[] = [];
  /** The statements executed on the databases, newest last. */
  asked: string[] = [];

  clear(): void {
    for (const { rows } of this.databases) rows.close();
    Object.assign(this, new AccountState());
  }

  worker(name: string): FakeWorker {
    const known = this.workers.get(name);
    if (known) return known;
    const made: FakeWorker = { bindings: [], uploads: 0, onWorkersDev: false, crons: [], domains: [], routes: [] };
    this.workers.set(name, made);
    return made;
  }

  makeDatabase(name: string, location: string | null): FakeDatabase {
    const made = { name, uuid: randomUUID(), location, rows: new DatabaseSync(":memory:") };
    this.databases.push(made);
    return made;
  }

  /** Returns the value of a plain setting of a worker. */
  setting(worker: string, name: string): unknown {
    return this.workers.get(worker)?.bindings.find((each) => each.name === name)?.text;
  }
}
