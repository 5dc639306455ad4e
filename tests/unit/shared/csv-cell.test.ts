import { expect, test } from 'vitest'
import { cellOf, textOfCell } from '../../../src-shared/csv-cell.ts'

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  "'=1",
  ' =1',
])('a cell that a spreadsheet may run, %j, is text, and comes back as it was', (text) => {
  expect(cellOf(text)).toBe(`'${text}`)
  expect(textOfCell(cellOf(text))).toBe(text)
})

test.each(['Coffee', '1 = 1', "'Til", '', ' Tea'])('another cell, %j, stays as it is', (text) => {
  expect(cellOf(text)).toBe(text)
  expect(textOfCell(text)).toBe(text)
})
