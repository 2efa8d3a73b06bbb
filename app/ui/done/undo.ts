import type { Undo } from "../parts/viewer";
import { wordsIn } from "./words";

type Deed = Omit<Undo, "label">;

/** On Now the button that ends a mute of everything stands right below. */
const isNow = ({ pathname }: URL) => pathname.split("/").length < 4;

/** By what was done: the form of the page that it led to which takes it back; `id`: of what it was done to. */
const undoes: Readonly<Record<string, (id: string, url: URL) => Deed | null>> = {
  "component-archived": (id) => (id === "" ? null : { form: `restore-${id}`, hidden: { intent: "restore", id } }),
  muted: (_, url) => (isNow(url) ? null : { form: "unmute", hidden: {} }),
  "alert-dismissed": (id, url) =>
    id === ""
      ? null
      : {
          form: "restore",
          hidden: { intent: "restore", id },
          ...(isNow(url) ? { action: `${url.pathname}?index` } : {}),
        },
};

/** What takes back what `?done=` says was done, to `&undo=`. Where its button stands beside the notice, nothing more does. */
export function undoOf(url: URL, language: string): Undo | null {
  const key = url.searchParams.get("done") ?? "";
  const deed = Object.hasOwn(undoes, key) ? undoes[key]?.(url.searchParams.get("undo") ?? "", url) : null;
  return deed ? { ...deed, label: wordsIn(language).t("undo.button") } : null;
}
