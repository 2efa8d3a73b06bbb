import { roles } from "~/access/actor";
import type { FieldChoice } from "~/ui/parts/field";
import { useWords } from "~/ui/parts/part-words";

/** Returns the roles as choices of a field. */
export function useAllRoleChoices(): FieldChoice[] {
  const { t } = useWords();
  return roles.map((role) => ({ value: role, label: t(`role.${role}`) }));
}
