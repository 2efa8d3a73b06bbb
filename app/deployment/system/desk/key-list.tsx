import { useEffect, useState } from "react";
import { keysOffStorageKey } from "~/ui/frame/key-settings";
import { useWords } from "./words/words";

const key = "rounded border border-edge bg-sunken px-1.5 font-sans text-sm";

const keys = [
  { name: "search", pressed: ["control", "K"], also: ["⌘", "K"] },
  { name: "help", pressed: ["?"] },
  { name: "arrows", pressed: ["↑"], also: ["↓"] },
  { name: "close", pressed: ["escape"] },
  { name: "rows", pressed: ["j"], also: ["k"] },
  { name: "select", pressed: ["x"] },
  { name: "open", pressed: ["enter"] },
] as const;

/** Keys whose name on a keyboard depends on the language. */
const namedCaps = ["control", "escape", "enter"] as const;

const isNamedCap = (cap: string): cap is (typeof namedCaps)[number] => (namedCaps as readonly string[]).includes(cap);

function Pressed({ pressed }: { pressed: readonly string[] }) {
  const { t } = useWords();
  return (
    <span className="inline-flex items-start gap-1">
      {pressed.map((each) => (
        <kbd key={each} className={key}>
          {isNamedCap(each) ? t(`cap.${each}`) : each}
        </kbd>
      ))}
    </span>
  );
}

/**
 * The switch for shortcuts of a single character, which disturb speech input (WCAG 2.1.4). Without script there are no
 * shortcuts, and nothing to switch.
 */
export function SingleKeySwitch() {
  const { t } = useWords();
  const [off, set] = useState<boolean | null>(null);
  useEffect(() => set(localStorage.getItem(keysOffStorageKey) !== null), []);
  if (off === null) return null;
  const press = () => {
    if (off) localStorage.removeItem(keysOffStorageKey);
    else localStorage.setItem(keysOffStorageKey, "on");
    set(!off);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-soft">{t("key.letters")}</p>
      <button
        type="button"
        onClick={press}
        className="min-h-hit cursor-pointer rounded-md border border-edge bg-surface px-4 font-medium hover:bg-sunken"
      >
        {t(off ? "key.on" : "key.off")}
      </button>
    </div>
  );
}

export function KeyboardShortcutsPanel() {
  const { t } = useWords();
  return (
    <div className="grid justify-items-start gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {keys.map(({ name, pressed, ...more }) => (
          <div key={name} className="contents">
            <dt className="flex gap-2">
              <Pressed pressed={pressed} />
              {"also" in more ? <Pressed pressed={more.also} /> : null}
            </dt>
            <dd>{t(`key.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <SingleKeySwitch />
    </div>
  );
}
