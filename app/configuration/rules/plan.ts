import type {
  ConfigurationDocument,
  ConfigurationError,
  ConfigurationPlan,
  ConfiguredPage,
  PresentPage,
} from "./configuration-types";
import type { PlanConfigurationOptions } from "./plan-options";
import { type ConfiguredPagePlan, planConfiguredPage } from "./plan-page";

export type { PlanConfigurationOptions } from "./plan-options";

/** Returns the page that the file describes, under its address or its former one; null = it is to be made. */
function presentPageOf({ slug, was }: ConfiguredPage, present: readonly PresentPage[]): PresentPage | null {
  return present.find((each) => each.slug === slug) ?? present.find((each) => each.slug === was) ?? null;
}

function formerPageError({ slug, was, place }: ConfiguredPage, present: readonly PresentPage[]): ConfigurationError[] {
  const both = [slug, was].every((name) => present.some((each) => each.slug === name));
  return both && was !== slug
    ? [{ message: `“was: ${was}” names another page that exists beside “${slug}”.`, place }]
    : [];
}

const inOrder = (errors: readonly ConfigurationError[]): ConfigurationError[] =>
  errors.toSorted(
    (one, other) =>
      (one.place?.line ?? 0) - (other.place?.line ?? 0) || (one.place?.column ?? 0) - (other.place?.column ?? 0),
  );

function withRename(page: ConfiguredPage, present: PresentPage | null, plan: ConfiguredPagePlan): ConfiguredPagePlan {
  if (!present || present.slug === page.slug) return plan;
  const address = { name: "subdomain", before: present.slug, after: page.slug };
  const changes = plan.changes.map((change) =>
    change.noun === "page" && change.action === "rename"
      ? { ...change, was: present.slug, fields: [address, ...change.fields] }
      : change,
  );
  return { ...plan, changes };
}

/**
 * Returns what has to be done so that what is here is as the file says, in the order in which it can be done; nothing
 * where nothing differs.
 */
export function configurationPlanOf(
  { pages }: ConfigurationDocument,
  present: readonly PresentPage[],
  options: PlanConfigurationOptions,
): ConfigurationPlan {
  const plans = pages.map((page) => {
    const here = presentPageOf(page, present);
    return withRename(page, here, planConfiguredPage(page, here, options));
  });
  const errors = [...pages.flatMap((page) => formerPageError(page, present)), ...plans.flatMap((plan) => plan.errors)];
  const left = plans.flatMap((plan) => plan.left);
  return {
    changes: [...plans.flatMap(({ changes }) => changes), ...plans.flatMap(({ removals }) => removals)],
    errors: inOrder(errors),
    ...(left.length > 0 ? { left } : {}),
  };
}
