import { expect, test } from 'vitest'
import { languages } from '../../../../src-shared/language.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { reportReceipt } from '../../../../src-shared/receipt/report-receipt.ts'
import { reportWords } from '../../../../src-shared/receipt/report-words.ts'
import { report } from '../../../pictures/report-scenes.ts'

test.each(languages)('a printed report states which refunds its returns leave out, in %s', (language) => {
  const lines = reportReceipt(report, null, { merchant: 'Ana’s', training: false, language })
  const words = reportWords[language]
  const title = lines.findIndex((line) => line.kind === 'text' && line.text === words.returns)
  const note = lines.findIndex((line) => line.kind === 'text' && line.text === words.returnsOnly)
  expect(title).toBeGreaterThan(0)
  expect(note).toBeGreaterThan(title)
  expect(receiptText(lines.slice(title, note)).join('\n')).toContain(words.givenBack)
})

test.each([
  ['en', /^8 AM \(3\) /m],
  // With or without a space, depending on the time format.
  ['es', /^8 a\. ?m\. \(3\) /m],
  ['fr', /^8 h \(3\) /m],
] as const)('a printed report writes hours as %s does', (language, hour) => {
  const [first] = report.figures.hours
  if (first === undefined) throw new Error('nothing was sold')
  const hours = [{ ...first, hour: 8, count: 3, amount: 12_00 }]
  const lines = reportReceipt({ ...report, figures: { ...report.figures, hours } }, null, {
    ...{ merchant: 'Ana’s', training: false, language },
  })
  const rows = receiptText(lines).map((row) => row.replaceAll(/[\u00a0\u202f]/g, ' '))
  expect(rows.join('\n')).toMatch(hour)
})
