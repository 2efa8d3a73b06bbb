type Consume = (message: unknown) => Promise<unknown>;

/**
 * A queue with its one push consumer (https://developers.cloudflare.com/queues/reference/how-queues-works/): messages
 * arrive at least once, in any order (https://developers.cloudflare.com/queues/reference/delivery-guarantees/). With
 * `max_retries = 0`, as in ours, a message is lost when its consumer fails.
 */
export class EdgeQueue {
  private messages: unknown[] = [];
  private consumer: Consume | null = null;

  consume(consumer: Consume): void {
    if (this.consumer) throw new Error("Queue already has a consumer");
    this.consumer = consumer;
  }

  async send(message: unknown): Promise<void> {
    this.messages.push(message);
  }

  get waiting(): number {
    return this.messages.length;
  }

  /** Delivers all waiting messages, each so many times at once, the newest first. 0 = they are lost. */
  async deliver(times = 1): Promise<void> {
    const messages = this.messages.splice(0).reverse();
    const tries = messages.flatMap((message) => Array.from({ length: times }, () => this.consumer?.(message)));
    await Promise.allSettled(tries);
  }
}
