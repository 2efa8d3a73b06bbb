import { emailColoursByStateLetter, lightEmailColours } from "./colours";
import type { EmailContentBlock, EmailContentState } from "./content";
import { toSafeMultiline, toSafeSingleLine } from "./harmless";

const soft = { color: lightEmailColours.soft };

/** A mark of word, shape and colour; screen readers skip the shape, because the word has the same meaning. */
export function EmailStateBadge({ state, size = 15 }: { state: EmailContentState; size?: number }) {
  const { light: color, shape } = emailColoursByStateLetter[state.letter];
  return (
    <span className={`s${state.letter}`} style={{ color, fontSize: size, fontWeight: 600 }}>
      <span aria-hidden="true">{`${shape}\u00A0`}</span>
      {state.word}
    </span>
  );
}

type BlockOfKind<Kind extends EmailContentBlock["kind"]> = Extract<EmailContentBlock, { kind: Kind }>;

const stackedStyle = (fresh: boolean) => ({
  margin: "0 0 20px",
  paddingInlineStart: 14,
  borderInlineStart: `3px solid ${lightEmailColours.line}`,
  fontSize: fresh ? 16 : 15,
  lineHeight: "24px",
});

/** The newest update has a line in the page's colour. */
function Update({
  block,
  accent,
  written,
}: {
  block: BlockOfKind<"update">;
  accent: string;
  written: string | undefined;
}) {
  const line = block.fresh ? { borderInlineStartColor: accent } : {};
  const lang = block.spoken ? undefined : written;
  return (
    <div className={block.fresh ? "bar" : "l"} style={{ ...stackedStyle(block.fresh), ...line }}>
      <p style={{ margin: "0 0 6px", fontSize: 15 }}>
        <strong>{block.word}</strong>{" "}
        <span className="f" style={{ ...soft, fontSize: 14, whiteSpace: "nowrap" }}>
          {block.when}
        </span>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by platform/markdown at save, never by a person */}
      <div className="md" dir="auto" lang={lang} dangerouslySetInnerHTML={{ __html: toSafeMultiline(block.html) }} />
      {block.notes.map((note) => (
        <p key={note} className="f" dir="auto" style={{ ...soft, margin: "6px 0 0", fontSize: 14 }}>
          {toSafeSingleLine(note, 600)}
        </p>
      ))}
    </div>
  );
}

/** Draws a line between rows, and none below the last. */
const cellOf = (place: number) =>
  ({
    padding: "9px 0",
    verticalAlign: "top",
    ...(place > 0 ? { borderTop: `1px solid ${lightEmailColours.line}` } : {}),
  }) as const;
const table = { width: "100%", margin: "0 0 20px", borderCollapse: "collapse" } as const;

/** Adds each item's position, which identifies the row because names may repeat. */
const placed = <T,>(items: readonly T[]) => items.map((item, place) => ({ item, place }));

function States({ items, written }: BlockOfKind<"states"> & { written: string | undefined }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={table}>
      <tbody>
        {placed(items).map(({ item: { name, state }, place }) => (
          <tr key={place}>
            <td className="l" style={{ ...cellOf(place), paddingInlineEnd: 16, fontSize: 15 }}>
              <bdi lang={written}>{toSafeSingleLine(name)}</bdi>
            </td>
            <td className="l" style={{ ...cellOf(place), textAlign: "end", whiteSpace: "nowrap" }}>
              <EmailStateBadge state={state} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Facts({ items }: BlockOfKind<"facts">) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={table}>
      <tbody>
        {placed(items).map(({ item: { name, value }, place }) => (
          <tr key={place}>
            <td className="l f" style={{ ...cellOf(place), ...soft, paddingInlineEnd: 16, width: "32%", fontSize: 14 }}>
              {toSafeSingleLine(name)}
            </td>
            <td className="l" style={{ ...cellOf(place), fontSize: 15, wordBreak: "break-word" }}>
              <bdi>{toSafeSingleLine(value, 2000)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const codeStyle = {
  margin: "0 0 20px",
  padding: "14px 16px",
  borderRadius: 8,
  background: lightEmailColours.wash,
  fontFamily: "ui-monospace,Menlo,Consolas,monospace",
  fontSize: 26,
  letterSpacing: 3,
  textAlign: "center",
} as const;

function Code({ block }: { block: BlockOfKind<"code"> }) {
  return (
    <>
      <p style={{ margin: "0 0 8px" }}>{toSafeSingleLine(block.about)}</p>
      <p className="w" dir="ltr" style={codeStyle}>
        {block.code}
      </p>
    </>
  );
}

function Button({ block, accent }: { block: BlockOfKind<"button">; accent: string }) {
  const style = {
    display: "inline-block",
    padding: "12px 22px",
    borderRadius: 8,
    background: accent,
    color: "#ffffff",
  };
  return (
    <p style={{ margin: "4px 0 20px" }}>
      <a className="b" href={block.url} style={{ ...style, fontSize: 16, fontWeight: 600, textDecoration: "none" }}>
        {toSafeSingleLine(block.text)}
      </a>
    </p>
  );
}

interface EmailBlockProps {
  block: EmailContentBlock;
  accent: string;
  /** Language of texts by the page's people, when it is not the email's. */
  written: string | undefined;
}

function Piece({ block, accent, written }: EmailBlockProps) {
  switch (block.kind) {
    case "text":
      return (
        <p dir="auto" style={{ margin: "0 0 16px", whiteSpace: "pre-line" }}>
          {toSafeMultiline(block.text)}
        </p>
      );
    case "note":
      return (
        <p className="f" dir="auto" style={{ ...soft, margin: "0 0 16px", fontSize: 14, lineHeight: "21px" }}>
          {toSafeMultiline(block.text)}
        </p>
      );
    case "heading":
      return (
        <h2 className="f" style={{ ...soft, margin: "28px 0 10px", fontSize: 14, fontWeight: 600 }}>
          {toSafeSingleLine(block.text)}
        </h2>
      );
    case "update":
      return <Update block={block} accent={accent} written={written} />;
    case "states":
      return <States {...block} written={written} />;
    case "facts":
      return <Facts {...block} />;
    case "code":
      return <Code block={block} />;
    case "button":
      return <Button block={block} accent={accent} />;
  }
}

export const EmailContentBlocks = ({
  blocks,
  ...around
}: Omit<EmailBlockProps, "block"> & { blocks: readonly EmailContentBlock[] }) => (
  <>
    {placed(blocks).map(({ item, place }) => (
      <Piece key={place} block={item} {...around} />
    ))}
  </>
);
