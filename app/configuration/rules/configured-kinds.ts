import type { z } from "zod";
import type { SettingField } from "~/fields/setting";

/** A kind of monitor, source, channel or mailer, reduced to what a file may say about it. */
export interface ConfiguredKind {
  kind: string;
  title: string;
  /** Schema of its settings, by which their values are checked. */
  settings: z.ZodType;
  fields: readonly SettingField[];
  /** Settings that Upfront makes when they are left out, such as a signing secret. */
  generated?: readonly string[];
}

export const nounsWithKinds = ["monitor", "source", "channel", "mailer"] as const;
export type NounWithKinds = (typeof nounsWithKinds)[number];

/** Returns the kinds from which one is chosen when a thing is made. */
export type ConfiguredKinds = (noun: NounWithKinds) => readonly ConfiguredKind[];

export const isNounWithKinds = (noun: string): noun is NounWithKinds =>
  (nounsWithKinds as readonly string[]).includes(noun);

/** Settings of a rotation of secrets are Upfront's own, and no file holds them. */
export const configuredSettings = ({ fields }: ConfiguredKind): readonly SettingField[] =>
  fields.filter(({ place }) => place !== "rotation");

/** Returns the kind of this name; undefined for an unknown one, and for a noun without kinds. */
export const configuredKindOf = (kinds: ConfiguredKinds, noun: string, kind: unknown): ConfiguredKind | undefined =>
  isNounWithKinds(noun) ? kinds(noun).find((each) => each.kind === kind) : undefined;
