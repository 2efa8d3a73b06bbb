import type { MovedTemplate } from "./move-document";
import { movedLine, movedName, shortMovedText } from "./moved-text";

/** Most characters of the title and of the text of a template here. */
export const maxTemplateTitleChars = 255;
export const maxTemplateBodyChars = 25_000;

/** Returns a template's content within the limits here; one that says nothing is titled by its name. */
export function movedTemplateContent(template: MovedTemplate) {
  const name = movedName(template);
  const [title, body] = [movedLine(template.title, maxTemplateTitleChars), template.body.trim()];
  const isEmpty = title === "" && body === "";
  return {
    name,
    title: isEmpty ? name : title,
    body: shortMovedText(body, maxTemplateBodyChars),
    status: template.status,
  };
}
