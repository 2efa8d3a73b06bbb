import { List, Row } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { latencyWords, verdictWords } from "./monitor-words";

interface Step {
  title: string;
  ok: boolean;
  detail: string;
}

/** What a check on demand found. */
export interface Checked {
  verdict: string;
  code: string;
  detail: string;
  milliseconds: number | null;
  steps: Step[];
  at: number;
}

/** Of a route's action data; null when it is something else. */
export const checkedOf = (data: unknown): Checked | null =>
  typeof data === "object" && data !== null && "checked" in data ? (data as { checked: Checked }).checked : null;

const tones: Record<string, "good" | "alarm" | "neutral"> = { up: "good", down: "alarm" };

/** Said at once: the answer to the button stands above all else. */
export function CheckSteps({ checked }: { checked: Checked }) {
  const { verdict, detail, milliseconds, steps, at } = checked;
  return (
    <section aria-labelledby="checked" className="grid gap-3 rounded-lg border border-edge bg-surface p-4">
      <div className="grid gap-1">
        <h2
          id="checked"
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: the answer to the button is where the person wants to go on
          autoFocus
          className="flex flex-wrap items-center gap-2 text-lg font-semibold focus:outline-none"
        >
          Checked just now
          <Tag tone={tones[verdict] ?? "neutral"}>{verdictWords[verdict] ?? verdict}</Tag>
        </h2>
        <p>
          <bdi>{detail}</bdi>
        </p>
        <p className="text-sm text-soft">
          <TimeText at={at} exact />
          {milliseconds === null ? "" : `, ${latencyWords(milliseconds)}`}. This check changes nothing: only the regular
          ones change the state.
        </p>
      </div>
      {steps.length > 0 ? (
        <List>
          {steps.map((step) => (
            <Row
              key={`${step.title} ${step.detail}`}
              actions={<Tag tone={step.ok ? "good" : "alarm"}>{step.ok ? "OK" : "Failed"}</Tag>}
            >
              <span className="font-medium wrap-anywhere">{step.title}</span>
              <bdi className="min-w-0 text-sm wrap-anywhere text-soft">{step.detail}</bdi>
            </Row>
          ))}
        </List>
      ) : null}
    </section>
  );
}
