import { Link } from "@remix-run/react";
import type { FirstSteps } from "~/rules/snapshot/now";
import { Detail, Row } from "../parts/list";
import { Tag } from "../parts/status-mark";

interface Step {
  done: boolean;
  title: string;
  why: string;
  ways: { to: string; label: string }[];
}

function stepsOf({ components, origins, subscribers }: FirstSteps, here: string): Step[] {
  return [
    {
      done: components,
      title: "Add your components",
      why: "A component is a part as visitors know it: Website, Checkout, Sign-in. Each gets a line with its history.",
      ways: [{ to: `${here}/components/new`, label: "New component" }],
    },
    {
      done: origins,
      title: "Connect monitoring",
      why: "A source receives alerts from your monitoring tool; a monitor checks a URL or port. Both update components automatically.",
      ways: [
        { to: `${here}/sources/new`, label: "New source" },
        { to: `${here}/monitors/new`, label: "New monitor" },
      ],
    },
    {
      done: subscribers,
      title: "Add subscribers",
      why: "Visitors can subscribe on the page, or you can add people. Everyone confirms before we send anything.",
      ways: [{ to: `${here}/subscribers/new`, label: "Add a subscriber" }],
    },
  ];
}

interface FirstStepsProps {
  steps: FirstSteps;
  slug: string;
  /** May do them. */
  admin: boolean;
}

/** A new page: three steps in their order, what is done ticked. */
export function FirstStepsList({ steps, slug, admin }: FirstStepsProps) {
  const list = stepsOf(steps, `/manage/${slug}`);
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {list.map((step, index) => (
        <Row
          key={step.title}
          actions={
            admin && !step.done
              ? step.ways.map(({ to, label }) => (
                  <Link key={to} to={to} className="inline-flex min-h-11 items-center">
                    {label}
                  </Link>
                ))
              : null
          }
        >
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {step.done ? <Tag tone="good">✓ Done</Tag> : <Tag>{`Step ${index + 1}`}</Tag>}
            {step.title}
          </p>
          <Detail>
            <span className="max-w-prose">{step.why}</span>
          </Detail>
        </Row>
      ))}
    </ol>
  );
}
