/** @jsxImportSource ~/html */

import { stateLetterByStatus } from "~/status/state-letter";
import type { SnapshotIncident } from "../../rules/snapshot-document";
import type { RenderContext } from "./frame";

interface PublicAffectedComponentListProps {
  frame: RenderContext;
  components: SnapshotIncident["components"];
  /** True before the start: states are shown without colour. */
  planned?: boolean;
  /** True when it is over: only names are shown. */
  over?: boolean;
}

/** Lists the components of an incident or maintenance, each with the status that it gives them. */
export function PublicAffectedComponentsPanel({
  frame,
  components,
  planned = false,
  over = false,
}: PublicAffectedComponentListProps) {
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
        <li class={over ? undefined : `s ${planned ? "w" : stateLetterByStatus[status]}`} key={id}>
          <a href={`${frame.prefix}/components/${id}`} dir="auto" lang={frame.written}>
            {name}
          </a>
          {over ? null : ` ${t(`status.${status}`)}`}
        </li>
      ))}
    </ul>
  );
}
