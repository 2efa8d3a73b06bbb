import { useFetcher } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { SearchResultsPanel } from "./results";
import type { loader } from "./search.route";
import { useWords } from "./words/words";

/**
 * Moves the focus through the results with up and down, and from the first result back to the field. Escape closes the
 * window at once, because a browser would only clear the search field with the first press.
 */
function onKeys(event: KeyboardEvent<HTMLDialogElement>): void {
  // While a word is composed, as in Japanese, Escape takes the composition back.
  if (event.key === "Escape" && !event.nativeEvent.isComposing) {
    event.preventDefault();
    event.currentTarget.close();
    return;
  }
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const stops: (Element | null)[] = [...event.currentTarget.querySelectorAll("input, ul a")];
  const next = stops[Math.min(stops.length - 1, Math.max(0, stops.indexOf(document.activeElement) + step))];
  if (next instanceof HTMLElement) next.focus();
}

/** Shows, in a window over the current page, what the search page would find, while the person types. */
export function SearchPalette({ slug, onClose }: { slug: string; onClose(): void }) {
  const { t } = useWords();
  const window = useRef<HTMLDialogElement>(null);
  const [search, type] = useState("");
  // Enter may be pressed before the results arrive; further typing cancels it.
  const [entered, enter] = useState<string | null>(null);
  const { data, load, state } = useFetcher<typeof loader>();
  useEffect(() => {
    window.current?.showModal();
  }, []);
  useEffect(() => {
    const address = `/manage/${slug}/search?q=${encodeURIComponent(search)}`;
    const timer = setTimeout(() => load(address), search === "" ? 0 : 150);
    return () => clearTimeout(timer);
  }, [slug, search, load]);
  const found = data?.search === search && state === "idle";
  useEffect(() => {
    if (found && entered === search) window.current?.querySelector<HTMLElement>("ul a")?.click();
  }, [found, entered, search]);
  return (
    <dialog
      ref={window}
      aria-label={t("page.title")}
      onClose={onClose}
      onKeyDown={onKeys}
      className="mx-auto mt-[10vh] max-h-[75vh] w-[min(36rem,calc(100vw-2rem))] overflow-y-auto rounded-lg border border-edge bg-surface p-0 text-ink shadow-lg backdrop:bg-black/40"
    >
      <form
        className="sticky top-0 flex gap-2 border-b border-line bg-surface p-2"
        onSubmit={(event) => {
          event.preventDefault();
          enter(search);
        }}
      >
        <input
          type="search"
          aria-label={t("page.field")}
          placeholder={t("page.field")}
          value={search}
          onChange={(event) => {
            type(event.target.value);
            enter(null);
          }}
          className="min-h-hit min-w-0 flex-1 rounded-md bg-surface px-3 text-ink placeholder:text-soft"
        />
        <button
          type="button"
          onClick={() => window.current?.close()}
          className="min-h-hit rounded-md px-3 text-soft hover:bg-sunken"
        >
          {t("page.close")}
        </button>
      </form>
      <SearchResultsPanel hits={data?.hits ?? []} onGo={() => window.current?.close()} />
      <div role="status">
        <p className={data && found && data.hits.length === 0 ? "p-4" : "sr-only"}>
          {data && found && (data.hits.length === 0 ? t("page.none") : t("page.found", { count: data.hits.length }))}
        </p>
        {data && found && data.isCut ? <p className="p-4 text-sm text-soft">{t("page.cut")}</p> : null}
      </div>
    </dialog>
  );
}
