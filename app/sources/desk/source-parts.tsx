import { DeleteWatcherSection } from "~/alert-rules/desk/watch-notes";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { useWords } from "./words/words";

/** Fold that rotates the address; hidden while an earlier address still works. */
export function RotateSourceAddressFold({
  version,
  overlaps,
}: {
  version: number;
  overlaps: readonly { what: string }[];
}) {
  const { t } = useWords();
  if (overlaps.some(({ what }) => what === "address")) return null;
  return (
    <CheckboxConfirmFold
      name="rotate"
      version={version}
      title={t("rotate.title")}
      label={t("rotate.sure")}
      hint={t("rotate.hint")}
      button={t("rotate.button")}
      mild
    />
  );
}

/** Section that deletes a source; `alone` lists the components that nothing else watches. */
export function DeleteSourceFold(own: { version: number; alone: readonly string[]; staying: readonly string[] }) {
  const { t } = useWords();
  return (
    <DeleteWatcherSection {...own} title={t("delete.title")} label={t("delete.sure")} button={t("delete.button")} />
  );
}
