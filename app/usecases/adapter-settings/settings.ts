import { z } from "zod";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { mask } from "~/rules/fields/secret";
import type { SettingField } from "~/rules/fields/setting";

/** A kind of source, channel or mailer, as far as its settings go. */
export interface Settable {
  settings: z.ZodType;
}

export type { SettingField };

const plain = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** What the kind can be told, from its own schema. */
export function settingFields({ settings }: Settable): SettingField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(settings, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, property]) => {
    const said = typeof property === "object" ? property : {};
    return {
      name,
      title: typeof said.title === "string" ? said.title : name,
      secret: said.secret === true,
      required: required.includes(name),
      ...(said.enum ? { choices: said.enum.filter((each) => typeof each === "string") } : {}),
      ...(plain(said.default) ? { preset: String(said.default) } : {}),
      ...(typeof said.lines === "number" ? { lines: said.lines } : {}),
      ...(typeof said.origin === "string" ? { origin: said.origin } : {}),
    };
  });
}

type Settings = Record<string, unknown>;

/** For people and the audit log: secrets struck out. */
export function masked(source: Settable | null, settings: Settings): Settings {
  const secrets = new Set(source ? settingFields(source).flatMap((field) => (field.secret ? [field.name] : [])) : []);
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, secrets.has(name) || !source ? mask : value]),
  );
}

/** What is given over what was; an empty text takes a setting away, the mask leaves it. Failure: invalid. */
export function mergedSettings(source: Settable, before: Settings, given: Settings): Result<Settings> {
  const known = new Set(settingFields(source).map((field) => field.name));
  const strange = Object.keys(given).find((name) => !known.has(name));
  if (strange !== undefined) return fail({ name: "invalid", fields: { [`settings.${strange}`]: "No such setting." } });
  const kept = Object.entries(given).filter(([, value]) => value !== mask);
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...Object.fromEntries(kept) }).filter(([, value]) => value !== "" && value !== null),
  );
  const parsed = source.settings.safeParse(merged);
  if (parsed.success) return ok(merged);
  const fields = parsed.error.issues.map((issue) => [`settings.${issue.path.join(".")}`, issue.message]);
  return fail({ name: "invalid", fields: Object.fromEntries(fields) });
}
