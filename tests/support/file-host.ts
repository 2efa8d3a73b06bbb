import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".atom": "application/atom+xml",
  ".rss": "application/rss+xml",
  ".ics": "text/calendar",
  ".csv": "text/csv",
};

export interface FileHost {
  /** Without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Serves static files like any host: a folder under a path, `index.html` for folders, nothing else. */
export async function hostFiles(folder: string, under = ""): Promise<FileHost> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files.invalid");
    const asked = join(folder, normalize(pathname.slice(under.length)));
    const path = existsSync(asked) && statSync(asked).isDirectory() ? join(asked, "index.html") : asked;
    const isThere = pathname.startsWith(under) && path.startsWith(folder) && existsSync(path);
    response.writeHead(isThere ? 200 : 404, { "content-type": types[extname(path)] ?? "application/octet-stream" });
    response.end(isThere ? readFileSync(path) : "");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${under}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
