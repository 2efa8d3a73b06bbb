import type { ReactNode } from "react";
import { isRoleAtLeast, type Role } from "~/access/actor";
import { deploymentPath } from "~/ui/frame/desk-places";
import { useHasRole } from "~/ui/frame/may";
import { useViewer } from "~/ui/parts/viewer";
import { ViewsPageHead } from "~/ui/parts/views-head";
import { useWords } from "./words/words";

interface DeploymentHeadProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  /** Notices about what is wrong, above the links to the other views. */
  notices?: ReactNode;
}

interface DeploymentViewsHeadProps extends DeploymentHeadProps {
  /** The status page whose outbox and usage are among the views; null when none is known. */
  page: { slug: string; isAdmin: boolean } | null;
}

function DeploymentViewsHead({ page, ...rest }: DeploymentViewsHeadProps) {
  const { t } = useWords();
  const { operator } = useViewer();
  const here = page ? `/manage/${page.slug}` : "";
  const views = [
    ...(operator || page ? [{ to: operator ? deploymentPath : `${here}/system`, text: t("view.overview") }] : []),
    ...(operator
      ? [
          { to: `${deploymentPath}/people`, text: t("people.title") },
          { to: `${deploymentPath}/audit`, text: t("audit.title") },
          { to: `${deploymentPath}/outbox`, text: t("view.emails") },
        ]
      : []),
    ...(page ? [{ to: `${here}/outbox`, text: t("view.outbox") }] : []),
    ...(page?.isAdmin ? [{ to: `${here}/usage`, text: t("view.usage") }] : []),
  ];
  return <ViewsPageHead {...rest} label={t("page.title")} views={views} />;
}

/** Head of the deployment's views that belong to a status page: overview, outbox and usage. */
export function PageDeploymentHead({ slug, ...rest }: DeploymentHeadProps & { slug: string }) {
  const isAdmin = useHasRole("admin");
  return <DeploymentViewsHead {...rest} page={{ slug, isAdmin }} />;
}

const pageOf = ({ slug, role }: { slug: string; role: Role }) => ({ slug, isAdmin: isRoleAtLeast(role, "admin") });

/** Head of the operator's page, with the views of the status page that was worked on last. */
export function OperatorDeploymentHead(props: DeploymentHeadProps) {
  const { lastPage } = useViewer();
  return <DeploymentViewsHead {...props} page={lastPage && pageOf(lastPage)} />;
}
