import { describe, expect, test } from 'vitest'
import {
  confirmPin,
  type PinEntry,
  type PinKey,
  pressPin,
  refusedPin,
  startPin,
} from '../../../../src-renderer/staff/pin-entry.ts'
import { mostPinDigits } from '../../../../src-shared/pos/staff/pin-length.ts'

const typed = (entry: PinEntry, digits: string): PinEntry =>
  [...digits].reduce((before, digit) => pressPin(before, digit as PinKey), entry)

describe('a PIN as it is typed', () => {
  test('a PIN as it is typed has at most 8 digits; a ninth changes nothing', () => {
    expect(typed(startPin('enter'), '123456789').digits).toBe('12345678')
    expect(mostPinDigits).toBe(8)
  })

  test('a PIN as it is typed loses its last digit, or all of them', () => {
    expect(pressPin(typed(startPin('enter'), '1234'), 'backspace').digits).toBe('123')
    expect(pressPin(typed(startPin('enter'), '1234'), 'clear').digits).toBe('')
  })

  test('a PIN of fewer than 4 digits is not sent', () => {
    const { entry, ask } = confirmPin(typed(startPin('enter'), '123'))
    expect(ask).toBeNull()
    expect(entry.trouble).toBe('too_short')
  })

  test('a PIN of fewer than 6 digits is not chosen', () => {
    const { entry, ask } = confirmPin(typed(startPin('choose'), '24681'))
    expect(ask).toBeNull()
    expect(entry.trouble).toBe('too_short')
  })

  test('a PIN as it is typed clears the error with the next digit', () => {
    expect(typed({ ...startPin('enter'), trouble: 'pin_wrong' }, '1').trouble).toBeNull()
  })

  test('a PIN is sent when it is whole', () => {
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

  test('choosing a PIN begins again when the two were not the same', () => {
    const { entry, ask } = confirmPin(typed(repeating, '246811'))
    expect(ask).toBeNull()
    expect(entry).toMatchObject({ step: 'choose', digits: '', chosen: '', trouble: 'mismatch' })
  })

  test('choosing a PIN that is guessed too easily is refused at once, and another is chosen', () => {
    const { entry, ask } = confirmPin(typed(startPin('choose'), '123456'))
    expect(ask).toBeNull()
    expect(entry).toMatchObject({ step: 'choose', digits: '', chosen: '', trouble: 'pin_weak' })
    expect(confirmPin(typed(entry, '290417')).entry).toMatchObject({ step: 'repeat', chosen: '290417' })
  })

  test('choosing a PIN in place of another needs that one too', () => {
    const choosing = confirmPin(typed(startPin('current'), '1111')).entry
    const again = confirmPin(typed(choosing, '290417')).entry
    expect(confirmPin(typed(again, '290417')).ask).toEqual({ kind: 'choose', current: '1111', pin: '290417' })
  })
})

describe('a refused PIN', () => {
  test('a refused PIN is typed anew', () => {
    const entry = refusedPin(typed(startPin('enter'), '1234'), 'pin_wrong')
    expect(entry).toMatchObject({ step: 'enter', digits: '', trouble: 'pin_wrong' })
  })

  test('a refused PIN on a change begins with the present one again', () => {
    const changing: PinEntry = { ...startPin('repeat'), current: '1111', chosen: '2222', digits: '2222' }
    expect(refusedPin(changing, 'pin_wrong')).toMatchObject({ step: 'current', current: null, chosen: '' })
  })

  test('a refused PIN keeps what was chosen first, when only the answer failed', () => {
    const choosing: PinEntry = { ...startPin('repeat'), chosen: '2222', digits: '2222' }
    expect(refusedPin(choosing, 'failed')).toMatchObject({ step: 'repeat', chosen: '2222', digits: '' })
  })

  test('a refused PIN that main finds too easy is chosen anew, not repeated', () => {
    const choosing: PinEntry = { ...startPin('repeat'), current: '1111', chosen: '2222', digits: '2222' }
    const entry = refusedPin(choosing, 'pin_weak')
    expect(entry).toMatchObject({ step: 'choose', current: '1111', chosen: '', trouble: 'pin_weak' })
  })

  test('a refused PIN that is right and too short by now is replaced by another', () => {
    const entry = refusedPin(typed(startPin('enter'), '1234'), 'pin_too_short')
    expect(entry).toMatchObject({ step: 'choose', current: '1234', trouble: 'pin_too_short' })
    const again = confirmPin(typed(entry, '290417')).entry
    expect(confirmPin(typed(again, '290417')).ask).toEqual({ kind: 'choose', current: '1234', pin: '290417' })
  })
})
