import { expect, test } from 'vitest'
import { languages } from '../../../../src-shared/language.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { reportReceipt } from '../../../../src-shared/receipt/report-receipt.ts'
import { reportWords } from '../../../../src-shared/receipt/report-words.ts'
import { report } from '../../../pictures/report-scenes.ts'

test.each(languages)('a report on paper states which refunds its returns leave out, in %s', (language) => {
  const lines = reportReceipt(report, null, { merchant: 'Ana’s', training: false, language })
  const words = reportWords[language]
  const title = lines.findIndex((line) => line.kind === 'text' && line.text === words.returns)
  const note = lines.findIndex((line) => line.kind === 'text' && line.text === words.returnsOnly)
  expect(title).toBeGreaterThan(0)
  expect(note).toBeGreaterThan(title)
  expect(receiptText(lines.slice(title, note)).join('\n')).toContain(words.givenBack)
})
