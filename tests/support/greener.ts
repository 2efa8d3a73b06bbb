/** What a text claims to be well. A new word of praise in some format is one more line here. */
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

/** How much of each is claimed: how often, how many percent in all, and how wide the green of the bars is. */
export type Green = Readonly<Record<string, number>>;

/** Scripts carry what forms need, and say nothing to anybody. */
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

/** What one claims more than each of the others does; "" = nothing. */
export function greener(now: Green, ...others: readonly Green[]): string {
  const more = Object.entries(now).filter(
    ([name, count]) => count > Math.max(...others.map((each) => each[name] ?? 0)),
  );
  return more.map(([name, count]) => `${name} ${others.map((each) => each[name]).join(" or ")} → ${count}`).join(", ");
}
