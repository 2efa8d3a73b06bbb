import { Fold, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { NotificationPreview } from "../preview";
import type { ReviewedFormValues } from "./back-form";
import { MessagePreviewPanel } from "./drawn-message";
import { EmailPreviewFrame } from "./email-frame";
import { PreviewLanguageForm } from "./language-choice";
import { useWords } from "./words/words";

interface MessagePreviewListProps {
  preview: NotificationPreview;
  carried: ReviewedFormValues;
}

function Reached({ title, people }: { title: string; people: number }) {
  const { t } = useWords();
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-soft">{people === 0 ? t("subscribers.nobody") : t("subscribers.people", { count: people })}</p>
    </div>
  );
}

function Email({ preview, carried }: MessagePreviewListProps) {
  const { t, say } = useWords();
  const { language, email } = preview;
  const subject = (
    <bdi lang={language} className="font-medium text-ink">
      {email.subject}
    </bdi>
  );
  return (
    <div className="grid gap-3">
      <Reached title={t("email.title")} people={preview.notify ? email.people : 0} />
      <p className="text-soft">{say("email.subject", { subject })}</p>
      <div className="grid gap-4 lg:grid-cols-2">
        <EmailPreviewFrame carried={carried} scheme="light" language={language} />
        <EmailPreviewFrame carried={carried} scheme="dark" language={language} />
      </div>
      <Fold title={t("email.plain")}>
        <VerbatimText label={t("email.plain_label")} lang={language}>
          {email.text}
        </VerbatimText>
      </Fold>
    </div>
  );
}

function Subscribers({ preview, carried }: MessagePreviewListProps) {
  const { t } = useWords();
  const { language, notify, ways } = preview;
  return (
    <Section title={t("subscribers.title")}>
      {notify ? null : <NoticeBanner tone="warning">{t("page.silent")}</NoticeBanner>}
      <PreviewLanguageForm carried={carried} language={language} />
      <Email preview={preview} carried={carried} />
      {ways.map(({ kind, title, people, drawn }) => (
        <div key={kind} className="grid gap-3 pt-3">
          <Reached title={title} people={notify ? people : 0} />
          <MessagePreviewPanel drawn={drawn} kind={title} language={language} />
        </div>
      ))}
    </Section>
  );
}

function Channels({ preview: { channels, pageLanguage: language } }: { preview: NotificationPreview }) {
  const { t, say } = useWords();
  return (
    <Section title={t("channels.title")}>
      {channels.length === 0 ? <p className="text-soft">{t("channels.none")}</p> : null}
      {channels.map(({ id, name, title, drawn }) => (
        <div key={id} className="grid gap-3 pt-3">
          <h3 className="font-semibold">{say("channels.about", { name: <bdi>{name}</bdi>, kind: title })}</h3>
          <MessagePreviewPanel drawn={drawn} kind={title} language={language} />
        </div>
      ))}
    </Section>
  );
}

/**
 * The messages that would be sent: to subscribers by each way, with the number of people, and to the page's channels.
 */
export function MessagePreviewsSection({ preview, carried }: MessagePreviewListProps) {
  return (
    <>
      <Subscribers preview={preview} carried={carried} />
      <Channels preview={preview} />
    </>
  );
}
