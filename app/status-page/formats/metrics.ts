import type { MetricFamily, MetricSample } from "~/deployment/metrics/rules/metric";

/** Prometheus' text format. https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const prometheusContentType = "text/plain; version=0.0.4; charset=utf-8";

const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", '"': '\\"', "\0": "\uFFFD" };
const escaped = (found: string) => escapes[found] ?? found;
/** Escapes a label. The format cannot express NUL, which ends the reader's input. */
const escapeLabel = (text: string) => text.replaceAll(/[\\\n"\0]/g, escaped);
const escapeHelp = (text: string) => text.replaceAll(/[\\\n\0]/g, escaped);

/** Prints a number as Go's ParseFloat reads it. */
function printValue(value: number): string {
  if (Math.abs(value) === Number.POSITIVE_INFINITY) return value > 0 ? "+Inf" : "-Inf";
  return String(value);
}

function printSample(name: string, { labels, value }: MetricSample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${printValue(value)}\n`;
}

/**
 * Prints the families in their order, each name once, and leaves out those without samples. Without timestamps, because
 * the values are current.
 */
export const prometheusText = (families: readonly MetricFamily[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, samples }) => {
      const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} gauge\n`;
      return head + samples.map((sample) => printSample(name, sample)).join("");
    })
    .join("");
