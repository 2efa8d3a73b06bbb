import { useLoaderData } from "@remix-run/react";
import { translateDeliveryAttempts } from "~/channels/desk/channel-attempts";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { previewNoticeEmail } from "~/notifications/letters/preview";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { Button } from "~/ui/parts/button";
import { ButtonForm, useFormState } from "~/ui/parts/form";
import { PageHead, Section } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { TimeText } from "~/ui/parts/time-text";
import { readNotice } from "../read";
import { cancelNotice, resendNotice, resendToUnconfirmed } from "../verbs";
import { MailBanner } from "./mail-banner";
import { localiseMailSendingView } from "./mail-in";
import {
  type EmailPreviewContent,
  EmailPreviewPanel,
  NoticeBatchesFold,
  NoticeDeliveriesPanel,
  NoticeFailuresPanel,
  UnconfirmedRecipientsPanel,
} from "./notice-parts";
import { NoticeProgressText, NoticeStateBadge } from "./outbox-parts";
import { noticeName } from "./outbox-words";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = {
  guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard,
  trail: placeTrail,
};

export const meta = translatedPageTitleMeta(wordsIn, "notice.title");

function shownLetter(previewed: Awaited<ReturnType<typeof previewNoticeEmail>>): EmailPreviewContent | null {
  if (!previewed.ok) return null;
  const { subject, text, language } = previewed.value;
  return { subject, text, language };
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = routeParam(desk, "id");
  const asked = [readNotice(ctx, { pageId, id }), previewNoticeEmail(ctx, { pageId, noticeId: id })] as const;
  const [found, previewed] = await Promise.all(asked);
  const detail = unwrapOrThrow(found);
  const failures = detail.failures.map((each) => ({ ...each, reason: refusalText(each.reason, desk.language) }));
  const deliveries = detail.deliveries.map((each) => ({
    ...each,
    attempts: translateDeliveryAttempts(desk.language, each),
  }));
  const mail = localiseMailSendingView(desk.language, detail.mail);
  return {
    ...detail,
    mail,
    failures,
    deliveries,
    letter: shownLetter(previewed),
    here: `/manage/${slug}/outbox/${id}`,
  };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = { pageId: desk.pageId, id: routeParam(desk, "id"), commitId: posted.commitId };
  const here = `/manage/${desk.slug}/outbox/${given.id}`;
  if (posted.intent === "stop")
    return formResultResponse(posted, await cancelNotice(desk.ctx, given), here, "notice-stopped");
  if (posted.intent !== "resend" && posted.intent !== "resend-unknown") return unknownFormResponse(posted);
  const resend = posted.intent === "resend" ? resendNotice : resendToUnconfirmed;
  return formResultResponse(posted, await resend(desk.ctx, given), here, "notice-resent");
});

function Buttons() {
  const { t } = useWords();
  const { notice } = useLoaderData<typeof loader>();
  const [resend, unknown, stop] = [useFormState("resend"), useFormState("resend-unknown"), useFormState("stop")];
  const offered = {
    resend: notice.canResend || resend !== null,
    unknown: notice.canResendUnknown || unknown !== null,
    stop: notice.canStop || stop !== null,
  };
  if (!useHasRole("responder") || !Object.values(offered).includes(true)) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {offered.resend ? (
        <ButtonForm name="resend">
          <Button look="primary">{t("notice.resend")}</Button>
        </ButtonForm>
      ) : null}
      {offered.unknown ? (
        <ButtonForm name="resend-unknown">
          <Button>{t("notice.resend_unknown")}</Button>
        </ButtonForm>
      ) : null}
      {offered.stop ? (
        <ButtonForm name="stop">
          <Button look="danger">{t("notice.stop")}</Button>
        </ButtonForm>
      ) : null}
    </div>
  );
}

function Standing() {
  const { say } = useWords();
  const { notice } = useLoaderData<typeof loader>();
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      <NoticeStateBadge notice={notice} />
      <NoticeProgressText notice={notice} />
      {notice.canStop ? (
        <span className="text-soft">{say("notice.expires", { at: <TimeText at={notice.expiresAt} /> })}</span>
      ) : null}
    </p>
  );
}

export default function NoticePage() {
  const words = useWords();
  const { t, say } = words;
  const { notice, mail, batches, failures, unknown, deliveries, letter, here } = useLoaderData<typeof loader>();
  const about = { audience: t(`audience.${notice.audience}`), at: <TimeText at={notice.createdAt} exact /> };
  const note = notice.about
    ? say("notice.note_about", { ...about, about: <bdi>{notice.about}</bdi> })
    : say("notice.note", about);
  return (
    <>
      <PageHead title={noticeName(words, notice)} note={note} />
      {notice.canStop ? <MailBanner mail={mail} /> : null}
      <Standing />
      <Buttons />
      {deliveries.length > 0 ? (
        <Section title={t("channels.title")}>
          <NoticeDeliveriesPanel deliveries={deliveries} />
        </Section>
      ) : null}
      {batches.length > 0 ? (
        <Section title={t("attempts.title")}>
          <NoticeFailuresPanel failures={failures} />
          <UnconfirmedRecipientsPanel unknown={unknown} />
          <NoticeBatchesFold batches={batches} />
        </Section>
      ) : null}
      <Section title={t("email.title")}>
        <EmailPreviewPanel letter={letter} source={`${here}/email`} />
      </Section>
    </>
  );
}
