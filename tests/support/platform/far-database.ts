import { bindingOver } from "../remote-database";

interface Distance {
  /** How long a trip takes by the deployment's clock, in ms: 1–300, by where the reader and the database are. */
  trip?: number;
  clock?: { now: number };
  /** How long an answer really takes at the least, in ms: what is begun meanwhile goes beside it. */
  lasts?: number;
}

/** A D1 that is far from who asks it. https://developers.cloudflare.com/d1/best-practices/read-replication/ */
export interface FarDatabase {
  database: D1Database;
  /**
   * Trips one after the other since `begin`: the longest chain of calls of which each was begun after the answer of the
   * one before. Statements of one batch, and calls side by side, are one trip.
   */
  trips(): number;
  /** All calls since `begin`. */
  calls(): number;
  begin(): void;
}

const passed = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** The database with its distance: each batch is a trip of its own, which passes on the clock. */
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
