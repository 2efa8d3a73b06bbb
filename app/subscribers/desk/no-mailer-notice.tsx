import { Link } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { NoticeBanner } from "~/ui/parts/notice";
import { useViewer } from "~/ui/parts/viewer";
import { useWords } from "./words/words";

/** Warning that an email is needed and none can be sent, with its consequences and who can fix it. */
export function NoMailerBanner() {
  const { t } = useWords();
  const { operator } = useViewer();
  return (
    <NoticeBanner tone="warning">
      <p className="font-semibold">{t("no_mailer.title")}</p>
      <p>{t("no_mailer.about")}</p>
      {operator ? (
        <Link to="/manage/deployment/mailers/new" className={inlineLinkTargetClass}>
          {t("no_mailer.set")}
        </Link>
      ) : (
        <p>{t("no_mailer.ask")}</p>
      )}
    </NoticeBanner>
  );
}
