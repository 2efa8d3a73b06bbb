/** @jsxImportSource ~/html */

import type { Status } from "~/status/status";
import type { Snapshot, SnapshotVendorIncident } from "../../rules/snapshot-document";
import type { RenderContext } from "./frame";
import { sentenceWithElements } from "./say";

const nameOf = ({ name, url }: SnapshotVendorIncident, { written }: RenderContext) => (
  <a href={url} rel="nofollow noopener" dir="auto" lang={written}>
    {name}
  </a>
);

interface ComponentVendorListProps {
  frame: RenderContext;
  snapshot: Snapshot;
  component: { id: string; status: Status };
}

/** Lists vendor incidents of one component: as the cause when it is not operational, otherwise as a note. */
export function ComponentVendorIncidentText({ frame, snapshot, component }: ComponentVendorListProps) {
  const key = component.status === "operational" ? "component.vendor" : "component.because";
  const own = snapshot.vendors?.filter(({ componentIds }) => componentIds.includes(component.id)) ?? [];
  if (own.length === 0) return null;
  return (
    <>
      {own.map((each) => (
        <p key={each.url} class="note">
          {sentenceWithElements(frame.words, key, { name: nameOf(each, frame) })}
        </p>
      ))}
    </>
  );
}

/** Lists vendor incidents, each with the components that it affects. */
export function VendorIncidentsSection({ frame, snapshot }: { frame: RenderContext; snapshot: Snapshot }) {
  const { vendors = [], components } = snapshot;
  if (vendors.length === 0) return null;
  return (
    <section id="vendors" aria-label={frame.words.t("component.vendors")}>
      {vendors.map((each) => (
        <p key={each.url} class="ways">
          <span>{sentenceWithElements(frame.words, "component.vendor", { name: nameOf(each, frame) })}</span>
          {components
            .filter(({ id }) => each.componentIds.includes(id))
            .map(({ id, name }) => (
              <a key={id} href={`${frame.prefix}/components/${id}`} dir="auto" lang={frame.written}>
                {name}
              </a>
            ))}
        </p>
      ))}
    </section>
  );
}
