/** @jsxImportSource ~/html */
import { isComponentGroupExpanded } from "../../rules/component-listing";
import { visibleStatus } from "../../rules/monitored-state";
import type { SnapshotComponent, SnapshotGroup } from "../../rules/snapshot-document";
import { worstDayLetters } from "../parts/bar-paths";
import { pagePartCache } from "../parts/drawing-cache";
import { UptimeSummaryLine } from "../parts/reading";
import { isUptimeShown } from "../parts/visible-letter";
import { type ComponentRowsContext, PublicComponentItem } from "./component-row";

interface ComponentGroupProps {
  shown: ComponentRowsContext;
  group: SnapshotGroup;
  members: SnapshotComponent[];
  /** True when it is a search result. */
  found: boolean;
  /** True on a long page, where groups that are wholly operational are closed. */
  isLong: boolean;
}

const keepGroup = pagePartCache(500);

export function PublicComponentGroupSection({ shown, group, members, found, isLong }: ComponentGroupProps) {
  const { frame } = shown;
  const { t } = frame.words;
  const counted = members.filter(isUptimeShown);
  const status = visibleStatus(group);
  const each = counted.map(({ days }) => days);
  return (
    <details class="g" open={found || isComponentGroupExpanded(group, members, isLong)}>
      <summary class="c">
        <h3>
          <bdi lang={frame.written}>{group.name}</bdi>{" "}
          <small>{t("components.group_members", { count: members.length })}</small>
        </h3>
        {keepGroup(`${frame.words.language} ${status} ${group.uptime} ${each.join()}`, () => (
          <UptimeSummaryLine
            frame={frame}
            href={null}
            name={null}
            days={each.length > 0 ? worstDayLetters(each) : null}
            uptime={group.uptime}
            status={status}
          />
        ))}
      </summary>
      <ul>
        {members.map((component) => (
          <PublicComponentItem key={component.id} shown={shown} component={component} />
        ))}
      </ul>
    </details>
  );
}
