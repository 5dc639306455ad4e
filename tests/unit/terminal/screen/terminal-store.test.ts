import { expect, test } from 'vitest'
import { createTerminalStore, mostReceipts } from '../../../../src-terminal/screen/terminal-store.ts'

test('the roll on the screen shows the last receipts only, so that a day of printing does not fill the memory', () => {
  const store = createTerminalStore('VT-1')
  const print = (text: string) =>
    store.onChange({
      kind: 'printed',
      lines: [{ kind: 'text', text, align: 'left', weight: 'normal' }],
    })
  for (let count = 1; count <= 500; count++) print(`receipt ${count}`)
  const { receipts, printed } = store.view()
  expect([receipts.length, printed]).toEqual([mostReceipts, 500])
  expect(receipts.at(-1)).toMatchObject([{ text: 'receipt 500' }])
  store.tearOff()
  print('one more')
  expect(store.view().receipts).toHaveLength(1)
})
