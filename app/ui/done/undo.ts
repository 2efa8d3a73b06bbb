import type { UndoOffer } from "../parts/viewer";
import { wordsIn } from "./words";

type UndoTarget = Omit<UndoOffer, "label">;

/** True on Now, where the button that ends a mute of everything is right below the notice. */
const isNow = ({ pathname }: URL) => pathname.split("/").length < 4;

/** True on the page of an alert, which restores it itself; Now does so for all other pages. */
const isOfAlert = ({ pathname }: URL) => /^\/manage\/[^/]+\/alerts\/./.test(pathname);
const nowPathOf = ({ pathname }: URL) => pathname.split("/").slice(0, 3).join("/");

/** Undo forms by what was done, on the page to which the answer led; `id` = the subject of the action. */
const undoes: Readonly<Record<string, (id: string, url: URL) => UndoTarget | null>> = {
  "component-archived": (id) => (id === "" ? null : { form: `restore-${id}`, hidden: { intent: "restore", id } }),
  muted: (_, url) => (isNow(url) ? null : { form: "unmute", hidden: {} }),
  "alert-dismissed": (id, url) =>
    id === ""
      ? null
      : {
          form: "restore",
          hidden: { intent: "restore", id, ...(isOfAlert(url) || isNow(url) ? {} : { back: url.pathname }) },
          ...(isOfAlert(url) ? {} : { action: `${nowPathOf(url)}?index` }),
        },
};

/**
 * Returns the form that undoes what `?done=` names, for the subject in `&undo=`. Null when its button is beside the
 * notice anyway.
 */
export function undoOfferOf(url: URL, language: string): UndoOffer | null {
  const key = url.searchParams.get("done") ?? "";
  const deed = Object.hasOwn(undoes, key) ? undoes[key]?.(url.searchParams.get("undo") ?? "", url) : null;
  return deed ? { ...deed, label: wordsIn(language).t("undo.button") } : null;
}
