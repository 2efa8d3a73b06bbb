import { useWords } from "../../desk/words/words";

/** Shows that no alert remains that would resolve an incident automatically. */
export function LeftBehindNote({ isLeft }: { isLeft: boolean }) {
  const { t } = useWords();
  return isLeft ? <span className="font-medium text-major">{t("unassigned.left")}</span> : null;
}
