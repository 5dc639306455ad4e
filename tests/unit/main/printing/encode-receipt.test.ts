import { describe, expect, test } from 'vitest'
import { encodeReceipt, type PaperStyle } from '../../../../src-main/printing/encode-receipt.ts'
import { type ReceiptLine, receiptText } from '../../../../src-shared/receipt/lines.ts'
import { decodePrinted, printedRows } from '../../../support/escpos-decoder.ts'

const epson: PaperStyle = { language: 'esc-pos', columns: 48, letters: 'epson', cuts: true }
const text = (words: string, weight: 'normal' | 'bold' | 'large' = 'normal'): ReceiptLine => ({
  kind: 'text',
  text: words,
  align: 'left',
  weight,
})
const receipt: readonly ReceiptLine[] = [
  { kind: 'text', text: 'Café Ñandú', align: 'center', weight: 'large' },
  { kind: 'rule' },
  { kind: 'pair', left: '2 × Crème brûlée', right: '12,50\u202f€', weight: 'normal' },
  { kind: 'pair', left: 'Total', right: '$12.50', weight: 'bold' },
  { kind: 'space' },
  { kind: 'barcode', text: 'KT1042' },
]

describe.each([32, 42, 48] as const)('a receipt with %i letters per row', (columns) => {
  const printed = decodePrinted(encodeReceipt([receipt], { ...epson, columns }))

  test('its rows equal those of every other printout', () => {
    const rows = printed.flatMap((one) => (one.kind === 'row' && one.size === 1 ? [one.text] : []))
    const expected = receipt
      .slice(1)
      .flatMap((line) => receiptText([line], columns))
      .map((row) => row.replace('\u202f', ' '))
    expect(rows.slice(0, expected.length)).toEqual(expected)
    expect(Math.max(...rows.map(({ length }) => length))).toBe(columns)
  })

  test('its heading is printed in double size, within the paper', () => {
    const heading = printed[0]
    expect(heading).toMatchObject({ kind: 'row', bold: true, size: 2 })
    expect(heading?.kind === 'row' && heading.text.trim()).toBe('Café Ñandú')
    expect(heading?.kind === 'row' && heading.text.length * 2).toBeLessThanOrEqual(columns)
  })

  test('it has a centred barcode, the total in bold, and a cut at its end', () => {
    expect(printed).toContainEqual({ kind: 'barcode', text: 'KT1042', dots: 3, align: 'center' })
    expect(printed.find((one) => one.kind === 'row' && one.text.startsWith('Total'))).toMatchObject({
      bold: true,
    })
    const last = printed.filter((one) => one.kind !== 'row' || one.text.trim() !== '').at(-1)
    expect(last).toEqual({ kind: 'cut' })
  })
})

test.each([
  ['epson', 'é ñ ç € œ É û ¿ ¡ — “”'],
  // Without code pages for the other letters.
  ['basic', 'é ñ ç É û ¿ ¡'],
] as const)('letters are printed correctly with the code pages of %s', (letters, words) => {
  expect(printedRows(encodeReceipt([[text(words)]], { ...epson, letters }))).toEqual([words])
})

test('letters missing in the code pages are replaced, and no row is longer than the paper', () => {
  const style: PaperStyle = { ...epson, letters: 'basic', columns: 32 }
  const lines: readonly ReceiptLine[] = [
    text('Œufs d’été – “bœuf” 5\u00a0€'),
    { kind: 'pair', left: 'Chocolat chaud de la maison…', right: '4,50', weight: 'normal' },
    text('Œ…', 'large'),
  ]
  const rows = printedRows(encodeReceipt([lines], style))
  expect(rows).toEqual([
    'OEufs d\'été - "boeuf" 5 EUR',
    'Chocolat chaud de la maison...',
    '                            4,50',
    'OE...',
  ])
})

test('letters are printed correctly on a Star printer, and a receipt does not open its drawer', () => {
  const style: PaperStyle = { ...epson, language: 'star-prnt' }
  const printed = decodePrinted(
    encodeReceipt([[text('é ñ ç € œ É'), { kind: 'barcode', text: 'KT1' }]], style),
    'star',
  )
  expect(printed[0]).toMatchObject({ kind: 'row', text: 'é ñ ç € œ É' })
  expect(printed).toContainEqual({ kind: 'barcode', text: 'KT1', dots: 2, align: 'center' })
  expect(printed.filter(({ kind }) => kind === 'cut' || kind === 'kick')).toEqual([{ kind: 'cut' }])
})

test('letters that no printer has are replaced by similar ones or by ?', () => {
  expect(printedRows(encodeReceipt([[text('Łódź Ōkii 日本 −5\u00a0%')]], epson))).toEqual([
    '?ódz Okii ?? -5 %',
  ])
})

const lettersFrom = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at))

test.each([
  ['esc-pos', 'epson'],
  ['esc-pos', 'citizen'],
  ['esc-pos', 'hp'],
  ['esc-pos', 'basic'],
  ['star-prnt', 'epson'],
  ['star-line', 'epson'],
] as const)('no letter of a name becomes a command or opens the drawer: %s, %s', (language, tables) => {
  const style: PaperStyle = { ...epson, language, letters: tables, cuts: false }
  const controls = (words: string) => [...encodeReceipt([[text(words)]], style)].filter((byte) => byte < 0x20)
  const allowed = new Set(['x', 'é', 'œ', '€', 'À'].flatMap(controls))
  const letters = [...lettersFrom(0, 0x17f), ...lettersFrom(0x20_00, 0x22_12)]
  const commands = letters.filter((letter) => controls(letter).some((byte) => !allowed.has(byte)))
  expect(commands).toEqual([])
})

test('a long barcode is printed with narrower bars, and one too long for the roll only as text', () => {
  const barcodes = (number: string) =>
    decodePrinted(encodeReceipt([[{ kind: 'barcode', text: number }]], { ...epson, columns: 32 })).flatMap(
      (one) => (one.kind === 'barcode' ? [one.dots] : []),
    )
  expect(barcodes('KT1042')).toEqual([3])
  expect(barcodes('KT104200000')).toEqual([2])
  expect(barcodes('KT10420000000000000')).toEqual([])
  const letters = printedRows(encodeReceipt([[{ kind: 'barcode', text: 'A{B' }]], { ...epson, columns: 32 }))
  expect(letters.map((row) => row.trim())).toEqual(['A{B'])
})

test('each copy is cut off, and a printer without a cutter feeds to the edge instead', () => {
  const cuts = (style: PaperStyle) =>
    decodePrinted(encodeReceipt([[text('one')], [text('two')]], style)).filter(({ kind }) => kind === 'cut')
      .length
  expect(cuts(epson)).toBe(2)
  expect(cuts({ ...epson, cuts: false })).toBe(0)
})

test('a character of two UTF-16 units takes one column, and the price stays at the right edge', () => {
  const line: ReceiptLine = { kind: 'pair', left: 'Latte \u{1f600} to go', right: '$4.50', weight: 'normal' }
  expect(printedRows(encodeReceipt([[line]], { ...epson, columns: 32 }))).toEqual([
    `${'Latte ? to go'.padEnd(27)}$4.50`,
  ])
})
