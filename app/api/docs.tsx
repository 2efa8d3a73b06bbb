/** @jsxImportSource ~/html */

import { type JSX, trustedHtml } from "~/html/jsx-runtime";
import type { ApiPaths } from "./describe";
import { type OperationDoc, OperationFold, SchemaFold } from "./docs-operation";
import type { DocSchemas } from "./docs-words";
import referenceCss from "./reference.css?inline";

/** The page's only style, inlined; the CSP names it by its hash. */
export const apiReferenceCss: string = referenceCss.trim();

export interface ApiReference {
  title: string;
  /** Absolute address, without a trailing slash. */
  base: string;
  paths: ApiPaths;
  schemas: DocSchemas;
}

const methods = ["get", "post", "patch", "put", "delete"] as const;

/** A PUT that does the same as PATCH is listed once. */
function describedOf(path: string, item: ApiPaths[string]): OperationDoc[] {
  return methods.flatMap((method) => {
    const operation = item[method];
    const both = item.put !== undefined && item.patch !== undefined;
    if (!operation || (method === "put" && both)) return [];
    const beside = method === "patch" ? item.put : undefined;
    const roles = [operation, ...(beside ? [beside] : [])].map((each) => each["x-upfront-role"] ?? "viewer");
    return [{ methods: beside ? ["put", method] : [method], path, operation, roles: [...new Set(roles)] }];
  });
}

function byTag(paths: ApiPaths): [tag: string, operations: OperationDoc[]][] {
  const all = Object.entries(paths).flatMap(([path, item]) => describedOf(path, item));
  const tags = [...new Set(all.map(({ operation }) => operation.tags?.[0] ?? "Other"))];
  return tags.map((tag) => [tag, all.filter(({ operation }) => operation.tags?.[0] === tag)]);
}

const anchor = (tag: string) => tag.toLowerCase().replaceAll(" ", "-");

const Basics = ({ base }: { base: string }) => (
  <section class="prose" aria-labelledby="basics">
    <h2 id="basics">Basics</h2>
    <p>
      Paths, wrapping and field names are those of Statuspage's v1. What is sent is wrapped, as in{" "}
      <code>{'{"incident": {…}}'}</code>; what comes back is bare. Bodies are JSON or forms. Instants are ISO 8601 in
      UTC.
    </p>
    <pre>
      <code>{`TOKEN=…   # made on your account page\ncurl -H "Authorization: Bearer $TOKEN" ${base}/pages`}</code>
    </pre>
    <ul>
      <li>
        <code>Authorization: OAuth TOKEN</code> is the same as <code>Bearer TOKEN</code>. Sessions of people do not
        count here.
      </li>
      <li>
        A single thing carries an <code>ETag</code>. Send it as <code>If-Match</code>: a change that came between is a
        409 with both versions.
      </li>
      <li>
        <code>Idempotency-Key</code> makes a change that is sent twice happen once. Another body with the same key is
        422.
      </li>
      <li>
        Lists take <code>page</code> and <code>per_page</code> (or <code>limit</code>), at most 100; long ones lead on
        by <code>Link</code>.
      </li>
      <li>
        Statuspage's fields that mean nothing here are taken and named in <code>x-upfront-ignored</code>; in what is
        ours alone an unknown field is refused.
      </li>
      <li>
        120 requests a minute and token. <code>x-ratelimit-remaining</code> says what is left,{" "}
        <code>x-ratelimit-reset</code> when it resets.
      </li>
    </ul>
  </section>
);

const failures: [status: string, words: string][] = [
  ["400", "The body cannot be read."],
  ["401", "No token, or a wrong one."],
  ["403", "The role is too low, or the token may only read."],
  ["404", "Not there, or not yours: the same answer."],
  ["409", "Changed since it was read (current and given show both versions), taken, or not possible now."],
  ["415", "Neither JSON nor a form."],
  ["422", "Invalid field; fields names each."],
  ["429", "More than 120 requests in a minute; Retry-After says when."],
  ["503", "Nothing was saved: the database is away, or others were faster (crowded); Retry-After says when."],
];

const Failures = () => (
  <section class="prose" aria-labelledby="failures">
    <h2 id="failures">Failures</h2>
    <p>
      They are <code>application/problem+json</code>, a <a href="#Problem">Problem</a>, with <code>message</code> and{" "}
      <code>error</code> as Statuspage has them, and <code>request_id</code> to quote.
    </p>
    <dl class="codes">
      {failures.map(([status, words]) => (
        <>
          <dt>
            <code>{status}</code>
          </dt>
          <dd>{words}</dd>
        </>
      ))}
    </dl>
  </section>
);

const Contents = ({ tags }: { tags: [tag: string, count: number][] }) => (
  <nav aria-label="Contents">
    <ul>
      <li>
        <a href="#basics">Basics</a>
      </li>
      <li>
        <a href="#failures">Failures</a>
      </li>
      {tags.map(([tag, count]) => (
        <li key={tag}>
          <a href={`#${anchor(tag)}`}>
            {tag} <small>{count}</small>
          </a>
        </li>
      ))}
      <li>
        <a href="#shapes">Shapes</a>
      </li>
    </ul>
  </nav>
);

function Page({ title, base, paths, schemas }: ApiReference): JSX.Element {
  const tags = byTag(paths);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style>{trustedHtml(apiReferenceCss)}</style>
      </head>
      <body>
        <header>
          <h1>{title}</h1>
          <p>
            What a program may do here, in the shape of Statuspage's v1. For machines:{" "}
            <a href="openapi.json">openapi.json</a>.
          </p>
        </header>
        <Contents tags={tags.map(([tag, all]) => [tag, all.length])} />
        <main>
          <Basics base={base} />
          <Failures />
          {tags.map(([tag, all]) => (
            <section key={tag} aria-labelledby={anchor(tag)}>
              <h2 id={anchor(tag)}>{tag}</h2>
              {all.map((described) => (
                <OperationFold key={described.operation.operationId} described={described} base={base} />
              ))}
            </section>
          ))}
          <section aria-labelledby="shapes">
            <h2 id="shapes">Shapes</h2>
            {Object.entries(schemas).map(([name, schema]) => (
              <SchemaFold key={name} name={name} schema={schema} />
            ))}
          </section>
        </main>
      </body>
    </html>
  );
}

/** Returns the description for people: one page without script, made from the same document that programs read. */
export const apiReferenceHtml = (reference: ApiReference): string =>
  `<!doctype html>${(<Page {...reference} />)?.text}`;
