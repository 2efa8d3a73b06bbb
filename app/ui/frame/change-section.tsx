import type { ReactNode } from "react";
import { Section } from "../parts/list";
import { useMay } from "./may";
import { useWords } from "./words";

/** At the foot of a thing's page: where admins change it. Others see what it is, and nothing to press. */
export function ChangeSection({ children }: { children: ReactNode }) {
  const { t } = useWords();
  return useMay("admin") ? (
    <Section id="change" title={t("shell.edit")}>
      {children}
    </Section>
  ) : null;
}
