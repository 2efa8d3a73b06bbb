import type { Family, Sample } from "~/deployment/metrics/rules/metric";

/** Prometheus' text format. https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", '"': '\\"', "\0": "\uFFFD" };
const escaped = (found: string) => escapes[found] ?? found;
/** The format has no word for NUL, which ends the reader's input. */
const escapeLabel = (text: string) => text.replaceAll(/[\\\n"\0]/g, escaped);
const escapeHelp = (text: string) => text.replaceAll(/[\\\n\0]/g, escaped);

/** As Go's ParseFloat reads them. */
function printValue(value: number): string {
  if (Math.abs(value) === Number.POSITIVE_INFINITY) return value > 0 ? "+Inf" : "-Inf";
  return String(value);
}

function printSample(name: string, { labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${printValue(value)}\n`;
}

/** Families in their order, each name once; what has no sample is left out. Without timestamps: it is how it is now. */
export const printMetrics = (families: readonly Family[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, samples }) => {
      const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} gauge\n`;
      return head + samples.map((sample) => printSample(name, sample)).join("");
    })
    .join("");
