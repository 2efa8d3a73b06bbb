/** @jsxImportSource ~/html */
import type { SnapshotComponent, SnapshotCorrection } from "../../rules/snapshot-document";
import type { RenderContext } from "./frame";
import { sentenceWithElements } from "./say";
import { PublicTimeText, TimeSpanText } from "./time-text";

interface PublicCorrectionListProps {
  frame: RenderContext;
  corrections: readonly SnapshotCorrection[];
  /** Components named in each correction; left out when the surrounding page names the component. */
  components?: readonly Pick<SnapshotComponent, "id" | "name">[];
}

/** Lists corrections, which do not count: the corrected time, the reason, and when it was made, without its author. */
export function PublicCorrectionsSection({ frame, corrections, components = [] }: PublicCorrectionListProps) {
  const { prefix, words, written } = frame;
  if (corrections.length === 0) return null;
  return (
    <section id="corrections">
      <h2>{words.t("report.corrections")}</h2>
      <p class="note">{words.t("report.corrections_about")}</p>
      <ul class="r">
        {corrections.map(({ id, startsAt, endsAt, reason, at, componentIds }) => (
          <li key={id}>
            <h3>
              <TimeSpanText frame={frame} from={startsAt} to={endsAt} full />
            </h3>
            <div>
              <p>
                {sentenceWithElements(words, "report.corrected", {
                  reason: <bdi lang={written}>{reason}</bdi>,
                  date: <PublicTimeText frame={frame} at={at} full />,
                })}
              </p>
              <p class="meta">
                {components
                  .filter((each) => componentIds.includes(each.id))
                  .map((each) => (
                    <a key={each.id} href={`${prefix}/components/${each.id}`} dir="auto" lang={written}>
                      {each.name}
                    </a>
                  ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
