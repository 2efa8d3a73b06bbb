/** @jsxImportSource ~/html */

import type { Status } from "~/status/status";
import type { Snapshot, SnapshotVendor } from "../../rules/snapshot-document";
import type { Frame } from "./frame";
import { say } from "./say";

const nameOf = ({ name, url }: SnapshotVendor, { written }: Frame) => (
  <a href={url} rel="nofollow noopener" dir="auto" lang={written}>
    {name}
  </a>
);

interface ComponentVendorsProps {
  frame: Frame;
  snapshot: Snapshot;
  component: { id: string; status: Status };
}

/** Lists vendor incidents of one component: as the cause when it is not operational, otherwise as a note. */
export function VendorsOfComponent({ frame, snapshot, component }: ComponentVendorsProps) {
  const key = component.status === "operational" ? "component.vendor" : "component.because";
  const own = snapshot.vendors?.filter(({ componentIds }) => componentIds.includes(component.id)) ?? [];
  if (own.length === 0) return null;
  return (
    <>
      {own.map((each) => (
        <p key={each.url} class="note">
          {say(frame.words, key, { name: nameOf(each, frame) })}
        </p>
      ))}
    </>
  );
}

/** Lists vendor incidents, each with the components that it affects. */
export function Vendors({ frame, snapshot }: { frame: Frame; snapshot: Snapshot }) {
  const { vendors = [], components } = snapshot;
  if (vendors.length === 0) return null;
  return (
    <section id="vendors" aria-label={frame.words.t("component.vendors")}>
      {vendors.map((each) => (
        <p key={each.url} class="ways">
          <span>{say(frame.words, "component.vendor", { name: nameOf(each, frame) })}</span>
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
