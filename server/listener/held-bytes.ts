/** Bytes that are held in memory for one request. */
export interface RequestMemory {
  /** Counts more bytes; when the total is too large, the largest holder gives up. */
  grow(bytes: number): void;
  /** Counts all of it as freed. */
  release(): void;
}

interface ClientMemory {
  bytes: number;
  giveUp: () => void;
}

/**
 * Counts the bytes held in memory for clients, up to `most`: beyond it, the client that holds the most loses a request.
 */
export class MemoryBudget {
  private bytes = 0;
  private readonly clients = new Map<string, Set<ClientMemory>>();

  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.bytes;
  }

  hold(client: string, giveUp: () => void): RequestMemory {
    const held: ClientMemory = { bytes: 0, giveUp };
    const all = this.clients.get(client) ?? new Set();
    this.clients.set(client, all.add(held));
    return {
      grow: (bytes) => {
        if (!all.has(held)) return;
        held.bytes += bytes;
        this.bytes += bytes;
        while (this.bytes > this.most) this.endOne();
      },
      release: () => this.release(client, all, held),
    };
  }

  private release(client: string, all: Set<ClientMemory>, held: ClientMemory): void {
    if (!all.delete(held)) return;
    this.bytes -= held.bytes;
    if (all.size === 0 && this.clients.get(client) === all) this.clients.delete(client);
  }

  /** Ends the largest holding of the client that holds the most. */
  private endOne(): void {
    let [most, loser]: [number, [string, Set<ClientMemory>] | null] = [-1, null];
    for (const [client, all] of this.clients) {
      let bytes = 0;
      for (const each of all) bytes += each.bytes;
      if (bytes > most) [most, loser] = [bytes, [client, all]];
    }
    if (!loser) return;
    const [client, all] = loser;
    const largest = [...all].reduce((one, other) => (other.bytes > one.bytes ? other : one));
    this.release(client, all, largest);
    largest.giveUp();
  }
}
