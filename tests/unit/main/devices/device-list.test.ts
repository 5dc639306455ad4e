import { expect, test } from 'vitest'
import { numbered } from '../../../../src-main/devices/device-list.ts'

const scanner = { kind: 'usb', path: '05e0:1200', name: 'Scanner', hsn: null, carried: false } as const

test('two devices of the same kind without serial numbers are listed as two', () => {
  const other = { ...scanner, path: '04b8:0202:A1' }
  expect(numbered([scanner, other, scanner]).map(({ path }) => path)).toEqual([
    '05e0:1200',
    '04b8:0202:A1',
    '05e0:1200 #2',
  ])
})
