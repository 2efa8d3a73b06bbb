import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

/** A page that is compared with others: the files below its path, by the addresses that it requests. */
export interface PaintedPage {
  name: string;
  html: string;
  /** Folder of a page that has further files. */
  folder?: string;
}

const few =
  "body{max-width:60rem;margin:0 auto;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:#222}h1,h2,h3{line-height:1.2}ul,ol{padding:0;list-style:none}li{padding:.25rem 0}a{color:#064}";

const documentOf = (body: string, style: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Status</title>${style}<body>${body}</body></html>`;

const bodyOf = (html: string) => html.slice(html.indexOf("<body>") + "<body>".length, html.lastIndexOf("</body>"));

/**
 * Returns the same content as a bare page: headings, lists, links and times, drawings as their words; a few lines of
 * style.
 */
export const barePageOf = (html: string): string =>
  documentOf(
    bodyOf(html)
      .replace(/<svg[^>]*?aria-label="([^"]*)".*?<\/svg>/gs, "$1")
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/ (class|dir|lang|aria-[a-z]+|data-[a-z]+)="[^"]*"/g, ""),
    `<style>${few}</style>`,
  );

/** Returns only its words, a line each, without any style. */
export const textOnlyPageOf = (html: string): string =>
  documentOf(
    bodyOf(html)
      .replace(/<svg.*?<\/svg>/gs, "")
      .split(/<[^<>]+>/)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .map((line) => `<p>${line}</p>`)
      .join(""),
    "",
  );

const types: Record<string, string> = { ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml" };

function fileOf(pages: readonly PaintedPage[], path: string): { body: Buffer; type: string } | null {
  for (const { folder } of pages) {
    const file = folder === undefined ? null : join(folder, normalize(path));
    if (file !== null && existsSync(file) && statSync(file).isFile())
      return { body: readFileSync(file), type: types[extname(file)] ?? "application/octet-stream" };
  }
  return null;
}

/** Serves the pages at `/0`, `/1` … and their files, compressed as any host would. */
export async function servePages(pages: readonly PaintedPage[]): Promise<{ server: Server; origin: string }> {
  const packed = pages.map(({ html }) => gzipSync(html));
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? "/", "http://localhost").pathname;
    const page = packed[/^\/\d+$/.test(path) ? Number(path.slice(1)) : Number.NaN];
    if (page) {
      answer.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" }).end(page);
      return;
    }
    const file = fileOf(pages, path);
    const headers = file ? { "content-type": file.type, "content-encoding": "gzip" } : {};
    answer.writeHead(file ? 200 : 404, headers).end(file ? gzipSync(file.body) : undefined);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
