/** One JSON line per event. Values are plain facts: never a body, a token, an address or a header. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
}

export function makeLog(requestId: string, now: () => number): Log {
  const write = (level: "info" | "warn" | "error", event: string, fields: LogFields = {}) =>
    console[level](
      JSON.stringify({ at: new Date(now()).toISOString(), level, event, request_id: requestId, ...fields }),
    );
  return {
    info: (event, fields) => write("info", event, fields),
    warn: (event, fields) => write("warn", event, fields),
    error: (event, error, fields) =>
      write("error", event, { ...fields, reason: error instanceof Error ? error.message : String(error) }),
  };
}
