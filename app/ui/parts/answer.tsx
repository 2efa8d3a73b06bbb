import type { ReactNode } from "react";

interface AnswerProps {
  as?: "h2" | "p";
  id?: string;
  className?: string;
  children: ReactNode;
}

/**
 * The first words of what a button found: the keyboard goes there, so that they come into sight and are read out. Where no
 * script runs, the document sees to that; else the form that was sent does (use-sent-form), with every answer.
 */
export const Answer = ({ as: Tag = "p", className = "", ...rest }: AnswerProps) => (
  <Tag data-answer tabIndex={-1} autoFocus className={`${className} focus:outline-none`} {...rest} />
);
