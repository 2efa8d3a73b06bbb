import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { Select } from "~/ui/parts/select";
import { Sentences } from "~/ui/parts/sentences";
import { DataTable, rowRoles, stackedTableCellClass } from "~/ui/parts/table";
import { ListCheckbox } from "~/ui/parts/tick";
import type { ImportThingView } from "../read";
import { moveThingKey } from "../rules/foreign-ids";
import { importConflictChoices } from "../rules/import-facts";
import type { ThingSelection } from "../rules/import-selection";
import { importPlanReasonText } from "./import-texts";
import { useWords } from "./words/words";

/** Name of the form with the choices for things. */
export const importThingsFormName = "things";

const shownName = "shown";
const tickPrefix = "tick.";
const conflictPrefix = "conflict.";

/** Returns what a person chose for the things that were shown. */
export function readPostedThingSelection(fields: FormData): ThingSelection {
  const shown = fields.getAll(shownName).map(String);
  const conflicts = shown.flatMap((key): [string, string][] => {
    const choice = fields.get(conflictPrefix + key);
    return typeof choice === "string" ? [[key, choice]] : [];
  });
  return {
    shown,
    ticked: new Set(shown.filter((key) => fields.has(tickPrefix + key))),
    conflicts: Object.fromEntries(conflicts),
  };
}

interface ThingRowProps {
  thing: ImportThingView;
  canChoose: boolean;
}

/** The choice for a name that is already here. */
function ConflictSelect({ thing, canChoose }: ThingRowProps) {
  const { t } = useWords();
  if (!canChoose || (thing.verdict !== "conflict" && thing.conflict === null)) return null;
  return (
    <Select
      name={conflictPrefix + moveThingKey(thing)}
      aria-label={t("things.choice", { name: thing.name })}
      defaultValue={thing.conflict ?? ""}
      className="min-h-hit w-full min-w-48 rounded-md border border-edge bg-surface px-3 text-ink"
    >
      <option value="">{t("preview.open")}</option>
      {importConflictChoices.map((choice) => (
        <option key={choice} value={choice}>
          {t(`preview.${choice}`)}
        </option>
      ))}
    </Select>
  );
}

function ThingRow({ thing, canChoose }: ThingRowProps) {
  const words = useWords();
  const { t } = words;
  const key = moveThingKey(thing);
  return (
    <tr {...rowRoles.row}>
      <th scope="row" {...rowRoles.name} className={`${stackedTableCellClass} text-start font-medium`}>
        <span className="flex items-center gap-2 wrap-anywhere">
          {canChoose ? (
            <>
              <input type="hidden" name={shownName} value={key} />
              <ListCheckbox
                name={tickPrefix + key}
                label={t("things.take", { name: thing.name })}
                checked={thing.isTicked}
              />
            </>
          ) : null}
          <bdi className="min-w-32">{thing.name}</bdi>
        </span>
      </th>
      <td {...rowRoles.cell} className={`${stackedTableCellClass} whitespace-nowrap`}>
        {t(`verdict.${thing.verdict}`)}
      </td>
      <td {...rowRoles.cell} className={`${stackedTableCellClass} min-w-48`}>
        <Sentences>
          {thing.reasons.map((reason) => (
            <span key={reason.code}>{importPlanReasonText(words, reason)}</span>
          ))}
        </Sentences>
        <ConflictSelect thing={thing} canChoose={canChoose} />
      </td>
    </tr>
  );
}

interface ThingsFormProps {
  things: readonly ImportThingView[];
  version: number;
  /** Path and query of the page, to which it posts. */
  action: string;
  canChoose: boolean;
}

/** A page of things, each with what happens to it, why, and its choices. */
export function ImportThingsForm({ things, version, action, canChoose }: ThingsFormProps) {
  const { t } = useWords();
  const label = t("column.things");
  return (
    <PostForm name={importThingsFormName} version={version} action={action} className="grid grid-cols-1 gap-4">
      <DataTable isStacked label={label} heads={[t("column.name"), t("column.verdict"), t("column.why")]}>
        {things.map((thing) => (
          <ThingRow key={moveThingKey(thing)} thing={thing} canChoose={canChoose} />
        ))}
      </DataTable>
      {canChoose ? (
        <div>
          <Button look="primary">{t("things.save")}</Button>
        </div>
      ) : null}
    </PostForm>
  );
}
