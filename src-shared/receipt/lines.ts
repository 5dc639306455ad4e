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
      if (line.align === 'left') return wrap(line.text, width)
      return balanced(line.text, width).map((row) => ' '.repeat((width - row.length) >> 1) + row)
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

/** Rows of large text that a name may take: more would be a third of a short receipt. */
const largeRows = 3

/**
 * The weight in which a line is printed on paper of `columns` letters, of which a large one takes two: bold instead of
 * large, if large letters would break a word of a long name or fill the paper with it.
 */
export function weightOnPaper(
  line: Extract<ReceiptLine, { readonly weight: unknown }>,
  columns: number,
): 'normal' | 'bold' | 'large' {
  if (line.weight !== 'large' || line.kind === 'pair') return line.weight
  const wide = columns / 2
  const isBroken = rowsOf(line.text)
    .flatMap((row) => glued(row).split(/ |(?<=-)/))
    .some((part) => part.length > wide)
  return isBroken || wrap(line.text, wide).length > largeRows ? 'bold' : 'large'
}

/** As many rows as `wrap` makes, of similar lengths: centred, a last row of one short word looks lost. */
function balanced(text: string, width: number): string[] {
  let rows = wrap(text, width)
  for (let less = width - 1; less > 0; less -= 1) {
    const narrower = wrap(text, less)
    // More rows, or a broken word.
    if (narrower.length > rows.length || narrower.join(' ') !== rows.join(' ')) break
    rows = narrower
  }
  return rows
}

/** Composed, so that a letter and its accent take one place. */
const composed = (text: string): string => normalized(text, 'NFC')

/** Text from elsewhere, such as a footer, may contain line breaks. Other control characters become spaces. */
const rowsOf = (text: string): readonly string[] =>
  composed(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((row) => row.replace(/\p{Cc}/gu, ' '))

const wrap = (text: string, width: number): string[] => rowsOf(text).flatMap((row) => wrapLine(row, width))

/** The space that French puts before these signs and after «: a row must not break there. */
const beforeSign = / (?=[:;!?»](?: |$))|(?<=«) /g

/** With no-break spaces where a row must not break, so that only normal spaces separate its words. */
const glued = (row: string): string => row.replace(beforeSign, '\u00a0')

function wrapLine(text: string, width: number): string[] {
  const rows: string[] = []
  let row = ''
  for (const word of glued(text).split(' ')) {
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
