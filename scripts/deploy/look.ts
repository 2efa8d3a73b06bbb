import { stripVTControlCharacters } from "node:util";
import { jsonIn, wrangler } from "./wrangler.ts";

/** A step of a deployment that did not work, said in one line. */
export class DeployFailed extends Error {}

/** What the account has; null where wrangler's own words say that it has none. Throws DeployFailed where neither is known. */
async function look(args: string[], what: string, none?: string): Promise<string | null> {
  const { code, output, errors } = await wrangler(args, { quiet: true });
  if (code === 0) return output;
  if (none !== undefined && stripVTControlCharacters(errors).includes(none)) return null;
  console.error(errors.trim());
  throw unknown(what);
}

const unknown = (what: string) =>
  new DeployFailed(
    `The ${what} could not be listed, so nothing was made in their place: mend what wrangler says and run \`npm run deploy\` again.`,
  );

/** A list that cannot be read is never an empty one: what is there already would be made anew. Throws DeployFailed. */
export async function listed<T>(args: string[], what: string, none?: string): Promise<T[]> {
  const output = await look(args, what, none);
  const list = output === null ? [] : jsonIn<T[]>(output);
  if (Array.isArray(list)) return list;
  console.error(`wrangler answered: ${(output ?? "").trim().slice(0, 500)}`);
  throw unknown(what);
}

/** True when the account has it; false only where wrangler says so. Throws DeployFailed. */
export const isThere = async (args: string[], what: string, none: string): Promise<boolean> =>
  (await look(args, what, none)) !== null;
