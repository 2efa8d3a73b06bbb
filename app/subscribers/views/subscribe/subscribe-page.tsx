/** @jsxImportSource ~/html */
import { localiseTitle } from "~/i18n/said-title";
import { timeLimitText } from "~/i18n/span";
import { feedFormats, feedMediaTypeByFormat, feedPath } from "~/pages/rules/page-links";
import { confirmationEmailPauseMs, mailAllowances } from "~/people/rules/mail-allowance";
import type { ServedPage } from "~/status-page/rules/seen-page";
import { PublicPageLayout } from "~/status-page/views/frame/layout";
import {
  FormErrorBanner,
  type HiddenFieldValues,
  PublicPostForm,
  SubscriptionScopeFields,
} from "~/status-page/views/parts/forms";
import type { RenderContext } from "~/status-page/views/parts/frame";
import { type TitleFacts, titleLanguage } from "~/status-page/views/parts/title";
import { confirmationWindowMs } from "../../rules/subscriber";
import { PushButton } from "../push/push-part";
import { BotCheckInputs } from "./sent-by-person";
import { SubscriptionWayField, type WayChoiceProps } from "./way-choice";

interface SubscribePageProps extends WayChoiceProps {
  page: ServedPage;
  /** The one incident to follow. */
  incident: (TitleFacts & { id: string }) | null;
  /** Component that is selected at the start. */
  componentId: string | null;
  carried: HiddenFieldValues;
  /** Signed stamp of the form's time, or of the second attempt. */
  stamp: Record<string, string>;
}

function Feeds({ frame }: { frame: RenderContext }) {
  const { t } = frame.words;
  return (
    <p class="note also">
      <span>{t("subscribe.feeds")}</span>
      {feedFormats.map((format) => (
        <a key={format} href={`${frame.prefix}${feedPath(format)}`} type={feedMediaTypeByFormat[format]}>
          {t(`feed.${format}`)}
        </a>
      ))}
    </p>
  );
}

export function SubscribePage({
  frame,
  page,
  incident,
  componentId,
  carried,
  stamp,
  typed,
  mail,
  kinds,
  texting,
}: SubscribePageProps) {
  const { t } = frame.words;
  const { name } = page.snapshot.page;
  const scope = componentId === null ? "page" : "components";
  const chosen = componentId === null ? [] : [componentId];
  const hidden = { ...stamp, ...(incident ? { incidentId: incident.id, scope: "incident" } : {}) };
  return (
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">{incident ? t("subscribe.follow") : t("subscribe.heading_any")}</h1>
      <p class="about">{incident ? t("subscribe.about_incident") : t("subscribe.about", { page: name })}</p>
      {incident ? (
        <p>
          <strong dir="auto" lang={titleLanguage(frame, incident)}>
            {localiseTitle(frame.words, incident)}
          </strong>
        </p>
      ) : null}
      <PublicPostForm action={`${frame.prefix}/subscribe`} carried={carried} hidden={hidden}>
        <FormErrorBanner frame={frame} typed={typed} />
        <SubscriptionWayField frame={frame} typed={typed} mail={mail} kinds={kinds} texting={texting} />
        {incident ? null : (
          <SubscriptionScopeFields
            frame={frame}
            components={page.snapshot.components}
            groups={page.snapshot.groups}
            scope={scope}
            chosen={chosen}
            typed={typed}
          />
        )}
        <BotCheckInputs frame={frame} typed={typed} />
        <button type="submit">{t("subscribe.button")}</button>
        <PushButton frame={frame} />
      </PublicPostForm>
      <Feeds frame={frame} />
    </PublicPageLayout>
  );
}

/** Page after the request, the same for every address. */
export function ConfirmationRequestSentPage({ frame, page }: { frame: RenderContext; page: ServedPage }) {
  const { t } = frame.words;
  return (
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">{t("subscribe.sent")}</h1>
      <p>{t("subscribe.sent_about", { length: timeLimitText(frame.words, confirmationWindowMs) })}</p>
      <p class="note">
        {t("subscribe.sent_late", {
          length: timeLimitText(frame.words, confirmationEmailPauseMs),
          number: mailAllowances.unproven[0].mails,
        })}
      </p>
    </PublicPageLayout>
  );
}
