import type { z } from "zod";
import { fail, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import { refusalParseOptions } from "~/fields/issue";
import { secretMask } from "~/fields/secret";
import type { SettingField } from "~/fields/setting";
import { settingSchemas } from "./setting-schema";

/** A kind of source, channel or mailer, reduced to its settings. */
export interface SettableAdapter {
  settings: z.ZodType;
}

export type { SettingField };

const plain = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

const isTitles = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && Object.values(value).every((title) => typeof title === "string");

/** Fields by schema, because a form asks for them a dozen times and the schema of a kind never changes. */
const known = new WeakMap<z.ZodType, SettingField[]>();

/** Returns the fields that the kind's schema allows. */
export function adapterSettingFields({ settings }: SettableAdapter): SettingField[] {
  const fields = known.get(settings) ?? fieldsOf(settings);
  known.set(settings, fields);
  return fields;
}

function fieldsOf(settings: z.ZodType): SettingField[] {
  return settingSchemas(settings).map(({ name, isRequired, preset, choices, facts }) => ({
    name,
    title: typeof facts.title === "string" ? facts.title : name,
    secret: facts.secret === true,
    required: isRequired,
    ...(choices ? { choices: choices.filter((each) => typeof each === "string") } : {}),
    ...(isTitles(facts.choices) ? { choiceTitles: facts.choices } : {}),
    ...(plain(preset) ? { preset: String(preset) } : {}),
    ...(typeof facts.lines === "number" ? { lines: facts.lines } : {}),
    ...(typeof facts.hint === "string" ? { hint: facts.hint } : {}),
    ...(typeof facts.place === "string" ? { place: facts.place } : {}),
    ...(typeof facts.origin === "string" ? { origin: facts.origin } : {}),
  }));
}

type Settings = Record<string, unknown>;

/** Returns the settings with secrets masked, for people and the audit log. */
export function maskSecretSettings(source: SettableAdapter | null, settings: Settings): Settings {
  const secrets = new Set(
    source ? adapterSettingFields(source).flatMap((field) => (field.secret ? [field.name] : [])) : [],
  );
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, secrets.has(name) || !source ? secretMask : value]),
  );
}

/** Settings that, with a host that is no URL, determine the recipient and whether others can listen. */
const besideHost = ["port", "tls", "security"];

/** Returns where a secret is sent: scheme, host and port; null when no address is set. */
function placeOf(fields: readonly SettingField[], settings: Settings, origin: string): string | null {
  const set = (name: string) => String(settings[name] ?? fields.find((each) => each.name === name)?.preset ?? "");
  const address = set(origin).trim();
  if (address === "") return null;
  const url = URL.parse(address);
  if (url?.host) return url.origin;
  return [address.toLowerCase(), ...besideHost.map(set)].join(" ");
}

/**
 * Returns the secrets that were not typed now and would be sent to another origin than the one they were entered for,
 * each with what to do.
 */
function misled(source: SettableAdapter, before: Settings, merged: Settings, given: Settings): Record<string, Refusal> {
  const fields = adapterSettingFields(source);
  const secrets = fields.filter(
    ({ name, secret }) => secret && given[name] === undefined && merged[name] !== undefined,
  );
  const moved = secrets.filter(({ origin }) => {
    const place = origin ? placeOf(fields, before, origin) : null;
    return origin && place !== null && place !== placeOf(fields, merged, origin);
  });
  return Object.fromEntries(moved.map(({ name }) => [`settings.${name}`, refusalFor("setting.moved")]));
}

/**
 * Returns the secrets that must be typed for a copy, or for another reader: a secret belongs to the person who typed
 * it, not to the one who makes the change. `why`: the message for each missing one. Null when none is needed.
 */
export function missingSecretSettings(
  source: SettableAdapter,
  original: Settings,
  given: Settings,
  why: "setting.not_copied" | "setting.other_agent" = "setting.not_copied",
): Record<string, Refusal> | null {
  const secrets = adapterSettingFields(source).filter(({ name, secret }) => secret && original[name] !== undefined);
  const asked = secrets.filter(({ name }) => given[name] === undefined || given[name] === secretMask);
  if (asked.length === 0) return null;
  return Object.fromEntries(asked.map(({ name }) => [`settings.${name}`, refusalFor(why)]));
}

/** Returns the usable part of refused settings, to be judged and never stored; null when there is none. */
export function usableAdapterSettings(source: SettableAdapter, before: Settings, given: Settings): Settings | null {
  const merged = mergeAdapterSettings(source, before, given);
  if (merged.ok) return merged.value;
  const wrong = merged.failure.name === "invalid" ? Object.keys(merged.failure.fields) : [];
  const names = new Set(wrong.map((name) => name.split(".")[1]));
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
  const isLess = Object.keys(rest).length < Object.keys(given).length;
  return isLess ? usableAdapterSettings(source, before, rest) : null;
}

/**
 * Merges given settings over the former ones; an empty text removes a setting, the mask keeps it. A secret that is kept
 * belongs to the origin it was entered for. Failure: invalid.
 */
export function mergeAdapterSettings(source: SettableAdapter, before: Settings, given: Settings): Result<Settings> {
  const known = new Set(adapterSettingFields(source).map((field) => field.name));
  const strange = Object.keys(given).find((name) => !known.has(name));
  if (strange !== undefined)
    return fail({ name: "invalid", fields: { [`settings.${strange}`]: refusalFor("setting.unknown") } });
  const typed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== secretMask));
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...typed }).filter(([, value]) => value !== "" && value !== null),
  );
  const parsed = source.settings.safeParse(merged, refusalParseOptions);
  const wrong = parsed.success ? [] : parsed.error.issues;
  const fields = {
    ...misled(source, before, merged, typed),
    ...Object.fromEntries(wrong.map((issue) => [`settings.${issue.path.join(".")}`, issue.message as Refusal])),
  };
  return Object.keys(fields).length === 0 ? ok(merged) : fail({ name: "invalid", fields });
}
