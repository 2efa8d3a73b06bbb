import { useEffect, useRef } from "react";
import { Button } from "~/ui/parts/button";
import { useViewer } from "~/ui/parts/viewer";
import { HiddenReviewedFields, previewLanguageFieldName, type ReviewedFormValues } from "./back-form";
import { useWords } from "./words/words";

interface EmailPreviewFrameProps {
  carried: ReviewedFormValues;
  scheme: "light" | "dark";
  language: string;
}

/**
 * The email as its reader sees it: the form is posted into a frame without scripts or network. A script posts it
 * automatically; without script there is a button.
 */
export function EmailPreviewFrame({ carried, scheme, language }: EmailPreviewFrameProps) {
  const { t } = useWords();
  const { formToken } = useViewer();
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form that is looked at
  useEffect(() => form.current?.requestSubmit(), [carried, language]);
  const frame = `email-${scheme}`;
  return (
    <div className="grid content-start gap-2">
      <h4 className="text-sm font-semibold">{t(`email.${scheme}`)}</h4>
      <form ref={form} method="post" action={carried.email} target={frame}>
        <input type="hidden" name="_token" value={formToken} />
        <input type="hidden" name="intent" value={scheme} />
        <input type="hidden" name={previewLanguageFieldName} value={language} />
        <HiddenReviewedFields carried={carried} />
        <noscript>
          <Button>{t(`email.show_${scheme}`)}</Button>
        </noscript>
      </form>
      <iframe
        name={frame}
        title={t(`email.${scheme}`)}
        sandbox=""
        className="h-128 w-full rounded-md border border-line bg-surface"
      />
    </div>
  );
}
