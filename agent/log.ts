export const program = "upfront-agent/2";

/** One line of JSON. */
export const say = (event: string, more: Record<string, unknown> = {}): void =>
  console.error(JSON.stringify({ at: new Date().toISOString(), event, ...more }));

/** Names of errors carry no secret; their messages may. */
export function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "error").slice(0, 60);
}

/** What stops the work at hand; `code` is what the log says of it. */
export class Stopped extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
