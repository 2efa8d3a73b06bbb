import type { ComponentProps, ReactNode } from "react";
import { useMay } from "~/ui/frame/may";
import { Section } from "~/ui/parts/list";
import { AlertList } from "./alert-list";

interface OwnAlertsProps extends Pick<ComponentProps<typeof AlertList>, "alerts" | "slug"> {
  title: string;
  /** Whose they are: each stands on its page, and is not named again. */
  of: string;
  /** Said where there is none. */
  none: string;
  /** Below the list. */
  children?: ReactNode;
}

/** On the page of a monitor or heartbeat: what it raised. */
export function OwnAlerts({ alerts, slug, title, of, none, children }: OwnAlertsProps) {
  const responder = useMay("responder");
  return (
    <Section title={title}>
      {alerts.length === 0 ? (
        <p className="text-soft">{none}</p>
      ) : (
        <AlertList alerts={alerts} slug={slug} editable={responder} within={of} />
      )}
      {children}
    </Section>
  );
}
