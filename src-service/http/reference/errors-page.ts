import { errorCatalogue, errorCodes, errorTypeOf } from '../../../src-shared/api/errors.ts'
import { errorTexts } from './error-texts.ts'
import { escapeHtml, type Page, pageOf } from './page-parts.ts'

const entries = errorCodes.map((code) => {
  const entry: { readonly status: number; readonly terminal?: number } = errorCatalogue[code]
  return { code, ...entry, type: errorTypeOf(code), text: errorTexts[code] }
})

const facts = ({ status, type, terminal }: (typeof entries)[number]): string =>
  `status ${status}, type ${type}${terminal === undefined ? '' : `, terminal code ${terminal}`}`

/** Returns the page to which the `type` of a problem (RFC 9457) links: each code under its own anchor. */
export function errorsPage(): Page {
  const articles = entries.map(
    (entry) =>
      `<article id="${entry.code}"><h3><code>${entry.code}</code></h3><p class="summary">${marked(entry.text)}</p><p class="facts">${facts(entry)}</p></article>`,
  )
  return pageOf(
    'Countertop API errors',
    `<nav aria-label="Errors"><a class="brand" href="/docs">Countertop</a><ul>${entries
      .map(({ code }) => `<li><a href="#${code}">${code}</a></li>`)
      .join('')}</ul></nav>
<main id="top"><header><h1>Errors</h1><p>Branch on <code>code</code>. Its place on this page is the <code>type</code> of a problem (RFC 9457).</p></header>${articles.join('')}</main>`,
  )
}

/** Returns the same content for docs/api/errors.md. */
export const errorsMarkdown = (): string =>
  `# Errors

Made from the table of the service: \`npm run api\`. Branch on \`code\`; how errors are sent is told in
[conventions.md](conventions.md#errors). A running service has this page at \`/docs/errors\`; the \`type\` of a problem
(RFC 9457) leads there.

| Code | Status | Type | Meaning |
|---|---|---|---|
${entries
  .map(
    ({ code, status, type, terminal, text }) =>
      `| <a id="${code}"></a>\`${code}\` | ${status} | ${type}${terminal === undefined ? '' : ` (${terminal})`} | ${text} |`,
  )
  .join('\n')}

The number behind \`terminal\` is \`terminal_code\`; [terminals.md](../terminals.md) says what is sure after each.
`

/** Converts `code` in a text to HTML; other markdown is not supported. */
const marked = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
