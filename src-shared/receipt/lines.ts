import { z } from 'zod'
import { normalized } from '../normalized.ts'

/** One line of a receipt, independent of paper width: used for text, the picture on screen, and print. */
export const receiptLineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    align: z.enum(['left', 'center']),
    weight: z.enum(['normal', 'bold', 'large']),
  }),
  /** A label on the left and a value on the right. */
  z.object({
    kind: z.literal('pair'),
    left: z.string(),
    right: z.string(),
    weight: z.enum(['normal', 'bold', 'large']),
  }),
  z.object({ kind: z.literal('rule') }),
  z.object({ kind: z.literal('space') }),
  /** A barcode with its text below it. */
  z.object({ kind: z.literal('barcode'), text: z.string() }),
])
export type ReceiptLine = z.infer<typeof receiptLineSchema>

/** The receipt as plain text of `width` characters, one string per line. */
export function receiptText(lines: readonly ReceiptLine[], width = 40): string[] {
  return lines.flatMap((line) => textOf(line, width))
}

function textOf(line: ReceiptLine, width: number): string[] {
  switch (line.kind) {
    case 'rule':
      return ['-'.repeat(width)]
    case 'space':
      return ['']
    case 'barcode':
      return textOf({ kind: 'text', text: line.text, align: 'center', weight: 'normal' }, width)
    case 'text': {
      const rows = wrap(line.text, width)
      return line.align === 'left' ? rows : rows.map((row) => ' '.repeat((width - row.length) >> 1) + row)
    }
    case 'pair': {
      const rows = wrap(line.left, width)
      const last = rows.at(-1) ?? ''
      const right = composed(line.right)
      // If the value does not fit beside the last words, it gets rows of its own.
      if (last.length + 1 + right.length > width)
        return [...rows, ...wrap(right, width).map((row) => row.padStart(width))]
      return [...rows.slice(0, -1), last.padEnd(width - right.length) + right]
    }
  }
}

/** Composed, so that a letter and its accent take one place. */
const composed = (text: string): string => normalized(text, 'NFC')

/** Text from elsewhere, such as a footer, may contain line breaks. Other control characters become spaces. */
const wrap = (text: string, width: number): string[] =>
  composed(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((line) => wrapLine(line.replace(/\p{Cc}/gu, ' '), width))

/** The space that French puts before these signs and after «: a row must not break there. */
const beforeSign = / (?=[:;!?»](?: |$))|(?<=«) /g

function wrapLine(text: string, width: number): string[] {
  const rows: string[] = []
  let row = ''
  for (const word of text.replace(beforeSign, '\u00a0').split(' ')) {
    let rest = word
    if (row !== '' && row.length + 1 + rest.length <= width) {
      row += ` ${rest}`
      continue
    }
    if (row !== '') rows.push(row)
    while (rest.length > width) {
      const hyphen = rest.lastIndexOf('-', width - 1)
      const end = hyphen > 0 ? hyphen + 1 : width
      rows.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
    row = rest
  }
  return row === '' && rows.length > 0 ? rows : [...rows, row]
}
