/** @jsxImportSource ~/html */

import { letterOfStatus } from "~/status/state-letter";
import type { SnapshotIncident } from "../../rules/snapshot-document";
import type { Frame } from "./frame";

interface AffectedProps {
  frame: Frame;
  components: SnapshotIncident["components"];
  /** Not yet: their states stand there quietly. */
  planned?: boolean;
  /** No more: only which they were. */
  over?: boolean;
}

/** The components of an incident or maintenance, each with the state that it gives them. */
export function Affected({ frame, components, planned = false, over = false }: AffectedProps) {
  const { t } = frame.words;
  if (components.length === 0) return null;
  return (
    <ul class="af" aria-label={t(planned ? "maintenance.components_during" : "open.affects")}>
      {planned ? (
        <li class="kind" aria-hidden="true">
          {t("maintenance.components_during")}
        </li>
      ) : null}
      {components.map(({ id, name, status }) => (
        <li class={over ? undefined : `s ${planned ? "w" : letterOfStatus[status]}`} key={id}>
          <a href={`${frame.prefix}/components/${id}`} dir="auto" lang={frame.written}>
            {name}
          </a>
          {over ? null : ` ${t(`status.${status}`)}`}
        </li>
      ))}
    </ul>
  );
}
