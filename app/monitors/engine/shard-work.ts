import type { MonitorShardRow } from "../queries/shard";
import type {
  MonitorCheckResult,
  PlannedMonitor,
  ProbeMeasurement,
  SecondOpinion,
  UsualResponseTime,
} from "../rules/monitor";
import type { MonitorDayRow } from "../rules/recorded-minutes";
import type { MonitorMinuteResult } from "../rules/shard-step";

/** A shard to be checked in a minute, with what its invocation needs for it. */
export interface MonitorShardWork {
  shard: MonitorShardRow;
  /** The minute, as UTC ms / 60,000. */
  minute: number;
  /** Minute since which the deployment was stopped, until this one; null or absent when it was running. */
  stoppedAt?: number | null;
  /** Time after which no check starts, in UTC ms. */
  until: number;
  /** Address that shows whether our own network works; null when none is set. */
  selfCheck: string | null;
  /** The same address, encrypted for storage. */
  selfCheckSealed?: string | null;
  /** The deployment's token for Globalping, sealed; null or absent when none is set. */
  tokenSealed?: string | null;
  /** Failing checks are repeated half as often as their monitors want; absent = as often. */
  sparesRetries?: boolean;
}

/** The part of it that the states of a minute are decided from. */
export type ShardMinuteInput = Pick<MonitorShardWork, "shard" | "minute" | "stoppedAt">;

/** Everything that was seen of the monitors of some shards in a minute, by monitor. */
export interface ShardCheckResults {
  sights: Map<string, MonitorCheckResult>;
  opinions: Map<string, SecondOpinion[]>;
  /** Measurements to be read in a later minute. */
  asked: Map<string, ProbeMeasurement>;
  /** Usual response times; absent when they were not computed. */
  usual?: Map<string, UsualResponseTime>;
}

/** A monitor after a minute. */
export interface MonitorAfterMinute {
  monitor: PlannedMonitor;
  stepped: MonitorMinuteResult;
  /** Rows of further hours and days besides the step's, from a report, which may cover several. */
  hours?: readonly { hour: number; minutes: string }[];
  days?: readonly MonitorDayRow[];
}

/** A shard after a minute. */
export interface ShardAfterMinute {
  work: Pick<MonitorShardWork, "shard" | "minute">;
  made: readonly MonitorAfterMinute[];
}
