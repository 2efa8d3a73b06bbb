import { TimeText } from "~/ui/parts/time-text";
import type { ImportedRequestCounts } from "../counts";
import { useWords } from "./words/words";

/** Progress of the confirmation requests of imports; nothing when there are none. */
export function ImportedRequestsSection({ counts }: { counts: ImportedRequestCounts }) {
  const { t, say, list } = useWords();
  const { scheduled, waiting, confirmed, until } = counts;
  if (scheduled + waiting + confirmed === 0) return null;
  const parts = [
    t("asked.confirmed", { count: confirmed }),
    t("asked.waiting", { count: waiting }),
    ...(scheduled > 0 ? [t("asked.to_ask", { count: scheduled })] : []),
  ];
  return (
    <section aria-labelledby="asked" className="grid gap-1">
      <h2 id="asked" className="font-semibold">
        {t("asked.title")}
      </h2>
      <p>{list(parts)}</p>
      {until === null ? null : (
        <p className="text-sm text-soft">{say("asked.until", { at: <TimeText at={until} /> })}</p>
      )}
    </section>
  );
}
