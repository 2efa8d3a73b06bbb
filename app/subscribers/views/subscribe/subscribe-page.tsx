/** @jsxImportSource ~/html */
import { titleIn } from "~/i18n/said-title";
import { lengthText } from "~/i18n/span";
import { feedFormats, feedPath, feedTypes } from "~/pages/rules/page-links";
import { confirmationPauseMs, mailAllowances } from "~/people/rules/mail-allowance";
import type { SeenPage } from "~/status-page/rules/seen-page";
import { Layout } from "~/status-page/views/frame/layout";
import { type CarriedFields, FormErrors, PostForm, ScopeChoice } from "~/status-page/views/parts/forms";
import type { Frame } from "~/status-page/views/parts/frame";
import { type TitleFacts, titleLanguage } from "~/status-page/views/parts/title";
import { confirmWindowMs } from "../../rules/subscriber";
import { PushButton } from "../push/push-part";
import { SentByPersonFields } from "./sent-by-person";
import { WayChoice, type WayChoiceProps } from "./way-choice";

interface SubscribePageProps extends WayChoiceProps {
  page: SeenPage;
  /** The one incident to follow. */
  incident: (TitleFacts & { id: string }) | null;
  /** Component that is selected at the start. */
  componentId: string | null;
  carried: CarriedFields;
  /** Signed stamp of the form's time, or of the second attempt. */
  stamp: Record<string, string>;
}

function Feeds({ frame }: { frame: Frame }) {
  const { t } = frame.words;
  return (
    <p class="note also">
      <span>{t("subscribe.feeds")}</span>
      {feedFormats.map((format) => (
        <a key={format} href={`${frame.prefix}${feedPath(format)}`} type={feedTypes[format]}>
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
    <Layout frame={frame} page={page} back>
      <h1 class="own">{incident ? t("subscribe.follow") : t("subscribe.heading_any")}</h1>
      <p class="about">{incident ? t("subscribe.about_incident") : t("subscribe.about", { page: name })}</p>
      {incident ? (
        <p>
          <strong dir="auto" lang={titleLanguage(frame, incident)}>
            {titleIn(frame.words, incident)}
          </strong>
        </p>
      ) : null}
      <PostForm action={`${frame.prefix}/subscribe`} carried={carried} hidden={hidden}>
        <FormErrors frame={frame} typed={typed} />
        <WayChoice frame={frame} typed={typed} mail={mail} kinds={kinds} texting={texting} />
        {incident ? null : (
          <ScopeChoice
            frame={frame}
            components={page.snapshot.components}
            groups={page.snapshot.groups}
            scope={scope}
            chosen={chosen}
            typed={typed}
          />
        )}
        <SentByPersonFields frame={frame} typed={typed} />
        <button type="submit">{t("subscribe.button")}</button>
        <PushButton frame={frame} />
      </PostForm>
      <Feeds frame={frame} />
    </Layout>
  );
}

/** Page after the request, the same for every address. */
export function ConfirmationRequestSentPage({ frame, page }: { frame: Frame; page: SeenPage }) {
  const { t } = frame.words;
  return (
    <Layout frame={frame} page={page} back>
      <h1 class="own">{t("subscribe.sent")}</h1>
      <p>{t("subscribe.sent_about", { length: lengthText(frame.words, confirmWindowMs) })}</p>
      <p class="note">
        {t("subscribe.sent_late", {
          length: lengthText(frame.words, confirmationPauseMs),
          number: mailAllowances.unproven[0].mails,
        })}
      </p>
    </Layout>
  );
}
