import { Link } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { NoticeBanner } from "~/ui/parts/notice";
import { Sentences } from "~/ui/parts/sentences";
import { TimeText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import type { localiseMailSendingView } from "./mail-in";
import { useWords } from "./words/words";

type ShownMail = ReturnType<typeof localiseMailSendingView>;

/** Time that a notice may wait for its sender before a warning is shown, in ms. */
const lateNoticeMs = 15_000;

/** Warning that email is not sent, with the reason and the number of waiting notices; nothing while all is well. */
export function MailBanner({ mail, outbox }: { mail: ShownMail; outbox?: string }) {
  const { now, operator } = useViewer();
  const { t, say } = useWords();
  const link = outbox ? (
    <Link to={outbox} className={inlineLinkTargetClass}>
      {t("banner.open")}
    </Link>
  ) : null;
  if (mail.mailers === 0 && mail.waiting > 0) {
    return (
      <NoticeBanner tone="warning">
        <Sentences>
          {say("banner.no_mailer", {
            count: mail.waiting,
            deployment: operator ? (
              <Link to="/manage/deployment">{t("banner.deployment")}</Link>
            ) : (
              t("banner.deployment")
            ),
          })}
          {link}
        </Sentences>
      </NoticeBanner>
    );
  }
  if (mail.mailers > 0 && mail.failingSince !== null) {
    const since = <TimeText at={mail.failingSince} />;
    return (
      <NoticeBanner tone="danger">
        <Sentences>
          {mail.lastError
            ? say("banner.failing_because", { since, error: <bdi>{mail.lastError}</bdi> })
            : say("banner.failing", { since })}
          {mail.waiting === 0 ? t("banner.nothing_lost") : t("banner.waiting", { count: mail.waiting })}
          {operator ? (
            <Link to="/manage/deployment" className={inlineLinkTargetClass}>
              {t("banner.mailers")}
            </Link>
          ) : (
            t("banner.ask")
          )}
          {link}
        </Sentences>
      </NoticeBanner>
    );
  }
  if (mail.mailers > 0 && mail.nextDueAt !== null && mail.nextDueAt < now - lateNoticeMs) {
    return (
      <NoticeBanner tone="warning">
        <Sentences>
          {say("banner.late", { at: <TimeText at={mail.nextDueAt} /> })}
          {link}
        </Sentences>
      </NoticeBanner>
    );
  }
  return null;
}

/** Warning about notices that did not reach everyone and are no longer retried. */
export function FailedNoticesBanner({ mail, outbox }: { mail: ShownMail; outbox: string }) {
  const { t } = useWords();
  if (mail.dead === 0) return null;
  return (
    <NoticeBanner tone="warning">
      <Sentences>
        {t("dead.about", { count: mail.dead })}
        <Link to={`${outbox}?filter=failed`}>{t("dead.link")}</Link>
      </Sentences>
    </NoticeBanner>
  );
}
