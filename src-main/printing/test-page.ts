import type { Printer } from '../../src-shared/pos/printing/printers.ts'
import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'

const text = (words: string, weight: 'normal' | 'bold' | 'large', align: 'left' | 'center'): ReceiptLine => ({
  kind: 'text',
  text: words,
  align,
  weight,
})

/** Shows whether the width, the letters and the barcode are right; it is in no language. */
export const testPage = ({ name, columns }: Printer): readonly ReceiptLine[] => [
  text(name, 'large', 'center'),
  { kind: 'rule' },
  text('éèêç ÉÀÇ œ ñÑ áíóú ¿? ¡! € £ $', 'normal', 'left'),
  text('éèêç ÉÀÇ œ ñÑ áíóú ¿? ¡! € £ $', 'bold', 'left'),
  { kind: 'pair', left: '|'.padEnd(columns - 9, '.'), right: '12,345.67|', weight: 'normal' },
  { kind: 'rule' },
  { kind: 'barcode', text: 'TEST1234' },
  { kind: 'space' },
]
