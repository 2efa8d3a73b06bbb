import type { StorageTrouble } from "~/platform/storage";
import { NoticeBanner } from "~/ui/parts/notice";
import { useWords } from "./words/words";

/** Says on Now and Deployment why nothing can be saved, and who can fix it. */
export function StorageFailureBanner({ why }: { why: StorageTrouble | null }) {
  const { t } = useWords();
  if (why === null) return null;
  return (
    <NoticeBanner tone="danger">
      <p className="font-medium">{t("storage.nothing_saved")}</p>
      <p>{t(`storage.${why}`)}</p>
    </NoticeBanner>
  );
}
