import { useActionData } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { Fold, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { AgoText } from "~/ui/parts/time-text";
import type { ArchivedComponent } from "../list-table";
import { useWords } from "./words/words";

/** Lists archived components, each with a button to restore it. */
export function ArchivedComponentsFold({
  components,
  editable,
}: {
  components: ArchivedComponent[];
  editable: boolean;
}) {
  const { t, say } = useWords();
  const refused = useActionData<{ form?: string }>()?.form?.startsWith("restore-") ?? false;
  if (components.length === 0) return null;
  return (
    <Fold title={t("archived.title")} open={refused}>
      <p className="text-soft">{t("archived.about")}</p>
      <ListPanel>
        {components.map(({ id, name, archivedAt, version }) => (
          <ListRow
            key={id}
            actions={
              editable ? (
                <ButtonForm name={`restore-${id}`} version={version} hidden={{ intent: "restore", id }}>
                  <Button label={t("archived.restore_named", { name })}>{t("archived.restore")}</Button>
                </ButtonForm>
              ) : null
            }
          >
            <bdi className="font-medium">{name}</bdi>
            <ListRowDetail>
              <span>{say("archived.since", { ago: <AgoText at={archivedAt} /> })}</span>
            </ListRowDetail>
          </ListRow>
        ))}
      </ListPanel>
    </Fold>
  );
}
