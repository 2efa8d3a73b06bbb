import type { Status } from "~/status/status";
import type { MovedTemplate } from "./move-document";
import { movedNameOrId, toMovedLine, truncateMovedText } from "./moved-text";

/** Most characters of the title and of the text of a template here. */
export const maxTemplateTitleChars = 255;
export const maxTemplateBodyChars = 25_000;

const chosenStatus = (status: Status | null): Status =>
  status === null || status === "no_data" ? "operational" : status;

/** Returns the components that it chooses, by our ids; one without a status is named, and stays as it is. */
export const templateStatusByComponent = (
  { components = [] }: MovedTemplate,
  idOf: (theirId: string) => string | null,
): Record<string, Status> =>
  Object.fromEntries(
    components.flatMap(({ componentId, status }) => {
      const id = idOf(componentId);
      return id === null ? [] : [[id, chosenStatus(status)]];
    }),
  );

/** Returns a template's content within the limits here; one that says nothing is titled by its name. */
export function movedTemplateContent(template: MovedTemplate) {
  const name = movedNameOrId(template);
  const [title, body] = [toMovedLine(template.title, maxTemplateTitleChars), template.body.trim()];
  const isEmpty = title === "" && body === "";
  return {
    name,
    title: isEmpty ? name : title,
    body: truncateMovedText(body, maxTemplateBodyChars),
    status: template.status,
  };
}
