import type { ProposalItem } from "~/proposals/desk/proposal-items";
import { ProposalsPanel } from "~/proposals/desk/proposals-panel";
import { useHasRole } from "~/ui/frame/may";
import { Section } from "~/ui/parts/list";

interface ProposedUpdatesProps {
  items: ProposalItem[];
  title: string;
  slug: string;
  incident: string;
}

/** Lists the updates that programs proposed, above the form that one of them may fill in. */
export function ProposedUpdatesSection({ items, title, slug, incident }: ProposedUpdatesProps) {
  const editable = useHasRole("responder");
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <ProposalsPanel items={items} slug={slug} editable={editable} incident={incident} />
    </Section>
  );
}
