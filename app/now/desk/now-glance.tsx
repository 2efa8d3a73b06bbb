import { useWords as useAlertWords } from "~/alerts/desk/words/words";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { StateLetter } from "~/status/state-letter";
import type { Status } from "~/status/status";
import { StatusIcon, Tag } from "~/ui/parts/status-mark";
import { useWords } from "./words/words";

/** Statuses whose shape each state uses: round shapes for states, square shapes for maintenance and announcements. */
const shapes: Record<StateLetter, Status> = {
  o: "operational",
  n: "no_data",
  w: "under_maintenance",
  a: "under_maintenance",
  x: "under_maintenance",
  d: "degraded_performance",
  p: "partial_outage",
  m: "major_outage",
};

interface NowHeadlineProps {
  head: { letter: StateLetter; text: string };
  slug: string;
  /** True when a critical alert fires that the public page does not show, so that its headline is incomplete. */
  isAlarming: boolean;
}

/** Shows the headline of the public page, with its shape and colour. */
export function NowHeadline({ head, slug, isAlarming }: NowHeadlineProps) {
  const { t, say } = useWords();
  const { t: ofAlerts } = useAlertWords();
  const status = (
    <strong className="inline-flex items-center gap-1.5 align-bottom text-ink">
      <StatusIcon status={shapes[head.letter]} />
      <bdi>{head.text}</bdi>
    </strong>
  );
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {isAlarming ? <Tag tone="alarm">{ofAlerts("unassigned.some")}</Tag> : null}
      <span>{say("glance.status", { status })}</span>
      <a href={`/${slug}`} className={inlineLinkTargetClass}>
        {t("glance.view")}
      </a>
    </p>
  );
}

export interface NowFigure {
  /** The section below that it links to, and its label. */
  id: "firing" | "open" | "drafts" | "planned";
  count: number;
  /** True when its number is bad news. */
  alarm?: boolean;
}

const box = "grid min-h-hit gap-0.5 bg-surface px-2 py-2.5 sm:px-4";

function Content({ id, count, alarm = false }: NowFigure) {
  const { t, number } = useWords();
  return (
    <>
      <span className={`text-2xl leading-7 font-semibold tabular-nums ${alarm && count > 0 ? "text-major" : ""}`}>
        {number(count)}
      </span>
      <span className="text-sm text-soft">{t(`glance.${id}`, { count })}</span>
    </>
  );
}

/** Shows the figures that the first screen of a phone must have, each with a link to its section. */
export const NowFiguresPanel = ({ figures }: { figures: NowFigure[] }) => (
  <ul
    aria-label={useWords().t("glance.label")}
    className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line"
  >
    {figures.map((figure) => (
      <li key={figure.id} className="grid min-w-min flex-[1_1_20%]">
        {figure.count === 0 ? (
          <span className={box}>
            <Content {...figure} />
          </span>
        ) : (
          <a href={`#${figure.id}`} className={`${box} text-ink no-underline hover:bg-sunken`}>
            <Content {...figure} />
          </a>
        )}
      </li>
    ))}
  </ul>
);
