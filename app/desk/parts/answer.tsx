import { type ReactNode, useEffect, useRef } from "react";

interface AnswerProps {
  /** What was found: another one is another answer. */
  of: unknown;
  as?: "h2" | "p";
  id?: string;
  className?: string;
  children: ReactNode;
}

/**
 * The first words of what a button found. The keyboard goes there, so that they come into sight and are read out: by the
 * document itself where no script runs, else with every answer.
 */
export function Answer({ of, as: Tag = "p", className = "", ...rest }: AnswerProps) {
  const ref = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an answer
  useEffect(() => ref.current?.focus(), [of]);
  return <Tag ref={ref} tabIndex={-1} autoFocus className={`${className} focus:outline-none`} {...rest} />;
}
