import { useWords } from "./part-words";

/** Notice above a form whose text was restored; only where script runs, because nothing is kept without it. */
export function RestoredTextBanner({ discard }: { discard: () => void }) {
  const { t } = useWords();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-notice-wash px-4 py-1"
    >
      <p>{t("form.restored")}</p>
      <button
        type="button"
        onClick={discard}
        className="min-h-hit cursor-pointer text-accent underline underline-offset-4"
      >
        {t("form.discard")}
      </button>
    </div>
  );
}
