import { describe, expect, test } from 'vitest'
import { type KeyPress, keyName } from '../../../../src-renderer/keyboard/key-name.ts'

const named = (key: string, press: Partial<KeyPress> = {}) =>
  keyName({ key, repeat: false, withModifier: false, target: 'page', ...press })

describe('a key', () => {
  test('a key name is in lower case', () => {
    expect([named('5'), named('Enter'), named('Escape'), named('F2'), named('Backspace')]).toEqual([
      '5',
      'enter',
      'escape',
      'f2',
      'backspace',
    ])
  })

  test('a key pressed in a text field belongs to that field', () => {
    for (const key of ['5', 'Enter', 'Escape', 'Backspace']) expect(named(key, { target: 'text' })).toBeNull()
  })

  test('function keys work from every field', () => {
    expect(named('F4', { target: 'text' })).toBe('f4')
  })

  test('Enter belongs to the focused button, but digits still reach the page', () => {
    expect(named('Enter', { target: 'control' })).toBeNull()
    expect(named('7', { target: 'control' })).toBe('7')
  })

  test('a key that is held down charges, retries or leaves only once', () => {
    for (const key of ['Enter', 'Escape', 'F2']) expect(named(key, { repeat: true })).toBeNull()
    expect(named('Backspace', { repeat: true })).toBe('backspace')
  })

  test('a key with Ctrl, Alt or Meta belongs to the system', () => {
    expect(named('5', { withModifier: true })).toBeNull()
  })
})
