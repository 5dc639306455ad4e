import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { MailBlock, MailPage } from './blocks.ts'

/**
 * Returns the page for mail programs, made of tables and inline styles, which all of them support. It has no scripts
 * and images and loads nothing from elsewhere, so that nothing reports who reads it.
 */
export function mailHtml({ language, title, blocks }: MailPage): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:#ffffff">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;background:#ffffff"><tr><td style="padding:24px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" style="${sheet}">
${blocks.map(rowsOf).join('\n')}
</table>
</td></tr></table>
</body>
</html>
`
}

const sheet =
  'width:100%;max-width:440px;margin:0 auto;border-collapse:collapse;color:#0e141b;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5'

const cell = (style: string, content: string): string =>
  `<tr><td colspan="2" style="overflow-wrap:anywhere;${style}">${content}</td></tr>`

const rule = '<div style="border-top:1px solid #788594">&nbsp;</div>'
const gap = cell('height:16px;font-size:0;line-height:16px', '&nbsp;')
const mark =
  'padding:8px 12px;background:#fdefcd;color:#4f3200;font-weight:bold;text-align:center;text-wrap:balance;border-radius:8px'

function rowsOf(block: MailBlock): string {
  switch (block.kind) {
    case 'mark':
      return `${cell(mark, escapeHtml(block.text))}\n${gap}`
    case 'title':
      return cell(
        'padding:16px 0 0;font-size:22px;font-weight:bold;line-height:1.3;text-wrap:balance',
        escapeHtml(block.text),
      )
    case 'amount':
      return cell('padding:4px 0 8px;font-size:32px;font-weight:bold;line-height:1.3', escapeHtml(block.text))
    case 'text':
      return cell('padding:8px 0;text-wrap:pretty', linesHtml(block.text))
    case 'small':
      return cell('padding:8px 0;font-size:14px;color:#414d5a;text-wrap:pretty', linesHtml(block.text))
    case 'button':
      return cell('padding:16px 0 8px', button(block))
    case 'lines':
      return block.lines.map(lineOf).join('\n')
    default:
      return assertNever(block)
  }
}

/** A button with the URL below it, for people who want to check or copy the URL. */
function button({ label, url }: Extract<MailBlock, { kind: 'button' }>): string {
  const href = escapeHtml(url)
  return `<a href="${href}" style="display:block;padding:14px 16px;background:#1c3fb8;color:#ffffff;font-weight:bold;text-align:center;text-decoration:none;border-radius:10px">${escapeHtml(label)}</a><div style="padding:12px 0 0;font-size:14px"><a href="${href}" style="color:#1c3fb8;word-break:break-all">${href}</a></div>`
}

const weights = {
  normal: '',
  bold: 'font-weight:bold;',
  large: 'font-weight:bold;font-size:20px;',
} as const

/** A right-hand text of at most this many characters, such as an amount, is never wrapped. */
const longestWhole = 20

function lineOf(line: ReceiptLine): string {
  switch (line.kind) {
    case 'rule':
      return cell('padding:8px 0;font-size:0;line-height:0', rule)
    case 'space':
      return gap
    // As text: many mail programs show no images, and the text can be looked up as well as a barcode.
    case 'barcode':
      return cell('text-align:center', escapeHtml(line.text))
    case 'text':
      return cell(`${weights[line.weight]}text-align:${line.align}`, linesHtml(line.text))
    case 'pair': {
      const style = `overflow-wrap:anywhere;${weights[line.weight]}vertical-align:top`
      const [left, right] = [escapeHtml(line.left), escapeHtml(line.right)]
      const whole = line.right.length <= longestWhole ? ';white-space:nowrap' : ''
      return `<tr><td style="${style};padding-right:16px">${left}</td><td style="${style};text-align:right${whole}">${right}</td></tr>`
    }
    default:
      return assertNever(line)
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** Keeps the line breaks of a text. */
const linesHtml = (text: string): string => escapeHtml(text).replace(/\r\n?|\n/g, '<br>')
