import { type ReadConfiguration, readConfiguration } from "../../app/configuration/contract/read-configuration.ts";
import { presentKinds } from "../../app/configuration/present-kinds.ts";
import { refusalText } from "../../app/i18n/refusal-text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that programs of ours read are not for files: whoever may write a file could put a token into a text that a
 * page shows.
 */
const isOwnVariable = (name: string) => name.startsWith("UPFRONT_");

/** Reads the text of a configuration file with the variables of an environment; its errors are English sentences. */
export const readFileWithVariables = (text: string, env: Environment): ReadConfiguration =>
  readConfiguration(text, {
    variables: (name) => (isOwnVariable(name) || !Object.hasOwn(env, name) ? undefined : env[name]),
    kinds: presentKinds,
    sentence: (refusal) => refusalText(refusal, "en"),
  });
