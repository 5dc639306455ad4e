import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'

const sizes = {
  normal: '',
  bold: 'font-weight:bold;',
  large: 'font-weight:bold;font-size:20px;',
} as const

/** A receipt's lines as a page for mail programs: no scripts, no pictures, nothing that is fetched from elsewhere. */
export function receiptHtml(lines: readonly ReceiptLine[], title: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1a1a1a;font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:400px;margin:0 auto;border-collapse:collapse">
${lines.map(rowOf).join('\n')}
</table>
</body>
</html>
`
}

function rowOf(line: ReceiptLine): string {
  switch (line.kind) {
    case 'rule':
      return '<tr><td colspan="2" style="border-top:1px solid #999999;height:8px"></td></tr>'
    case 'space':
      return '<tr><td colspan="2" style="height:16px"></td></tr>'
    case 'text': {
      const style = `${sizes[line.weight]}text-align:${line.align}`
      return `<tr><td colspan="2" style="${style}">${escapeHtml(line.text)}</td></tr>`
    }
    case 'pair': {
      const style = `${sizes[line.weight]}vertical-align:top`
      const [left, right] = [escapeHtml(line.left), escapeHtml(line.right)]
      return `<tr><td style="${style};padding-right:16px">${left}</td><td style="${style};text-align:right">${right}</td></tr>`
    }
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
