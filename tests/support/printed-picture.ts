import { code128 } from '../../src-shared/receipt/code128.ts'
import { escapeHtml } from '../../src-shared/receipt/receipt-html.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { Printed } from './escpos-decoder.ts'

/** Size of a letter of font A, and height of a row, in dots. */
const letter = { width: 12, height: 24 }
const rowHeight = 30
const barcodeHeight = 80
const border = 16

export interface PrintedPicture {
  readonly svg: string
  /** In dots. */
  readonly width: number
  readonly height: number
}

/** Draws dot by dot what a printer with this many columns puts on paper; anything beyond the paper's edge is on red. */
export function printedPicture(printed: readonly Printed[], columns: number): PrintedPicture {
  const wide = columns * letter.width
  let y = border
  const drawn = printed.map((one) => {
    const piece = draw(one, y, wide)
    y += piece.height
    return piece.svg
  })
  const width = wide + 2 * border
  const height = y + border
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-border} 0 ${width} ${height}"><rect x="${-border}" width="${width}" height="${height}" fill="#fff"/><g font-family="'DejaVu Sans Mono',monospace" font-size="20" text-anchor="middle">${drawn.join('')}</g></svg>`
  return { svg, width, height }
}

/** The rows, barcodes and pictures that extend beyond the paper's edge. */
export const pastTheEdge = (printed: readonly Printed[], columns: number): readonly Printed[] =>
  printed.filter((one) => widthOf(one) > columns * letter.width)

function widthOf(one: Printed): number {
  switch (one.kind) {
    case 'row':
      return one.text.trimEnd().length * one.size * letter.width
    case 'barcode':
      return modulesOf(one.text) * one.dots
    case 'picture':
      return one.width
    case 'cut':
    case 'kick':
      return 0
    default:
      return assertNever(one)
  }
}

const modulesOf = (text: string) => code128(text).reduce((sum, width) => sum + width, 0)

const startOf = (align: string, width: number, wide: number): number =>
  align === 'center' ? (wide - width) / 2 : align === 'right' ? wide - width : 0

function draw(one: Printed, y: number, wide: number): { readonly svg: string; readonly height: number } {
  const width = widthOf(one)
  const past = width > wide ? `<rect x="0" y="${y}" width="${width}" height="${rowHeight}" fill="#f99"/>` : ''
  switch (one.kind) {
    case 'row': {
      const x = startOf(one.align, width, wide)
      const letters = [...one.text].map((sign, at) => {
        const middle = x + (at + 0.5) * one.size * letter.width
        // A printer has one width for all letters, whatever the widths of this computer's font.
        return sign === ' '
          ? ''
          : `<text transform="translate(${middle} ${y + letter.height * one.size - 5 * one.size}) scale(${one.size})"${one.bold ? ' font-weight="700"' : ''}>${escapeHtml(sign)}</text>`
      })
      return { svg: past + letters.join(''), height: rowHeight * one.size }
    }
    case 'barcode': {
      let at = startOf(one.align, width, wide)
      const bars = code128(one.text).map((modules, index) => {
        const from = at
        at += modules * one.dots
        return index % 2 === 0
          ? `<rect x="${from}" y="${y}" width="${modules * one.dots}" height="${barcodeHeight}"/>`
          : ''
      })
      return { svg: past + bars.join(''), height: barcodeHeight + 8 }
    }
    case 'picture': {
      const bytes = one.width / 8
      const dots = Array.from({ length: one.width * one.height }, (_, at) => {
        const [column, row] = [at % one.width, Math.floor(at / one.width)]
        const isBlack = ((one.bits[row * bytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1
        return isBlack ? `<rect x="${column}" y="${y + row}" width="1" height="1"/>` : ''
      })
      return { svg: past + dots.join(''), height: one.height }
    }
    case 'cut':
      return {
        svg: `<line x1="${-border}" x2="${wide + border}" y1="${y + 8}" y2="${y + 8}" stroke="#000" stroke-width="2" stroke-dasharray="12 8"/>`,
        height: rowHeight,
      }
    case 'kick':
      return { svg: `<text x="${wide / 2}" y="${y + 20}" fill="#06c">drawer</text>`, height: rowHeight }
    default:
      return assertNever(one)
  }
}
