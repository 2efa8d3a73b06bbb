/** A KV namespace in memory that counts writes and can be away. */
export class KeyValues {
  readonly kept = new Map<string, string>();
  puts = 0;
  away = false;
  /** Called before a value is written. */
  before: (key: string) => Promise<unknown> = async () => undefined;

  async get(key: string, type?: "json"): Promise<unknown> {
    if (this.away) throw new Error("KV is away");
    const text = this.kept.get(key) ?? null;
    return text !== null && type === "json" ? JSON.parse(text) : text;
  }

  async put(key: string, text: string): Promise<void> {
    this.puts++;
    if (this.away) throw new Error("KV is away");
    await this.before(key);
    this.kept.set(key, text);
  }

  async delete(key: string): Promise<void> {
    if (this.away) throw new Error("KV is away");
    this.kept.delete(key);
  }
}
