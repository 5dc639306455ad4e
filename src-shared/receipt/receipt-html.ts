import type { Language } from '../language.ts'
import { assertNever } from '../result.ts'
import { barsOf, moduleDots } from './code128.ts'
import { type ReceiptLine, receiptText, weightOnPaper } from './lines.ts'
import type { PaperWidth } from './paper-width.ts'

/** Letters per row of paper; large text takes two places per letter. */
const columns: Readonly<Record<PaperWidth, number>> = { 58: 32, 80: 48 }

/** mm */
const rowHeight = 4.2
const barcodeHeight = 14
const margin = 5

export interface ReceiptPage {
  readonly html: string
  /** mm */
  readonly width: PaperWidth
  readonly height: number
}

/**
 * Draws a receipt as a page of its own length, from the same lines as the screen and the terminal's paper. Rows are
 * wrapped here, not by the browser, so that the length is known. The page loads nothing and runs no scripts.
 */
export function receiptPage(
  lines: readonly ReceiptLine[],
  { width, language }: { readonly width: PaperWidth; readonly language: Language },
): ReceiptPage {
  const drawn = lines.map((line) => drawLine(line, columns[width]))
  const height = Math.ceil(2 * margin + drawn.reduce((sum, one) => sum + one.height, 0))
  const style = `@page{size:${width}mm ${height}mm;margin:0}
html,body{margin:0;background:#fff;color:#000}
body{padding:${margin}mm 0;font:2.5mm/${rowHeight}mm 'DejaVu Sans Mono','Liberation Mono',Consolas,Menlo,monospace}
div{width:${columns[width]}ch;height:${rowHeight}mm;margin:0 auto;overflow:hidden;white-space:pre}
.bold{font-weight:700}
.large{width:${columns[width] / 2}ch;height:${2 * rowHeight}mm;font-size:5mm;font-weight:700;line-height:${2 * rowHeight}mm}
svg{display:block;height:${barcodeHeight}mm;margin:0 auto}`
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title></title><style>${style}</style></head><body>${drawn.map((one) => one.html).join('')}</body></html>`
  return { html, width, height }
}

interface Drawn {
  readonly html: string
  readonly height: number
}

function drawLine(line: ReceiptLine, wide: number): Drawn {
  switch (line.kind) {
    case 'rule':
    case 'space':
      return rows(line, wide, 'normal')
    case 'text':
    case 'pair': {
      const weight = weightOnPaper(line, wide)
      return rows(line, weight === 'large' ? wide / 2 : wide, weight)
    }
    case 'barcode': {
      const below = rows(line, wide, 'normal')
      const dots = moduleDots(line.text, wide)
      if (dots === null) return below
      return { html: barcode(line.text, dots) + below.html, height: barcodeHeight + below.height }
    }
    default:
      return assertNever(line)
  }
}

function rows(line: ReceiptLine, wide: number, weight: 'normal' | 'bold' | 'large'): Drawn {
  const drawn = receiptText([line], wide)
  const html = drawn.map((row) => `<div class="${weight}">${escapeHtml(row)}</div>`).join('')
  return { html, height: drawn.length * (weight === 'large' ? 2 : 1) * rowHeight }
}

/** Size of a dot in mm: a millimetre has 8. */
const dot = 0.125

/** Draws bars in whole dots of a receipt printer: other widths come out uneven. */
function barcode(text: string, dots: number): string {
  const { bars, total } = barsOf(text)
  const drawn = bars.map(({ from, width }) => `<rect x="${from}" width="${width}" height="1"/>`)
  return `<svg viewBox="0 0 ${total} 1" preserveAspectRatio="none" style="width:${total * dots * dot}mm">${drawn.join('')}</svg>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
