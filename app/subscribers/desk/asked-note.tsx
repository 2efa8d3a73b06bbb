import { TimeText } from "~/ui/parts/time-text";
import type { AskedCounts } from "../counts";
import { useWords } from "./words/words";

/** Progress of the subscribers whom imports ask; nothing when there are none. */
export function ConfirmationRequestsNote({ asked }: { asked: AskedCounts }) {
  const { t, say, list } = useWords();
  const { toAsk, waiting, confirmed, until } = asked;
  if (toAsk + waiting + confirmed === 0) return null;
  const parts = [
    t("asked.confirmed", { count: confirmed }),
    t("asked.waiting", { count: waiting }),
    ...(toAsk > 0 ? [t("asked.to_ask", { count: toAsk })] : []),
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
