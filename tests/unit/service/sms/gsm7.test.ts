import { describe, expect, test } from 'vitest'
import { gsm7Length, smsSegments, toGsm7 } from '../../../../src-service/sms/gsm7.ts'
import { maskPhone } from '../../../../src-service/sms/phone-number.ts'

describe('the SMS alphabet', () => {
  test('the SMS alphabet has 127 characters that count once and ten that count twice', () => {
    let [once, twice] = [0, 0]
    for (let code = 0; code < 0x2_0000; code += 1) {
      const length = gsm7Length(String.fromCodePoint(code))
      if (length === 1) once += 1
      if (length === 2) twice += 1
    }
    expect([once, twice]).toEqual([127, 10])
  })

  test.each([
    ['Café & Pâtisserie “Chez Zoë” – Köln', 'Café & Patisserie "Chez Zoe" - Köln'],
    ['Bogotá, Perú: ¡Año nuevo!', 'Bogota, Peru: ¡Año nuevo!'],
    ['Cœur d’Œuvre', "Coeur d'OEuvre"],
    ['12,34\u202F€', '12,34 €'],
    ['東京', '東京'],
    ['Cafe\u0301', 'Café'],
  ])('%s is sent as %s', (text, written) => {
    expect(toGsm7(text)).toBe(written)
  })
})

test.each([
  [1, 'a'.repeat(160)],
  [2, 'a'.repeat(161)],
  [2, 'a'.repeat(306)],
  [3, 'a'.repeat(307)],
  [1, '€'.repeat(80)],
  [2, '€'.repeat(81)],
  [1, '東'.repeat(70)],
  [2, '東'.repeat(71)],
  [3, '東'.repeat(135)],
])('%i messages are needed for a long text', (segments, text) => {
  expect(smsSegments(text)).toBe(segments)
})

test.each([
  ['+15550100123', '+1***23'],
  ['+1234', '***'],
])('the number %s is logged as %s', (number, masked) => {
  expect(maskPhone(number)).toBe(masked)
})
