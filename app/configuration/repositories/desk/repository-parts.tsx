import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { EmptyState, ListPanel, ListRow, ListRowDetail, RowLink, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { RepositoryReadingView, RepositoryView } from "../verbs";
import { ReadingStateBadge } from "./reading-state";
import { shortSha } from "./repository-paths";
import { useWords } from "./words/words";

/** Notices about a repository that is not read, and whose role it has. */
export function RepositoryBanners({ repository, makerName }: { repository: RepositoryView; makerName: string | null }) {
  const { t, say } = useWords();
  const { stoppedAt, enabled } = repository;
  if (stoppedAt !== null) {
    const at = <TimeText at={stoppedAt} />;
    return (
      <NoticeBanner tone="danger">
        {makerName === null
          ? say("notice.stopped_gone", { at })
          : say("notice.stopped", { at, name: <bdi>{makerName}</bdi> })}
      </NoticeBanner>
    );
  }
  if (!enabled) return <NoticeBanner tone="warning">{t("notice.off")}</NoticeBanner>;
  return makerName === null ? null : (
    <p className="max-w-prose text-soft">{say("notice.role", { name: <bdi>{makerName}</bdi> })}</p>
  );
}

/** Address and secret of the webhook, shown in the answer to the button and never again. */
export function NewWebhookSecretBanner({
  address,
  secret,
  isGitlab,
}: {
  address: string;
  secret: string;
  isGitlab: boolean;
}) {
  const { t } = useWords();
  return (
    <div role="status" className="grid gap-3">
      <NoticeBanner>{t("webhook.once")}</NoticeBanner>
      <VerbatimText label={t("webhook.address")} isLabelShown>
        {address}
      </VerbatimText>
      <VerbatimText label={t("webhook.secret")} isLabelShown>
        {secret}
      </VerbatimText>
      {isGitlab ? <p className="max-w-prose text-soft">{t("webhook.gitlab")}</p> : null}
    </div>
  );
}

/** The webhook: its address, and the button for the first secret or another one. */
export function WebhookSection({ repository }: { repository: RepositoryView }) {
  const { t } = useWords();
  const { address, version, hasSecret } = repository;
  if (!hasSecret) {
    return (
      <Section title={t("webhook.title")}>
        <p className="max-w-prose">{t("webhook.none")}</p>
        <ButtonForm name="secret" version={version}>
          <Button look="primary">{t("webhook.create")}</Button>
        </ButtonForm>
      </Section>
    );
  }
  return (
    <Section title={t("webhook.title")}>
      <p className="max-w-prose">{t("webhook.set")}</p>
      <VerbatimText label={t("webhook.address")} isLabelShown>
        {address}
      </VerbatimText>
      <CheckboxConfirmFold
        name="rotate"
        version={version}
        title={t("webhook.another")}
        label={t("webhook.another_sure")}
        hint={t("webhook.another_hint")}
        button={t("webhook.another_button")}
      />
    </Section>
  );
}

function ReadingRow({ reading, to }: { reading: RepositoryReadingView; to: string }) {
  const { t, say } = useWords();
  const { commitSha, author, title, state, createdAt } = reading;
  return (
    <ListRow>
      <RowLink to={to}>{commitSha === "" ? t("readings.newest") : <code>{shortSha(commitSha)}</code>}</RowLink>
      <ListRowDetail>
        <ReadingStateBadge state={state} />
        {title === "" ? null : <bdi className="wrap-anywhere">{title}</bdi>}
        {author === "" ? null : <span>{say("readings.by", { author: <bdi>{author}</bdi> })}</span>}
        <TimeText at={createdAt} />
      </ListRowDetail>
    </ListRow>
  );
}

/** The last readings, the newest first, and the button that reads now. */
export function ReadingsSection({ readings, here }: { readings: RepositoryReadingView[]; here: string }) {
  const { t } = useWords();
  return (
    <Section title={t("readings.title")}>
      {readings.length === 0 ? (
        <EmptyState title={t("readings.none")} about={t("readings.none_about")} />
      ) : (
        <ListPanel>
          {readings.map((reading) => (
            <ReadingRow key={reading.id} reading={reading} to={`${here}/readings/${reading.id}`} />
          ))}
        </ListPanel>
      )}
      <ButtonForm name="read">
        <Button>{t("readings.now")}</Button>
      </ButtonForm>
    </Section>
  );
}
