import { GlyphIcon } from "~/ui/parts/status-mark";
import type { ConfigurationJobView } from "../read-jobs";
import { useWords } from "./words/words";

const shapes = {
  applying: { path: "M3 1h10v2l-3.5 5 3.5 5v2H3v-2l3.5-5L3 3Zm2.4 2L8 6.7 10.6 3Z", colour: "text-accent" },
  applied: {
    path: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.7 5.2-4.4 5a.9.9 0 0 1-1.3 0L4.2 9.3l1.2-1.2 1.2 1.2 3.8-4.3Z",
    colour: "text-operational",
  },
  refused: { path: "M8 .5 15.5 8 8 15.5.5 8ZM7.2 4v5h1.6V4Zm0 6v1.6h1.6V10Z", colour: "text-degraded" },
  stopped: { path: "M2 2h12v12H2Zm3 5v2h6V7Z", colour: "text-soft" },
} as const;

/** A state of a job as word, shape and colour. */
export function JobStateBadge({ job: { state, refusals } }: { job: Pick<ConfigurationJobView, "state" | "refusals"> }) {
  const { t } = useWords();
  const shown = state === "applied" && refusals.length > 0 ? "refused" : state;
  return (
    <span className="inline-flex items-center gap-1.5">
      <GlyphIcon {...shapes[shown]} />
      {t(`state.${shown}`)}
    </span>
  );
}

/** Numbers of what a job has made, changed and removed. */
export function JobCountsText({ job: { counts } }: { job: Pick<ConfigurationJobView, "counts"> }) {
  const { t } = useWords();
  const { create, change, adopt, rename, move, remove } = counts;
  return t("job.counts", { create, change: change + adopt + rename + move, remove });
}
