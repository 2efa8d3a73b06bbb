import { useActionData } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { EmptyState, ListPanel, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { VerbatimText } from "~/ui/parts/verbatim";
import { useWords } from "./words/words";

interface ListedProvider {
  id: string;
  name: string;
  issuer: string;
}

/** Providers on the deployment's page. */
export function ProvidersPanel({ providers }: { providers: ListedProvider[] }) {
  const { t } = useWords();
  if (providers.length === 0) return <EmptyState title={t("empty.none")} about={t("empty.about")} />;
  return (
    <ListPanel>
      {providers.map(({ id, name, issuer }) => (
        <ListRow key={id}>
          <RowLink to={`/manage/deployment/providers/${id}`}>{name}</RowLink>
          <ListRowDetail>
            <span className="break-all">{issuer}</span>
          </ListRowDetail>
        </ListRow>
      ))}
    </ListPanel>
  );
}

interface ProviderCheckView {
  ok: boolean;
  found: string[];
}

const checkOf = (data: unknown): ProviderCheckView | null =>
  typeof data === "object" && data !== null && "checked" in data ? (data.checked as ProviderCheckView) : null;

/** Checks the provider at once and shows the findings. */
export function ProviderCheckForm({ redirect }: { redirect: string }) {
  const { t } = useWords();
  const check = checkOf(useActionData());
  const [verdict, ...more] = check?.found ?? [];
  return (
    <>
      <p className="max-w-prose">{t("check.register")}</p>
      <VerbatimText label={t("check.redirect")}>{redirect}</VerbatimText>
      {check ? (
        <div role="status">
          <NoticeBanner tone={check.ok ? "good" : "warning"}>
            <p className="font-semibold">{verdict}</p>
            {more.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </NoticeBanner>
        </div>
      ) : null}
      <ButtonForm name="check">
        <Button>{t("check.button")}</Button>
      </ButtonForm>
    </>
  );
}

export function ProviderDangerZone({ version, people }: { version: number; people: number }) {
  const { t } = useWords();
  const texts = { title: t("delete.title"), label: t("delete.sure"), button: t("delete.button") };
  return (
    <CheckboxConfirmFold name="delete" version={version} {...texts}>
      <p className="max-w-prose">{people === 0 ? t("delete.nobody") : t("delete.people", { count: people })}</p>
    </CheckboxConfirmFold>
  );
}
