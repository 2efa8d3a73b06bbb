import { regions } from "~/rules/monitors/monitor";
import { readWhole, settingsOf, statusesOf, ticked, typed } from "../parts/posted";

/** Whole numbers of the form that must be there, with what they are. */
const numbers = {
  interval: "minutes",
  timeoutSeconds: "seconds",
  retries: "tries",
  inARow: "results",
  hold: "seconds",
  resolveAfter: "seconds",
} as const;

type Numbers = Record<keyof typeof numbers, number>;

function readNumbers(fields: FormData): { errors: Record<string, string>; value: Numbers } {
  const errors: Record<string, string> = {};
  const read = Object.entries(numbers).map(([name, unit]) => {
    const whole = readWhole(fields, name);
    if (!whole.ok || whole.value === null) errors[name] = `Give a number of ${unit}.`;
    return [name, whole.ok ? (whole.value ?? 0) : 0];
  });
  return { errors, value: Object.fromEntries(read) as Numbers };
}

/** "shop, eu" → its words, each once. */
const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

/** A monitor's form as the use case takes it; errors only where a number cannot be read at all. */
export function monitorFields(fields: FormData) {
  const { errors, value } = readNumbers(fields);
  const slow = readWhole(fields, "degradedAboveMs");
  if (!slow.ok) errors.degradedAboveMs = slow.message;
  return {
    errors,
    value: {
      ...value,
      name: typed(fields, "name"),
      settings: settingsOf(fields),
      degradedAboveMs: slow.ok ? slow.value : null,
      regions: regions.filter((region) => ticked(fields, `region-${region}`)),
      components: statusesOf(fields),
      mode: typed(fields, "mode"),
      dependsOn: typed(fields, "dependsOn") || null,
      tags: tagsOf(typed(fields, "tags")),
      chartShown: ticked(fields, "chartShown"),
    },
  };
}
