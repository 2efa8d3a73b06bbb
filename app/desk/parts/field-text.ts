import { fieldText } from "~/i18n/field-text";
import type { FieldText } from "~/rules/fields/about";
import type { Field } from "~/rules/fields/fields";
import { useLanguage } from "./viewer";

/** What a field of a noun is called in the reader's language. */
export const useFieldText = (field: Field): FieldText => fieldText(field, useLanguage());
