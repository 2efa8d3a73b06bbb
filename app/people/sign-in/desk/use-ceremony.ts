import { type RefObject, useEffect, useRef, useState } from "react";
import type { PasskeyCeremony, PasskeyTrouble } from "./passkey-ceremony";

/**
 * Runs a ceremony as soon as the server has asked for it, once each, and submits the form of `answer`. Returns why
 * there is no answer; null while it is in progress.
 */
export function usePasskeyCeremony(
  ceremony: PasskeyCeremony | null,
  answer: RefObject<HTMLInputElement>,
): PasskeyTrouble | null {
  const [ended, setEnded] = useState<{ challenge: string; trouble: PasskeyTrouble } | null>(null);
  const begun = useRef("");
  const challenge = ceremony?.options.challenge ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a challenge is of one ceremony
  useEffect(() => {
    if (!ceremony || begun.current === challenge) return;
    begun.current = challenge;
    const finish = async () => {
      const { runPasskeyCeremony: hold } = await import("./passkey-ceremony");
      const end = await hold(ceremony);
      const input = answer.current;
      if (!end.done) return setEnded({ challenge, trouble: end.trouble });
      if (!input || begun.current !== challenge) return;
      input.value = end.credential;
      input.form?.requestSubmit();
    };
    finish().catch(() => setEnded({ challenge, trouble: "not_loaded" }));
  }, [challenge]);
  return ended && ended.challenge === challenge ? ended.trouble : null;
}
