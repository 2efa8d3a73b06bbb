import type { DayCost, DayLimits, MeasuredDay, SetUp } from "~/rules/plan/usage";
import { EmptyState } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { cell, DataTable } from "../parts/table";

const whole = new Intl.NumberFormat("en-GB");
const percent = new Intl.NumberFormat("en-GB", { style: "percent", maximumSignificantDigits: 2 });

const limitWords: Record<keyof DayLimits, string> = {
  rowsRead: "Database rows read",
  rowsWritten: "Database rows written",
  requests: "Requests",
  checkerCalls: "Checker calls",
};

/** 0.034 → "3.4%"; what is less than a thousandth is said to be. */
export const shareWords = (share: number): string =>
  share > 0 && share < 0.001 ? "under 0.1%" : percent.format(share);

function Share({ share }: { share: number }) {
  if (share > 1) return <Tag tone="alarm">{`${shareWords(share)}: over limit`}</Tag>;
  return share > 0.7 ? <Tag tone="waiting">{shareWords(share)}</Tag> : <span>{shareWords(share)}</span>;
}

/** What a day comes to beside what the plan includes. */
export function LimitTable({ cost, limits }: { cost: DayCost; limits: DayLimits }) {
  return (
    <DataTable label="Daily usage and plan limits" heads={["A day", "Expected", "Included", "Share"]}>
      {(Object.keys(limitWords) as (keyof DayLimits)[]).map((name) => {
        const limit = limits[name];
        return (
          <tr key={name}>
            <th scope="row" className={`${cell} text-start font-medium`}>
              {limitWords[name]}
            </th>
            <td className={`${cell} tabular-nums`}>{whole.format(cost[name])}</td>
            <td className={`${cell} tabular-nums`}>{limit === null ? "no limit" : whole.format(limit)}</td>
            <td className={`${cell} tabular-nums`}>{limit === null ? "–" : <Share share={cost[name] / limit} />}</td>
          </tr>
        );
      })}
    </DataTable>
  );
}

/** What the figures are made of. */
export function SetUpFacts({ setUp, checks }: { setUp: SetUp; checks: number }) {
  const facts: [string, number][] = [
    ["Pages", setUp.pages],
    ["Monitors that run", setUp.monitors],
    ["Checks a day", checks],
    ["Pings a day", setUp.pingsPerDay],
    ["Subscribers", setUp.subscribers],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-0.5 bg-surface p-4 last:col-span-2 sm:last:col-span-1">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{whole.format(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the minutes' work really cost, day by day. */
export function MeasuredTable({ days }: { days: MeasuredDay[] }) {
  if (days.length === 0) {
    return (
      <EmptyState title="Nothing counted yet">
        <p>Each minute’s work counts its own rows; they are written down every ten minutes.</p>
      </EmptyState>
    );
  }
  return (
    <DataTable
      label="Usage per minute"
      heads={["Day (UTC)", "Minutes counted", "Rows read", "Rows written", "A whole day at this rate"]}
    >
      {days.map((each) => (
        <tr key={each.day}>
          <th scope="row" className={`${cell} text-start font-medium whitespace-nowrap tabular-nums`}>
            {each.day}
          </th>
          <td className={`${cell} tabular-nums`}>{whole.format(each.ticks)}</td>
          <td className={`${cell} tabular-nums`}>{whole.format(each.read)}</td>
          <td className={`${cell} tabular-nums`}>{whole.format(each.written)}</td>
          <td className={`${cell} whitespace-nowrap tabular-nums`}>
            {whole.format(each.readPerDay)} read, {whole.format(each.writtenPerDay)} written
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** How many views fit beside the rest. */
export function ViewsLeft({ views }: { views: number | null }) {
  if (views === null) return null;
  return (
    <p className="max-w-prose">
      About <strong>{whole.format(views)}</strong> page views and API requests per day fit within the plan. A view
      served from memory reads nothing, otherwise one row.
    </p>
  );
}
