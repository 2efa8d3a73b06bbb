import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { RangeText, TimeText } from "~/ui/parts/time-text";
import { proposalIntents } from "./proposal-deeds";
import type { ProposalItem } from "./proposal-items";

interface ProposalsPanelProps {
  items: ProposalItem[];
  slug: string;
  editable: boolean;
  /** The incident in whose room they are shown. */
  incident?: string;
}

function ProposalDeeds({
  item,
  slug,
  incident = "",
}: Omit<ProposalsPanelProps, "items" | "editable"> & { item: ProposalItem }) {
  const { publish, use, dismiss } = item.deeds;
  const button = (intent: string, { text, label }: typeof publish, look: "primary" | "quiet") => (
    <ButtonForm
      name={`${intent}-${item.id}`}
      action={`/manage/${slug}/proposals`}
      hidden={{ intent, proposal: item.id, incident }}
      label={label}
    >
      <Button look={look} label={label}>
        {text}
      </Button>
    </ButtonForm>
  );
  return (
    <div className="flex flex-wrap gap-3">
      {button(proposalIntents.publish, publish, "primary")}
      <ButtonLink to={item.form} look="quiet" label={use.label}>
        {use.text}
      </ButtonLink>
      {button(proposalIntents.dismiss, dismiss, "quiet")}
    </div>
  );
}

/** Lists proposals with what they say, so that they are read before they are published. */
export function ProposalsPanel({ items, slug, editable, ...place }: ProposalsPanelProps) {
  return (
    <ListPanel>
      {items.map((item) => (
        <ListRow key={item.id}>
          <p className="font-medium">
            <bdi>{item.title}</bdi>
          </p>
          <ListRowDetail>
            <bdi>{item.by}</bdi>
            <TimeText at={item.createdAt} />
            {item.window ? <RangeText from={item.window.startsAt} to={item.window.endsAt} /> : null}
            {item.facts.map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
          </ListRowDetail>
          {item.body.trim() === "" ? null : (
            <p dir="auto" className="max-w-prose whitespace-pre-line break-words">
              {item.body}
            </p>
          )}
          {editable ? <ProposalDeeds item={item} slug={slug} {...place} /> : null}
        </ListRow>
      ))}
    </ListPanel>
  );
}
