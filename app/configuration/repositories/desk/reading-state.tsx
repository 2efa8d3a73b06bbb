import { GlyphIcon } from "~/ui/parts/status-mark";
import type { RepositoryReadingState } from "../rules/reading";
import { useWords } from "./words/words";

const hourglass = "M3 1h10v2l-3.5 5 3.5 5v2H3v-2l3.5-5L3 3Zm2.4 2L8 6.7 10.6 3Z";
const tick = "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.7 5.2-4.4 5a.9.9 0 0 1-1.3 0L4.2 9.3l1.2-1.2 1.2 1.2 3.8-4.3Z";
const equals = "M2 4h12v3H2Zm0 5h12v3H2Z";
const lozenge = "M8 .5 15.5 8 8 15.5.5 8ZM7.2 4v5h1.6V4Zm0 6v1.6h1.6V10Z";
const cross =
  "M5 1h6l4 4v6l-4 4H5l-4-4V5Zm.6 3.4L4.4 5.6 6.8 8l-2.4 2.4 1.2 1.2L8 9.2l2.4 2.4 1.2-1.2L9.2 8l2.4-2.4-1.2-1.2L8 6.8Z";
const bar = "M2 2h12v12H2Zm3 5v2h6V7Z";

const shapes: Record<RepositoryReadingState, { path: string; colour: string }> = {
  waiting: { path: hourglass, colour: "text-accent" },
  applied: { path: tick, colour: "text-operational" },
  unchanged: { path: equals, colour: "text-soft" },
  pending: { path: lozenge, colour: "text-degraded" },
  failed: { path: cross, colour: "text-major" },
  overtaken: { path: bar, colour: "text-soft" },
  stopped: { path: bar, colour: "text-soft" },
};

/** A state of a reading as word, shape and colour. */
export function ReadingStateBadge({ state }: { state: RepositoryReadingState }) {
  const { t } = useWords();
  return (
    <span className="inline-flex items-center gap-1.5">
      <GlyphIcon {...shapes[state]} />
      {t(`state.${state}`)}
    </span>
  );
}
