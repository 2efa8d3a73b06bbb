interface Operation {
  summary?: string;
  tags?: string[];
}

interface Described {
  info: { title: string; version: string };
  paths?: Record<string, unknown>;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

const methods = ["get", "post", "put", "patch", "delete"];

function rows(paths: Record<string, unknown>): { tag: string; html: string }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Record<string, Operation | undefined>)[method];
      if (!operation) return [];
      const words = escaped(operation.summary ?? "");
      const html = `<tr><td><code>${method.toUpperCase()}</code></td><td><code>/api/v1${escaped(path)}</code></td><td>${words}</td></tr>`;
      return [{ tag: operation.tags?.[0] ?? "Other", html }];
    }),
  );
}

function tables(paths: Record<string, unknown>): string {
  const all = rows(paths);
  const tags = [...new Set(all.map((each) => each.tag))];
  const table = (tag: string) => {
    const own = all.filter((each) => each.tag === tag).map((each) => each.html);
    const head = "<thead><tr><th>Method</th><th>Address</th><th>What it does</th></tr></thead>";
    return `<h2>${escaped(tag)}</h2><table>${head}<tbody>${own.join("")}</tbody></table>`;
  };
  return tags.map(table).join("");
}

const intro = `<p>Statuspage's v1 in shape: requests are wrapped (<code>{"incident": {…}}</code>), answers are bare; JSON or form;
<code>Authorization: OAuth TOKEN</code> or <code>Bearer TOKEN</code>. The machine-readable description is
<a href="openapi.json">openapi.json</a>.</p>
<ul>
<li>Single things carry an <code>ETag</code>; send it as <code>If-Match</code> and a change that came between is a 409 with both versions.</li>
<li><code>Idempotency-Key</code> makes a change that is sent twice happen once.</li>
<li>120 requests a minute per token; <code>x-ratelimit-remaining</code> says what is left.</li>
<li>Statuspage's fields that mean nothing here are taken and named in <code>x-upfront-ignored</code>; unknown fields of sources,
rules, alerts and maintenances are refused.</li>
<li>Errors are <code>application/problem+json</code> with <code>message</code> and <code>error</code> beside it.</li>
</ul>`;

/** The description for people: one plain page without script, made from the same routes. */
export function docsPage({ info, paths = {} }: Described): string {
  const title = escaped(info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1>${intro}${tables(paths)}</main></body></html>`;
}
