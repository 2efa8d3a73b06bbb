import type { ReactNode } from "react";

interface AnswerProps {
  as?: "h2" | "p";
  id?: string;
  className?: string;
  children: ReactNode;
}

/**
 * First line of a button's result. It gets focus, so that it is visible and announced: without script by the document,
 * otherwise by the sent form (use-sent-form), at every answer.
 */
export const FocusedResultText = ({ as: Tag = "p", className = "", ...rest }: AnswerProps) => (
  <Tag data-answer tabIndex={-1} autoFocus className={`${className} focus:outline-none`} {...rest} />
);
