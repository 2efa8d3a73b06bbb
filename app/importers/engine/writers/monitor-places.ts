import { monitorShardTable } from "~/db/schema";
import { insertRowsStatements, keepExistingRowsOption, type SqlStatement } from "~/db/write";
import { guardShardCapacitiesStatements } from "~/monitors/queries/monitor-rows";
import { maxMonitorsPerShard, rebuildShardPlanStatement } from "~/monitors/queries/shard";
import { minuteMs } from "~/time/durations";

interface ShardPlace {
  id: string | null;
  agentId: string | null;
  cost: number;
}

/** Gives many monitors their places in the shards that are checked from here, and notes whose plans change. */
export class ImportedMonitorPlaces {
  private readonly costs = new Map<string, number>();
  private readonly added = new Map<string, number>();
  private readonly made: string[] = [];
  private readonly changed = new Set<string>();

  constructor(places: readonly ShardPlace[]) {
    for (const { id, agentId, cost } of places) if (id !== null && agentId === null) this.costs.set(id, cost);
  }

  private add(shardId: string, cost: number): string {
    this.costs.set(shardId, (this.costs.get(shardId) ?? 0) + cost);
    this.added.set(shardId, (this.added.get(shardId) ?? 0) + cost);
    this.changed.add(shardId);
    return shardId;
  }

  /** Returns a shard with room for so many calls, or a new one with this id. */
  place(cost: number, newShardId: string): string {
    const found = [...this.costs].find(([, taken]) => taken + cost <= maxMonitorsPerShard);
    if (found) return this.add(found[0], cost);
    this.made.push(newShardId);
    return this.add(newShardId, cost);
  }

  /** Returns the shard of a monitor whose calls change: its own if they fit there, else another. */
  replace(monitor: { shardId: string; cost: number }, cost: number, newShardId: string): string {
    const { shardId } = monitor;
    this.changed.add(shardId);
    const others = (this.costs.get(shardId) ?? monitor.cost) - monitor.cost;
    if (cost <= monitor.cost || others + cost <= maxMonitorsPerShard) return this.add(shardId, cost - monitor.cost);
    this.add(shardId, -monitor.cost);
    return this.place(cost, newShardId);
  }

  /** Returns the rows of new shards, behind a guard that the others still have the room. */
  before(pageId: string, now: number): SqlStatement[] {
    const minute = Math.floor(now / minuteMs);
    const row = { pageId, minute, agentId: null, every: 0, plan: [], rings: {}, states: {} };
    const filled = [...this.added].filter(([id, cost]) => cost > 0 && !this.made.includes(id));
    return [
      ...guardShardCapacitiesStatements(
        pageId,
        filled.map(([id, cost]) => ({ id, room: maxMonitorsPerShard - cost })),
      ),
      ...insertRowsStatements(
        monitorShardTable,
        this.made.map((id) => ({ id, ...row })),
        { onConflict: keepExistingRowsOption },
      ),
    ];
  }

  /** Returns the statement that makes the plans of all of them again. */
  after(pageId: string): SqlStatement[] {
    return this.changed.size === 0 ? [] : [rebuildShardPlanStatement(pageId, [...this.changed])];
  }
}

/** Room for checks in the deployment's plan. */
export class ImportCheckCapacity {
  constructor(private checksPerHour: number) {}

  /** Takes so many checks an hour, if there are any left; what gives some back always fits. */
  takes(more: number): boolean {
    if (more > 0 && more > this.checksPerHour) return false;
    this.checksPerHour -= more;
    return true;
  }
}
