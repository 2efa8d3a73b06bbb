import { useEffect, useRef } from "react";
import { KeyboardShortcutsPanel } from "./key-list";
import { useWords } from "./words/words";

/** The list of keyboard shortcuts over the present page. */
export function KeyboardShortcutsWindow({ onClose }: { onClose(): void }) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={t("section.keys")}
      onClose={onClose}
      className="m-auto max-h-[85vh] w-[min(36rem,calc(100vw-2rem))] overflow-y-auto rounded-lg border border-edge bg-surface p-4 text-ink shadow-lg backdrop:bg-black/40"
    >
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("section.keys")}</h2>
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          className="min-h-hit rounded-md px-3 text-soft hover:bg-sunken"
        >
          {t("key.close_window")}
        </button>
      </div>
      <KeyboardShortcutsPanel />
    </dialog>
  );
}
