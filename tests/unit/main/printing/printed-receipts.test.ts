import { describe, expect, test } from 'vitest'
import { languages } from '../../../../src-shared/language.ts'
import { printerColumns } from '../../../../src-shared/pos/printing/printer-choices.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { decodePrinted } from '../../../support/escpos-decoder.ts'
import { pastTheEdge, printedPicture } from '../../../support/printed-picture.ts'
import { sampleReceipts, sentFor } from '../../../support/printed-receipts.ts'

const words = (rows: readonly string[]) => rows.join(' ').replace(/\s+/g, ' ').trim()
/** Replaces characters that no printer has by those that are printed. */
const asPrinted = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe.each(languages)('receipts in %s', (language) => {
  test.each(
    printerColumns.flatMap((columns) =>
      (['esc-pos', 'star-prnt'] as const).map((printer) => [columns, printer] as const),
    ),
  )(
    'with %i letters per row, %s prints within the edge and with every letter correct',
    (columns, printer) => {
      for (const [name, lines] of Object.entries(sampleReceipts(language))) {
        const printed = decodePrinted(
          sentFor(lines, { language: printer, columns }),
          printer === 'esc-pos' ? 'esc-pos' : 'star',
        )
        expect(pastTheEdge(printed, columns), name).toEqual([])
        const expected = lines.flatMap((line) =>
          receiptText([line], 'weight' in line && line.weight === 'large' ? columns / 2 : columns),
        )
        const rows = printed.flatMap((one) => (one.kind === 'row' ? [one.text] : []))
        expect(words(rows), name).toBe(asPrinted(words(expected)))
        expect(
          printed.filter(({ kind }) => kind === 'cut'),
          name,
        ).toHaveLength(1)
      }
    },
  )
})

test('a row that goes past the edge of the paper is found, and drawn in red', () => {
  const row = { kind: 'row', text: 'x'.repeat(33), align: 'left', bold: false, size: 1 } as const
  expect(pastTheEdge([row, { ...row, text: 'x'.repeat(32) }], 32)).toEqual([row])
  expect(pastTheEdge([{ ...row, text: 'x'.repeat(17), size: 2 }], 32)).toHaveLength(1)
  expect(printedPicture([row], 32).svg).toContain('#f99')
  expect(printedPicture([row], 48).svg).not.toContain('#f99')
})
