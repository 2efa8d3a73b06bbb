import type { ReactNode } from "react";
import { useHasRole } from "~/ui/frame/may";
import { ViewsPageHead } from "~/ui/parts/views-head";
import { useWords } from "./words/words";

interface SystemHeadProps {
  slug: string;
  title: string;
  note?: ReactNode;
}

/** Renders the header of the system views of a page: overview, outbox and usage. */
export function SystemHead({ slug, ...rest }: SystemHeadProps) {
  const { t } = useWords();
  const here = `/manage/${slug}`;
  const views = [
    { to: `${here}/system`, text: t("view.overview") },
    { to: `${here}/outbox`, text: t("view.outbox") },
    ...(useHasRole("admin") ? [{ to: `${here}/usage`, text: t("view.usage") }] : []),
  ];
  return <ViewsPageHead {...rest} label={t("page.system")} views={views} />;
}
