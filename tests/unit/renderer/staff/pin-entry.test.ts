import { describe, expect, test } from 'vitest'
import {
  confirmPin,
  type PinEntry,
  type PinKey,
  pressPin,
  refusedPin,
  scannedPin,
  startPin,
} from '../../../../src-renderer/staff/pin-entry.ts'
import { mostPinDigits } from '../../../../src-shared/pos/staff/pin-length.ts'

const typed = (entry: PinEntry, digits: string): PinEntry =>
  [...digits].reduce((before, digit) => pressPin(before, digit as PinKey), entry)

describe('a PIN as it is typed', () => {
  test('more digits than any PIN has are no try: they are refused here, however many follow', () => {
    expect(mostPinDigits).toBe(8)
    expect(typed(startPin('enter'), '12345678').trouble).toBeNull()
    for (const code of ['400638133', '4006381333931']) {
      const entry = typed(startPin('enter'), code)
      expect(entry.trouble).toBe('too_long')
      expect(confirmPin(entry)).toEqual({ entry: { ...entry, digits: '', trouble: 'too_long' }, ask: null })
    }
  })

  test('Backspace after too many digits removes all, since it is not known how many were typed', () => {
    expect(pressPin(typed(startPin('enter'), '4006381333931'), 'backspace').digits).toBe('')
  })

  test('a scan removes what was typed, and an Enter that comes late sends nothing and keeps the reason', () => {
    const entry = scannedPin(typed(startPin('current'), '1234'))
    expect([entry.digits, entry.trouble]).toEqual(['', 'scanned'])
    expect(confirmPin(entry)).toEqual({ entry, ask: null })
  })

  test('Backspace removes the last digit of a PIN, and clear removes all', () => {
    expect(pressPin(typed(startPin('enter'), '1234'), 'backspace').digits).toBe('123')
    expect(pressPin(typed(startPin('enter'), '1234'), 'clear').digits).toBe('')
  })

  test('a PIN of fewer than 4 digits is not sent', () => {
    const { entry, ask } = confirmPin(typed(startPin('enter'), '123'))
    expect(ask).toBeNull()
    expect(entry.trouble).toBe('too_short')
  })

  test('a new PIN of fewer than 6 digits is not accepted', () => {
    const { entry, ask } = confirmPin(typed(startPin('choose'), '24681'))
    expect(ask).toBeNull()
    expect(entry.trouble).toBe('too_short')
  })

  test('the next digit clears the error', () => {
    expect(typed({ ...startPin('enter'), trouble: 'pin_wrong' }, '1').trouble).toBeNull()
  })

  test('a PIN is sent when it is confirmed', () => {
    expect(confirmPin(typed(startPin('enter'), '1234')).ask).toEqual({ kind: 'enter', pin: '1234' })
  })
})

describe('choosing a PIN', () => {
  const repeating = confirmPin(typed(startPin('choose'), '246810')).entry

  test('choosing a PIN asks for it twice', () => {
    expect(repeating).toMatchObject({ step: 'repeat', digits: '', chosen: '246810' })
    expect(confirmPin(typed(repeating, '246810')).ask).toEqual({
      kind: 'choose',
      current: null,
      pin: '246810',
    })
  })

  test('choosing a PIN starts again when the two entries differ', () => {
    const { entry, ask } = confirmPin(typed(repeating, '246811'))
    expect(ask).toBeNull()
    expect(entry).toMatchObject({ step: 'choose', digits: '', chosen: '', trouble: 'mismatch' })
  })

  test('choosing a PIN that is easy to guess is refused at once, and another one is asked for', () => {
    const { entry, ask } = confirmPin(typed(startPin('choose'), '123456'))
    expect(ask).toBeNull()
    expect(entry).toMatchObject({ step: 'choose', digits: '', chosen: '', trouble: 'pin_weak' })
    expect(confirmPin(typed(entry, '290417')).entry).toMatchObject({ step: 'repeat', chosen: '290417' })
  })

  test('changing a PIN also asks for the current PIN', () => {
    const choosing = confirmPin(typed(startPin('current'), '1111')).entry
    const again = confirmPin(typed(choosing, '290417')).entry
    expect(confirmPin(typed(again, '290417')).ask).toEqual({ kind: 'choose', current: '1111', pin: '290417' })
  })
})

describe('a refused PIN', () => {
  test('after a refused PIN, the entry is empty again', () => {
    const entry = refusedPin(typed(startPin('enter'), '1234'), 'pin_wrong')
    expect(entry).toMatchObject({ step: 'enter', digits: '', trouble: 'pin_wrong' })
  })

  test('a refused change of PIN starts again with the current PIN', () => {
    const changing: PinEntry = { ...startPin('repeat'), current: '1111', chosen: '2222', digits: '2222' }
    expect(refusedPin(changing, 'pin_wrong')).toMatchObject({ step: 'current', current: null, chosen: '' })
  })

  test('a failure other than a refusal keeps the new PIN that was chosen', () => {
    const choosing: PinEntry = { ...startPin('repeat'), chosen: '2222', digits: '2222' }
    expect(refusedPin(choosing, 'failed')).toMatchObject({ step: 'repeat', chosen: '2222', digits: '' })
  })

  test('a new PIN that main finds too weak must be chosen again', () => {
    const choosing: PinEntry = { ...startPin('repeat'), current: '1111', chosen: '2222', digits: '2222' }
    const entry = refusedPin(choosing, 'pin_weak')
    expect(entry).toMatchObject({ step: 'choose', current: '1111', chosen: '', trouble: 'pin_weak' })
  })

  test('a correct PIN that is shorter than now required must be replaced', () => {
    const entry = refusedPin(typed(startPin('enter'), '1234'), 'pin_too_short')
    expect(entry).toMatchObject({ step: 'choose', current: '1234', trouble: 'pin_too_short' })
    const again = confirmPin(typed(entry, '290417')).entry
    expect(confirmPin(typed(again, '290417')).ask).toEqual({ kind: 'choose', current: '1234', pin: '290417' })
  })
})
