import type { ProviderTrouble } from "~/people/rules/identity";
import { PageHead } from "~/ui/parts/list";
import { useWords } from "./words/words";

/** Reason why signing in with the named provider failed, and what to do next. */
export function ProviderTroubleText({ trouble, name }: { trouble: ProviderTrouble; name: string }) {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t(`trouble.${trouble}_title`, { name })} />
      <p className="max-w-prose">{t(`trouble.${trouble}_text`, { name })}</p>
    </>
  );
}
