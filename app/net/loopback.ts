/** Names of the machine itself that people type into a browser. */
export const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns true when a browser treats this host name as the machine itself, and its plain HTTP as secure. */
export const isLoopbackHost = (hostname: string): boolean =>
  loopbackNames.has(hostname) || hostname.endsWith(".localhost");
