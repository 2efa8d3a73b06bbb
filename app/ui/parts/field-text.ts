import type { FieldText } from "~/fields/field-about";
import type { Field } from "~/fields/fields";
import { fieldText } from "~/i18n/field-text";
import { useLanguage } from "./viewer";

/** Returns the texts of a field in the reader's language. */
export const useFieldText = (field: Field): FieldText => fieldText(field, useLanguage());
