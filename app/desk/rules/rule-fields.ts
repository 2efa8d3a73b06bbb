import { readWhole, statusesOf, ticked, typed } from "../parts/posted";
import { severityWords } from "../parts/words";

/** `name=glob`, one a line; a line without "=" is told back. */
function readLabels(text: string): { labels: Record<string, string>; bad: string | null } {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter((line) => line !== "");
  const bad = given.find((line) => line.indexOf("=") < 1) ?? null;
  const pairs = given.map((line) => [
    line.slice(0, line.indexOf("=")).trim(),
    line.slice(line.indexOf("=") + 1).trim(),
  ]);
  return { labels: Object.fromEntries(pairs), bad };
}

function readMatch(fields: FormData) {
  const { labels, bad } = readLabels(typed(fields, "match.labels"));
  const severities = Object.keys(severityWords).filter((severity) => ticked(fields, `severity-${severity}`));
  const title = typed(fields, "match.title").trim();
  const match = {
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
    ...(severities.length > 0 ? { severities } : {}),
    ...(title ? { title } : {}),
  };
  return { match, bad };
}

/** A rule's form as the use case takes it; errors only where the text cannot be read at all. */
export function ruleFields(fields: FormData) {
  const { match, bad } = readMatch(fields);
  const hold = readWhole(fields, "hold");
  const resolveAfter = readWhole(fields, "resolveAfter");
  const errors: Record<string, string> = {};
  if (bad) errors["match.labels"] = `“${bad}” is not name=pattern.`;
  if (!hold.ok || hold.value === null) errors.hold = "Give a number of seconds.";
  if (!resolveAfter.ok || resolveAfter.value === null) errors.resolveAfter = "Give a number of seconds.";
  const groupBy = typed(fields, "groupBy").split(",");
  const value = {
    match,
    components: statusesOf(fields),
    mode: typed(fields, "mode"),
    hold: hold.ok ? (hold.value ?? 0) : 0,
    resolveAfter: resolveAfter.ok ? (resolveAfter.value ?? 0) : 0,
    groupBy: groupBy.map((name) => name.trim()).filter((name) => name !== ""),
  };
  return { errors, value };
}
