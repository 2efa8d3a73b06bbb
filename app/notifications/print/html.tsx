import { renderToStaticMarkup } from "react-dom/server";
import { accentOnLight, lightEmailColours } from "./colours";
import type { EmailContent, EmailReader } from "./content";
import { EmailContentBlocks, EmailStateBadge } from "./email-blocks";
import { toSafeSingleLine } from "./harmless";
import { emailStyleSheetOf } from "./style";

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";

const hidden = {
  display: "none",
  fontSize: 1,
  lineHeight: "1px",
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
  overflow: "hidden",
} as const;

const card = {
  width: "100%",
  maxWidth: 600,
  margin: "0 auto",
  background: lightEmailColours.card,
  border: `1px solid ${lightEmailColours.line}`,
  borderRadius: 12,
  borderCollapse: "separate",
} as const;

interface EmailBodyProps {
  content: EmailContent;
  accent: string;
  /** Language of texts by the page's people, when it is not the email's. */
  written: string | undefined;
}

/** The reason for the email and the links to unsubscribe, below the card. */
function Foot({ content, accent, written }: EmailBodyProps) {
  const { brand, foot, links } = content;
  const small = { margin: "0 0 8px", color: lightEmailColours.soft, fontSize: 13, lineHeight: "20px" };
  const own = { text: toSafeSingleLine(brand.name), url: brand.url, lang: written };
  const all = [...links.map((link) => ({ ...link, lang: undefined })), own];
  return (
    <div style={{ maxWidth: 600, margin: "0 auto", padding: "18px 8px 8px", textAlign: "center" }}>
      {foot.map((line) => (
        <p key={line} className="f" dir="auto" style={small}>
          {toSafeSingleLine(line, 600)}
        </p>
      ))}
      <p className="f" style={small}>
        {all.map(({ text, url, lang }, index) => (
          <span key={url}>
            {index > 0 ? " · " : null}
            <a className="a" dir="auto" lang={lang} href={url} style={{ color: accent }}>
              {text}
            </a>
          </span>
        ))}
      </p>
    </div>
  );
}

const heading = {
  margin: "0 0 20px",
  fontSize: 22,
  lineHeight: 1.25,
  fontWeight: 650,
  overflowWrap: "anywhere",
} as const;

function Card({ content, accent, written }: EmailBodyProps) {
  const { brand, state, title, spoken, blocks } = content;
  return (
    <table role="presentation" className="c" width="100%" cellPadding={0} cellSpacing={0} style={card}>
      <tbody>
        <tr>
          <td className="pad" style={{ padding: "28px 20px 12px" }}>
            <p style={{ margin: "0 0 22px", fontSize: 15, fontWeight: 600 }}>
              <a
                className="a"
                dir="auto"
                lang={written}
                href={brand.url}
                style={{ color: accent, textDecoration: "none" }}
              >
                {toSafeSingleLine(brand.name)}
              </a>
            </p>
            {state ? (
              <p style={{ margin: "0 0 6px" }}>
                <EmailStateBadge state={state} />
              </p>
            ) : null}
            <h1 className="h" dir="auto" lang={spoken ? undefined : written} style={heading}>
              {toSafeSingleLine(title)}
            </h1>
            <EmailContentBlocks blocks={blocks} accent={accent} written={written} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const body = { margin: 0, padding: 0, background: lightEmailColours.ground, WebkitTextSizeAdjust: "100%" } as const;
const main = {
  color: lightEmailColours.ink,
  fontFamily: font,
  fontSize: 16,
  lineHeight: "25px",
  overflowWrap: "anywhere",
} as const;

/**
 * Returns the email as HTML: one column of at most 600 px that stays readable when an email program drops the style
 * sheet.
 */
export function emailHtmlOf(content: EmailContent, { words: { language, direction }, written }: EmailReader): string {
  const accent = accentOnLight(content.brand.accent);
  const markup = renderToStaticMarkup(
    <html lang={language} dir={direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own sheet with a checked colour */}
        <style dangerouslySetInnerHTML={{ __html: emailStyleSheetOf(accent) }} />
      </head>
      <body className="g" style={body}>
        <div style={hidden}>{toSafeSingleLine(content.preheader, 140)}</div>
        <div className="g out i" style={{ ...main, padding: "12px 8px" }}>
          <main dir={direction} lang={language}>
            <Card content={content} accent={accent} written={written} />
            <Foot content={content} accent={accent} written={written} />
          </main>
        </div>
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}
