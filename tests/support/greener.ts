/** Patterns by which a text claims to be operational. A new word for it in some format needs a line here. */
const claims: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["operational", /(?<![-\w])operational\b/gi],
  ["green mark", /class="(?:[\w-]+ )*o(?: [\w-]+)*"|flex-none text-operational/g],
  ["green colour", /1f7a4d|2a9461|e3f3ea/gi],
  ["indicator none", /"indicator":"none"/g],
  ["green picture", /\/social\/o\.png/g],
  ["nothing happened", /No incidents|No maintenance|class="big">None</g],
];

const sum = (found: Iterable<RegExpMatchArray>): number =>
  [...found].reduce((all, [, figure = "0"]) => all + Number(figure), 0);

/** Extent of a text's claims: the number of each pattern, the sum of its percentages, and the width of green bars. */
export type Green = Readonly<Record<string, number>>;

/** Removes scripts and styles, which show nothing to readers. */
const told = (text: string) => text.replaceAll(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, "");

export function greenOf(whole: string): Green {
  const text = told(whole);
  return {
    ...Object.fromEntries(claims.map(([name, pattern]) => [name, [...text.matchAll(pattern)].length])),
    percent: sum(text.matchAll(/(\d{1,3}(?:\.\d+)?)\s?%/g)),
    bars: sum([...text.matchAll(/<path class="o" d="([^"]+)"/g)].flatMap(([, d = ""]) => [...d.matchAll(/h(\d+)/g)])),
    "uptime in JSON": sum(text.matchAll(/"uptime_percentage":(\d+(?:\.\d+)?)/g)),
    "uptime in CSV": text.startsWith("component_id,") ? sum(text.matchAll(/,(\d{1,3}\.\d\d),/g)) : 0,
  };
}

/** Returns what one text claims more than each of the others; "" = nothing. */
export function greener(now: Green, ...others: readonly Green[]): string {
  const more = Object.entries(now).filter(
    ([name, count]) => count > Math.max(...others.map((each) => each[name] ?? 0)),
  );
  return more.map(([name, count]) => `${name} ${others.map((each) => each[name]).join(" or ")} → ${count}`).join(", ");
}
