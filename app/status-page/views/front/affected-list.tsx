/** @jsxImportSource ~/html */
import { affectedComponentsFirst } from "../../rules/component-listing";
import type { SnapshotComponent, SnapshotGroup } from "../../rules/snapshot-document";
import type { RenderContext } from "../parts/frame";
import { PublicStatusBadge } from "../parts/state";

interface AffectedComponentListProps {
  frame: RenderContext;
  groups: readonly SnapshotGroup[];
  components: readonly SnapshotComponent[];
}

/** Lists what is wrong before all else on a long page, a line each; each component stays in its place below as well. */
export function PublicAffectedComponentsSection({ frame, groups, components }: AffectedComponentListProps) {
  const { t } = frame.words;
  const { listed, more } = affectedComponentsFirst(components);
  if (listed.length === 0) return null;
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  return (
    <section>
      <h2>{t("components.affected")}</h2>
      <ul>
        {listed.map(({ id, name, groupId, status }) => (
          <li key={id} class="c">
            <a href={`${frame.prefix}/components/${id}`} dir="auto" lang={frame.written}>
              {name}
            </a>
            <PublicStatusBadge frame={frame} status={status} />
            {groupId === null ? null : (
              <small class="in" dir="auto" lang={frame.written}>
                {groupNames.get(groupId)}
              </small>
            )}
          </li>
        ))}
      </ul>
      {more === 0 ? null : (
        <p class="more">
          <a href="#components">{t("recent.more", { count: more })}</a>
        </p>
      )}
    </section>
  );
}
