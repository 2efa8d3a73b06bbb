/** @jsxImportSource ~/ui/html */

import type { SnapshotIncident } from "~/rules/snapshot-document";
import { Fragment } from "~/ui/html/jsx-runtime";
import type { Frame } from "./frame";
import { letterOfStatus } from "./state";

/** The components of an incident or maintenance, each with the state that it gives them. */
export function Affected({ frame, components }: { frame: Frame; components: SnapshotIncident["components"] }) {
  const { t } = frame.words;
  if (components.length === 0) return null;
  return (
    <p class="af">
      {t("open.affects")}{" "}
      {components.map(({ id, name, status }, index) => (
        <Fragment key={id}>
          {index > 0 ? ", " : null}
          <a href={`${frame.prefix}/components/${id}`} dir="auto">
            {name}
          </a>{" "}
          <span class={`s ${letterOfStatus[status]}`}>{t(`status.${status}`)}</span>
        </Fragment>
      ))}
    </p>
  );
}
