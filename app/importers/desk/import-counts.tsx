import type { ReactNode } from "react";
import { Link } from "~/ui/parts/link";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { ListCheckbox } from "~/ui/parts/tick";
import type { ImportCountsByNoun } from "../rules/import-job";
import type { MovedNoun } from "../rules/moved-nouns";
import { importCountsRowOf, nonEmptyImportNouns } from "./import-texts";
import { useWords } from "./words/words";

/** Name of a noun's box in the form around the table. */
export const importNounBoxName = (noun: MovedNoun): string => `noun.${noun}`;

interface ImportCountsProps {
  label: string;
  counts: ImportCountsByNoun;
  /** Path of the import, below which the things of a noun are listed; null = they are not any more. */
  here: string | null;
  /** Nouns that are left out by choice; absent = nothing can be chosen. */
  unticked?: readonly MovedNoun[];
}

function NounHead({ noun, here, unticked }: Pick<ImportCountsProps, "here" | "unticked"> & { noun: MovedNoun }) {
  const { t } = useWords();
  const name = t(`noun.${noun}`);
  const shown: ReactNode =
    here === null ? (
      <span className="inline-flex min-h-hit items-center">{name}</span>
    ) : (
      <Link
        to={`${here}/things/${noun}`}
        aria-label={t("preview.see", { noun: name })}
        className="inline-flex min-h-hit items-center"
      >
        {name}
      </Link>
    );
  return (
    <th scope="row" className={`${tableCellClass} text-start font-medium`}>
      <span className="flex items-center gap-2">
        {unticked ? (
          <ListCheckbox
            name={importNounBoxName(noun)}
            label={t("preview.take", { noun: name })}
            checked={!unticked.includes(noun)}
          />
        ) : null}
        {shown}
      </span>
    </th>
  );
}

/** A row for each noun of an import; phones have room for the first columns, so what is left out stands beside what is new. */
export function ImportCountsTable({ label, counts, here, unticked }: ImportCountsProps) {
  const { t, number } = useWords();
  const nouns = nonEmptyImportNouns(counts);
  const hasConflicts = nouns.some((noun) => importCountsRowOf(counts[noun]).conflict > 0);
  // A box is as high as a finger: figures stand on the line of its label.
  const height = unticked ? "min-h-11" : "min-h-hit";
  const heads = [
    t("column.things"),
    ...(hasConflicts ? [t("column.conflict")] : []),
    t("column.make"),
    t("column.left_out"),
    t("column.change"),
    t("column.stay"),
  ];
  return (
    <DataTable label={label} heads={heads}>
      {nouns.map((noun) => {
        const { make, change, stay, conflict, leftOut } = importCountsRowOf(counts[noun]);
        const figures = [...(hasConflicts ? [conflict] : []), make, leftOut, change, stay];
        return (
          <tr key={noun}>
            <NounHead noun={noun} here={here} {...(unticked ? { unticked } : {})} />
            {figures.map((figure, place) => (
              <td key={heads[place + 1]} className={`${tableCellClass} tabular-nums`}>
                <span className={`inline-flex ${height} items-center`}>{number(figure)}</span>
              </td>
            ))}
          </tr>
        );
      })}
    </DataTable>
  );
}
