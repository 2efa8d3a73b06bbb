import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { expectFlagValues, WrongOptionError } from "../state/options.ts";

/** Options of `npm run backup` and `npm run restore`. */
export interface BackupCommandOptions {
  /** Null when none was named. */
  file: string | null;
  /** State folder of a start on this machine. */
  state: string;
  /** True for the deployment on Cloudflare that wrangler.toml names. */
  cloudflare: boolean;
  withSecrets: boolean;
  withoutSecrets: boolean;
  trusted: boolean;
  replace: boolean;
  yes: boolean;
}

const flags = {
  state: { type: "string" },
  cloudflare: { type: "boolean" },
  "with-secrets": { type: "boolean" },
  "without-secrets": { type: "boolean" },
  "trust-this-file": { type: "boolean" },
  replace: { type: "boolean" },
  yes: { type: "boolean" },
} as const;

/** Reads the options. Throws WrongOptionError with a line for the person. */
export function readBackupCommandOptions(args: string[], env: NodeJS.ProcessEnv): BackupCommandOptions {
  try {
    const { values, positionals } = parseArgs({ args, options: flags, allowPositionals: true });
    expectFlagValues(values);
    if (positionals.length > 1) throw new Error(`One file, not ${positionals.length}.`);
    return {
      file: positionals[0] === undefined ? null : resolve(positionals[0]),
      state: resolve(values.state ?? (env.UPFRONT_STATE || ".upfront")),
      cloudflare: values.cloudflare ?? false,
      withSecrets: values["with-secrets"] ?? false,
      withoutSecrets: values["without-secrets"] ?? false,
      trusted: values["trust-this-file"] ?? false,
      replace: values.replace ?? false,
      yes: values.yes ?? false,
    };
  } catch (error) {
    throw new WrongOptionError((error as Error).message);
  }
}
