import type { Finding, Step } from "./contract";

const longest = 200;

/** One line of plain text, at most 200 characters: what a peer said may be anything. */
export function clip(text: string, most = longest): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  if (line.length <= most) return line;
  return `${[...line.slice(0, most)].slice(0, -1).join("")}…`;
}

/** Shorter ones hide nothing, and would blot out what is told. */
const shortest = 4;

/** Takes secrets out of what people see, the longest first; a peer may echo what it was sent. */
function hide(text: string, secrets: readonly string[]): string {
  const known = [...new Set(secrets)].filter((each) => each.length >= shortest).sort((a, b) => b.length - a.length);
  return known.reduce((shown, secret) => shown.replaceAll(secret, "••••"), text);
}

/** Secrets as they may come back, too: within JSON and with their white space folded. */
const asEchoed = (secrets: readonly string[]) =>
  secrets.flatMap((each) => [each, each.trim(), JSON.stringify(each).slice(1, -1), clip(each, each.length + 1)]);

/** The finding as people may see it: short, on one line, and without the settings' secrets. */
export function harmless(finding: Finding, secrets: readonly string[]): Finding {
  const known = asEchoed(secrets);
  const told = (text: string) => clip(hide(clip(hide(text, known), Number.POSITIVE_INFINITY), known));
  const steps = finding.steps.map((step): Step => ({ ...step, title: told(step.title), detail: told(step.detail) }));
  return { ...finding, detail: told(finding.detail), steps };
}
