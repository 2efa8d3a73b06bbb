export const agentUserAgent = "upfront-agent/2";

/** Writes one line of JSON. */
export const logEvent = (event: string, more: Record<string, unknown> = {}): void =>
  console.error(JSON.stringify({ at: new Date().toISOString(), event, ...more }));

/** Returns the name of an error, which contains no secret; messages may. */
export function errorName(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "error").slice(0, 60);
}

/** An error that stops the present work; `code` is logged. */
export class StopAgentError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
