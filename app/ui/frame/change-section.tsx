import type { ReactNode } from "react";
import { Section } from "../parts/list";
import { useHasRole } from "./may";
import { useWords } from "./words";

/** Section at the bottom of a page where admins make changes; others do not see it. */
export function AdminEditSection({ children }: { children: ReactNode }) {
  const { t } = useWords();
  return useHasRole("admin") ? (
    <Section id="change" title={t("shell.edit")}>
      {children}
    </Section>
  ) : null;
}
