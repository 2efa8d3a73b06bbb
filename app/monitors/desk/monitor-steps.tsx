import { FocusedResultText } from "~/ui/parts/focused-answer";
import { ListPanel, ListRow } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { monitorLatencyText, monitorVerdictText } from "./monitor-words";
import { useWords } from "./words/words";

interface CheckStepView {
  title: string;
  ok: boolean;
  detail: string;
}

/** Steps of a check; unless the verdict was down, a failed step is only a warning. */
export function CheckStepsPanel({ steps, down }: { steps: readonly CheckStepView[]; down: boolean }) {
  const { t } = useWords();
  const unwell = down ? (
    <Tag tone="alarm">{t("check.step_failed")}</Tag>
  ) : (
    <Tag tone="waiting">{t("check.step_warns")}</Tag>
  );
  if (steps.length === 0) return null;
  return (
    <ListPanel>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are never moved, and two redirects may say the same.
        <ListRow key={index} actions={step.ok ? <Tag tone="good">{t("check.step_ok")}</Tag> : unwell}>
          <span className="font-medium wrap-anywhere">{step.title}</span>
          <bdi className="min-w-0 text-sm wrap-anywhere text-soft">{step.detail}</bdi>
        </ListRow>
      ))}
    </ListPanel>
  );
}

/** Result of a check on demand. */
export interface CheckResultView {
  verdict: string;
  code: string;
  detail: string;
  milliseconds: number | null;
  steps: CheckStepView[];
  at: number;
}

/** Reads the result from a route's action data; null for any other data. */
export const checkResultInActionData = (data: unknown): CheckResultView | null =>
  typeof data === "object" && data !== null && "checked" in data
    ? (data as { checked: CheckResultView }).checked
    : null;

const tones: Record<string, "good" | "alarm" | "waiting"> = { up: "good", down: "alarm", degraded: "waiting" };

/** Result of a check on demand, above everything else on the page. */
export function CheckResultPanel({ checked }: { checked: CheckResultView }) {
  const words = useWords();
  const { t, say } = words;
  const { verdict, detail, milliseconds, steps } = checked;
  const at = <TimeText at={checked.at} exact />;
  return (
    <section aria-labelledby="checked" className="grid gap-3 rounded-lg border border-edge bg-surface p-4">
      <div className="grid gap-1">
        <FocusedResultText as="h2" id="checked" className="flex flex-wrap items-center gap-2 text-lg font-semibold">
          {t("check.title")}
          <Tag tone={tones[verdict] ?? "neutral"}>{monitorVerdictText(words, verdict)}</Tag>
        </FocusedResultText>
        <p>
          <bdi>{detail}</bdi>
        </p>
        <p className="text-sm text-soft">
          {milliseconds === null
            ? say("check.at", { at })
            : say("check.at_took", { at, latency: monitorLatencyText(words, milliseconds) })}
        </p>
      </div>
      <CheckStepsPanel steps={steps} down={verdict !== "up" && verdict !== "degraded"} />
    </section>
  );
}
