import { parseArgs } from "node:util";

/** Ends the run with lines for the person; nothing was changed on the page. */
export class ImportToolError extends Error {}

/** The page to which a document is sent. */
export interface ImportTarget {
  /** Origin of the deployment, without a slash at its end. */
  url: string;
  /** Slug or id of the page. */
  page: string;
  token: string;
}

export interface ImportToolOptions {
  /** Name of the product, or `document` for a file that `--out` wrote. */
  origin: string;
  /** Files and folders. */
  paths: string[];
  /** Null = nothing is sent. */
  target: ImportTarget | null;
  /** URL of the page or API that is read; empty = only files. */
  url: string;
  key: string;
  /** Null = none was named. */
  timeZone: string | null;
  choices: Record<string, string>;
  /** File that the document is written to; null = none. */
  out: string | null;
}

export const importUsageText = `npm run import -- PRODUCT [FILES AND FOLDERS] --to URL --page NAME
  PRODUCT              uptime-kuma, statuspage, csv, … (“list” names all), or “document” for a file of --out
  --to URL             your Upfront; or set UPFRONT_URL
  --page NAME          the page there, by its slug or id
  --token-env NAME     environment variable with an API token of an owner; UPFRONT_TOKEN if absent
  --url URL            page or API to read; --key-env NAME: environment variable with its key
  --time-zone ZONE     zone of times that have none, such as Europe/Berlin
  --choice NAME=VALUE  a further choice of the product, such as page=ID; --variable NAME: value of $NAME in its files
  --dry                only say what would come; --out FILE: write the document to a file`;

const flags = {
  to: { type: "string" },
  page: { type: "string" },
  "token-env": { type: "string" },
  url: { type: "string" },
  "key-env": { type: "string" },
  "time-zone": { type: "string" },
  choice: { type: "string", multiple: true },
  variable: { type: "string", multiple: true },
  dry: { type: "boolean" },
  out: { type: "string" },
  // Known only to be refused in words of our own.
  key: { type: "string" },
  token: { type: "string" },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ImportToolError(`${error.message}\n\n${importUsageText}`);
  }
}

/** Returns the value of an environment variable that has to be there. Throws ImportToolError. */
function variable(env: Environment, name: string, what: string): string {
  const value = env[name]?.trim() ?? "";
  if (value === "") throw new ImportToolError(`${name} is not set: export ${name} with ${what} and run this again.`);
  return value;
}

function refuseSecrets(values: { key?: string | undefined; token?: string | undefined }): void {
  const seen = (["key", "token"] as const).find((name) => values[name] !== undefined);
  if (seen)
    throw new ImportToolError(
      `Everyone on this machine can read the arguments of a program. Set an environment variable and name it: --${seen}-env NAME. Replace the ${seen} that you just typed.`,
    );
}

function choicesOf(choices: readonly string[], variables: readonly string[], env: Environment): Record<string, string> {
  const plain = choices.map((each) => {
    const at = each.indexOf("=");
    if (at < 1) throw new ImportToolError(`Write --choice as NAME=VALUE, not “${each}”.`);
    return [each.slice(0, at), each.slice(at + 1)] as const;
  });
  const named = variables.map((name) => [`$${name}`, variable(env, name, "the value that your files mean")] as const);
  return Object.fromEntries([...plain, ...named]);
}

function targetOf(url: string, page: string | undefined, tokenName: string, env: Environment): ImportTarget {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new ImportToolError(
      `--to needs the URL of your Upfront, such as https://status.example.com.\n\n${importUsageText}`,
    );
  if (!page) throw new ImportToolError(`Name the page with --page, as it is in its URL: ${address.origin}/NAME.`);
  const token = variable(env, tokenName, "an API token of an owner of the page (Account, API tokens)");
  return { url: address.origin, page, token };
}

/** Reads the options. Throws ImportToolError. */
export function readImportOptions(args: readonly string[], env: Environment): ImportToolOptions {
  const { values, positionals } = parse(args);
  const [origin = "", ...paths] = positionals;
  refuseSecrets(values);
  if (origin === "") throw new ImportToolError(`Name the product that the page is in.\n\n${importUsageText}`);
  const to = values.to ?? env.UPFRONT_URL ?? "";
  const isKept = values.dry === true || (values.out !== undefined && values.to === undefined);
  return {
    origin,
    paths,
    target: isKept || origin === "list" ? null : targetOf(to, values.page, values["token-env"] ?? "UPFRONT_TOKEN", env),
    url: values.url ?? "",
    key: values["key-env"] === undefined ? "" : variable(env, values["key-env"], "the key of the API"),
    timeZone: values["time-zone"] ?? null,
    choices: choicesOf(values.choice ?? [], values.variable ?? [], env),
    out: values.out ?? null,
  };
}
