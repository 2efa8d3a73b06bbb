import { data } from "@remix-run/cloudflare";
import { postedStatusByComponent } from "~/fields/grouped-fields";
import type { PageDeskRequest } from "~/ui/frame/desk";
import { formErrorsResponse, formFailureResponse, type PostedForm, readPostedText } from "~/ui/parts/posted-form";
import { applyTemplate } from "../use";
import { wordsIn } from "./words/words";

/** Returns the form filled from the template; what was typed is kept. */
export async function fillFormFromTemplate(desk: PageDeskRequest, posted: PostedForm) {
  const { fields, form, values } = posted;
  const { t } = wordsIn(posted.language);
  const id = readPostedText(fields, "template");
  if (id === "") return formErrorsResponse(posted, { template: t("picker.choose") });
  const text = {
    title: readPostedText(fields, "title"),
    body: readPostedText(fields, "body"),
    status: readPostedText(fields, "status"),
    impactOverride: readPostedText(fields, "impactOverride"),
    components: postedStatusByComponent("components", values),
    nextMinutes: readPostedText(fields, "nextMinutes"),
  };
  const filled = await applyTemplate(desk.ctx, { pageId: desk.pageId, id, typed: text });
  if (!filled.ok) {
    const gone = filled.failure.name === "missing";
    return gone
      ? formErrorsResponse(posted, { template: t("picker.deleted") })
      : formFailureResponse(posted, filled.failure);
  }
  const { components, ...words } = filled.value;
  const statuses = Object.entries(components).map(([component, status]) => [`components.${component}`, status]);
  return data({ form, values: { ...values, ...words, ...Object.fromEntries(statuses) }, errors: {} });
}
