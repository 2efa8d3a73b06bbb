import { bindingOver } from "../remote-database";

interface Distance {
  /**
   * Duration of a trip by the deployment's clock, in ms: 1–300, depending on the locations of the reader and the
   * database.
   */
  trip?: number;
  clock?: { now: number };
  /** Shortest real duration of an answer, in ms: calls made meanwhile run concurrently. */
  lasts?: number;
}

/** A D1 that is far from its caller. https://developers.cloudflare.com/d1/best-practices/read-replication/ */
export interface FarDatabase {
  database: D1Database;
  /**
   * Returns the number of sequential trips since `begin`: the longest chain of calls, each started after the previous
   * one's answer. Statements of one batch, and concurrent calls, are one trip.
   */
  trips(): number;
  /** Returns the number of all calls since `begin`. */
  calls(): number;
  begin(): void;
}

const passed = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** Wraps the database with its distance: each batch is a trip of its own, which advances the clock. */
export function farDatabase(
  database: D1Database,
  { trip = 250, clock = { now: 0 }, lasts = 10 }: Distance = {},
): FarDatabase {
  let [answered, calls] = [0, 0];
  const batch = async (statements: D1PreparedStatement[]) => {
    const [depth, arrives] = [answered + 1, clock.now + trip];
    calls += 1;
    try {
      const [results] = await Promise.all([database.batch(statements), passed(lasts)]);
      return results;
    } finally {
      answered = Math.max(answered, depth);
      clock.now = Math.max(clock.now, arrives);
    }
  };
  return {
    database: bindingOver(batch),
    trips: () => answered,
    calls: () => calls,
    begin: () => {
      [answered, calls] = [0, 0];
    },
  };
}
