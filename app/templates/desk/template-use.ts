import { data } from "@remix-run/cloudflare";
import { postedStatuses } from "~/fields/grouped-fields";
import type { PageDesk } from "~/ui/frame/desk";
import { type PostedForm, showErrors, showFailure, typedText } from "~/ui/parts/posted-form";
import { applyTemplate } from "../use";
import { wordsIn } from "./words/words";

/** Returns the form filled from the template; what was typed is kept. */
export async function fillFromTemplate(desk: PageDesk, posted: PostedForm) {
  const { fields, form, values } = posted;
  const { t } = wordsIn(posted.language);
  const id = typedText(fields, "template");
  if (id === "") return showErrors(posted, { template: t("picker.choose") });
  const text = {
    title: typedText(fields, "title"),
    body: typedText(fields, "body"),
    status: typedText(fields, "status"),
    impactOverride: typedText(fields, "impactOverride"),
    components: postedStatuses("components", values),
    nextMinutes: typedText(fields, "nextMinutes"),
  };
  const filled = await applyTemplate(desk.ctx, { pageId: desk.pageId, id, typed: text });
  if (!filled.ok) {
    const gone = filled.failure.name === "missing";
    return gone ? showErrors(posted, { template: t("picker.deleted") }) : showFailure(posted, filled.failure);
  }
  const { components, ...words } = filled.value;
  const statuses = Object.entries(components).map(([component, status]) => [`components.${component}`, status]);
  return data({ form, values: { ...values, ...words, ...Object.fromEntries(statuses) }, errors: {} });
}
