import type { Browser } from "./worker";

/** Returns the path with the page's slug and the target filled in: `id`, or `id/updates/…`. */
export const addressOf = (path: string, slug: string, target: string): string =>
  path
    .replace("{page}", slug)
    .replace(/\{id\}\/\w+\/\{(update|note|proposal|delivery|sid|number|what)\}/, target)
    .replace("{id}", target);

export interface Called {
  /** `PATCH /pages/{page}/components/{id}` */
  key: string;
  /** The path with all its names filled in. */
  address: string;
  body: unknown;
}

/**
 * Checks what every operation owes a program: rate limit headers, idempotency keys, version comparison, and errors for
 * unknown fields.
 */
export class Manners {
  readonly wrong: string[] = [];
  private keys = 0;

  constructor(
    private readonly browser: Browser,
    private readonly credentials: Record<string, string>,
    private readonly passTime: () => void,
  ) {}

  private async call(method: string, address: string, body: unknown, headers: Record<string, string> = {}) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const all = { ...this.credentials, "content-type": "application/json", ...headers };
    const answer = await this.browser.go(`/api/v1${address}`, { method, headers: all, ...sent });
    this.passTime();
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? (JSON.parse(text) as unknown) : null };
  }

  private expect(called: Called, what: string, holds: boolean): void {
    if (!holds) this.wrong.push(`${called.key}: ${what}`);
  }

  /** Checks that a repeated key gives the same answer and makes one change. */
  async once(called: Called): Promise<void> {
    const [method = ""] = called.key.split(" ");
    this.keys += 1;
    const headers = { "idempotency-key": `manners ${this.keys}` };
    const first = await this.call(method, called.address, called.body, headers);
    this.expect(called, `is answered ${first.status}`, first.status < 300);
    for (const name of ["limit", "remaining", "reset"])
      this.expect(called, `x-ratelimit-${name}`, first.headers.has(`x-ratelimit-${name}`));
    if (method !== "POST") return;
    const second = await this.call(method, called.address, called.body, headers);
    const idOf = ({ body }: { body: unknown }) => (body as { id?: string } | null)?.id;
    this.expect(called, `again is answered ${second.status}`, second.status < 300);
    this.expect(called, "made another with the same key", idOf(first) === idOf(second));
  }

  /** Checks that a version other than the newest is refused with 409. */
  async compared(called: Called): Promise<void> {
    const [method = ""] = called.key.split(" ");
    const answer = await this.call(method, called.address, called.body, { "if-match": '"999999"' });
    this.expect(called, `with another version is answered ${answer.status}`, answer.status === 409);
  }

  /** Checks that an unknown field is refused, or named and ignored. */
  async unknown(called: Called): Promise<void> {
    const [method = ""] = called.key.split(" ");
    const body = Object.fromEntries(
      Object.entries(called.body as object).map(([noun, fields]) => [noun, { ...fields, never_heard_of: 1 }]),
    );
    const { status, headers } = await this.call(method, called.address, body);
    const named = status < 300 && headers.get("x-upfront-ignored")?.includes("never_heard_of") === true;
    this.expect(called, `with an unknown field is answered ${status}`, named || status === 422);
  }
}
