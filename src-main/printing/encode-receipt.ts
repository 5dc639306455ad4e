import Encoder from '@point-of-sale/receipt-printer-encoder'
import type { LetterTable } from '../../src-shared/pos/printing/printer-choices.ts'
import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import { moduleDots } from '../../src-shared/receipt/code128.ts'
import { type ReceiptLine, receiptText, weightOnPaper } from '../../src-shared/receipt/lines.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { Logo } from './logo.ts'

export type PaperStyle = Pick<Printer, 'language' | 'columns' | 'letters' | 'cuts'>

const barcodeHeight = 80
/** The number of rows between the print head and the cutter, or the edge for tearing. */
const rowsToKnife = 4
/** Code pages that together cover English, Spanish and French, with the printer's number for each. */
const escPosTables: Readonly<Record<LetterTable, Readonly<Record<string, number>>>> = {
  epson: { cp437: 0, cp858: 19, windows1252: 16 },
  citizen: { cp437: 0, cp858: 2, windows1252: 16 },
  hp: { cp437: 0, cp858: 6, windows1252: 8 },
  // Without a euro sign.
  basic: { cp437: 0, cp850: 2 },
}
const starTables: Readonly<Record<string, number>> = { cp437: 1, cp858: 4, windows1252: 32 }

/** Encodes receipts for a printer, each copy on its own paper. Rows are wrapped here, as on every printout. */
export function encodeReceipt(
  copies: readonly (readonly ReceiptLine[])[],
  style: PaperStyle,
  logo: Logo | null = null,
): Uint8Array {
  return Buffer.concat(copies.map((lines) => encodeCopy(lines, style, logo)))
}

/** Opens the drawer connected to a printer, after earlier jobs. ms: how long the coil is on, and off after it. */
export const drawerPulse = (style: PaperStyle): Uint8Array => newEncoder(style).pulse(0, 120, 240).encode()

/** The same at once, even if the printer is waiting for paper. */
export const drawerPulseAtOnce = ({ language }: Pick<Printer, 'language'>): Uint8Array =>
  language === 'esc-pos' ? Uint8Array.of(0x10, 0x14, 0x01, 0x00, 0x01) : Uint8Array.of(0x07)

function newEncoder({ language, columns, letters }: PaperStyle): Encoder {
  return new Encoder({
    language,
    columns,
    newline: '\n',
    codepageMapping: language === 'esc-pos' ? escPosTables[letters] : starTables,
    feedBeforeCut: rowsToKnife,
    // The text below a barcode follows it closely.
    feedAfterBlock: false,
  })
}

function encodeCopy(lines: readonly ReceiptLine[], style: PaperStyle, logo: Logo | null): Uint8Array {
  const encoder = newEncoder(style).initialize().codepage('auto')
  if (logo !== null) picture(encoder, logo)
  // Before rows are wrapped: a replacement may be longer than the letter.
  for (const line of lines) print(encoder, lettersOf(line, hasFewLetters(style)), style.columns)
  if (style.cuts) encoder.cut('partial')
  else encoder.newline(rowsToKnife)
  return encoder.encode()
}

function print(encoder: Encoder, line: ReceiptLine, columns: number): void {
  switch (line.kind) {
    case 'rule':
    case 'space':
      rows(encoder, line, columns)
      return
    case 'text':
    case 'pair': {
      const weight = weightOnPaper(line, columns)
      if (weight === 'large') encoder.size(2, 2)
      if (weight !== 'normal') encoder.bold(true)
      rows(encoder, line, weight === 'large' ? columns / 2 : columns)
      encoder.bold(false).size(1, 1)
      return
    }
    case 'barcode':
      encoder.align('center')
      bars(encoder, line.text, columns)
      encoder.align('left')
      rows(encoder, line, columns)
      return
    default:
      assertNever(line)
  }
}

/** As black dots: grey becomes a pattern. Printers take it row by row, Star's in bands. */
function picture(encoder: Encoder, { width, height, data }: Logo): void {
  const image = { width, height, data: new Uint8ClampedArray(data), colorSpace: 'srgb' as const }
  encoder
    .align('center')
    .image(image, { width, height, algorithm: 'atkinson', mode: 'raster' })
    .align('left')
    .newline()
}

function rows(encoder: Encoder, line: ReceiptLine, columns: number): void {
  for (const row of receiptText([line], columns)) encoder.line(printable(row))
}

/** A barcode that does not fit is left out; its text is below. */
function bars(encoder: Encoder, text: string, columns: number): void {
  const dots = moduleDots(text, columns)
  if (dots === null) return
  // In ESC/POS a brace begins a command: this one selects the code set.
  const value = encoder.language === 'esc-pos' ? `{B${text.replaceAll('{', '{{')}` : text
  encoder.barcode(value, 'code128', { height: barcodeHeight, width: dots - 1, text: false })
}

/** Replaces special spaces with plain ones, and characters that printers lack with similar ones. */
function printable(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
      .replace(/\u2212/g, '-')
      // Table 437 has these where commands are: the byte of the bullet opens a Star printer's drawer.
      .replace(/\u2022/g, '*')
      .replace(/[\u00a7\u00b6]/g, '?')
      .replace(/[^\u0020-\u007e]/gu, (letter) => (isKnown(letter) ? letter : plain(letter)))
  )
}

const hasFewLetters = ({ language, letters }: PaperStyle): boolean =>
  language === 'esc-pos' && letters === 'basic'

/** Replacements for the characters of Windows-1252 that are used here and are in neither table 437 nor 850. */
const standIns: Readonly<Record<string, string>> = {
  ...{ '…': '...', '‘': "'", '’': "'", '‚': ',', '“': '"', '”': '"', '„': '"', '–': '-', '—': '-' },
  ...{ '‹': '<', '›': '>', Œ: 'OE', œ: 'oe', '€': 'EUR', '™': 'TM' },
}
const withStandIns = (text: string): string =>
  text.replace(/[^\u0020-\u00ff]/gu, (letter) => standIns[letter] ?? letter)

/** Replaces characters of two code units, which would make the columns wrong. */
const withSingleLetters = (text: string): string => text.replace(/[\u{10000}-\u{10ffff}]/gu, plain)

function lettersOf(line: ReceiptLine, few: boolean): ReceiptLine {
  const change = (text: string) => withSingleLetters(few ? withStandIns(text) : text)
  switch (line.kind) {
    case 'text':
      return { ...line, text: change(line.text) }
    case 'pair':
      return { ...line, left: change(line.left), right: change(line.right) }
    default:
      return line
  }
}

/** Windows-1252 is the widest table: Latin-1 and these. */
const isKnown = (letter: string): boolean =>
  /[\u00a1-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]/.test(
    letter,
  )

const plain = (letter: string): string => {
  const base = letter.normalize('NFD').replace(/\p{Mark}/gu, '')
  return /^[\u0020-\u007e]+$/.test(base) ? base : '?'
}
