import { refusalText } from "~/i18n/refusal-text";
import { type ReadConfiguration, readConfiguration } from "../contract/read-configuration";
import type { ConfiguredKinds } from "../rules/configured-kinds";

/** Returns no variable: this deployment’s environment is not for authors of files, whose tool fills theirs in. */
const noVariables = () => undefined;

/** Reads the text of a file that came here; its errors are English sentences, each with its place. */
export const readFileText = (text: string, kinds: ConfiguredKinds): ReadConfiguration =>
  readConfiguration(text, { variables: noVariables, kinds, sentence: (refusal) => refusalText(refusal, "en") });
