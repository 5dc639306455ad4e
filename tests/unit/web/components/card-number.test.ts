import { describe, expect, test } from 'vitest'
import { brandOf as brandOfService } from '../../../../src-service/authorize/card-brand.ts'
import { brandOf, cardDigits, groupedNumber } from '../../../../src-web/components/card-number.ts'
import { placeBehind } from '../../../../src-web/components/typed-number.ts'

const numbers = [
  ['4111111111111111', 'Visa', '4111 1111 1111 1111', 3],
  ['5555555555554444', 'Mastercard', '5555 5555 5555 4444', 3],
  ['2223003122003222', 'Mastercard', '2223 0031 2200 3222', 3],
  ['378282246310005', 'Amex', '3782 822463 10005', 4],
  ['6011111111111117', 'Discover', '6011 1111 1111 1117', 3],
  ['30569309025904', 'Diners Club', '3056 930902 5904', 3],
  ['3566002020360505', 'JCB', '3566 0020 2036 0505', 3],
  ['6200000000000005', 'UnionPay', '6200 0000 0000 0005', 3],
  ['4506445006931933', 'Interac', '4506 4450 0693 1933', 3],
] as const

describe('a card number in a form', () => {
  test.each(numbers)('%s belongs to %s, as it does in the service', (number, brand, grouped, cvvDigits) => {
    expect(brandOf(number)).toMatchObject({ name: brand, cvvDigits })
    expect(brandOfService(number)).toBe(brand)
    expect(groupedNumber(number)).toBe(grouped)
  })

  test('digits beyond the length of the network are not accepted', () => {
    expect(cardDigits('3782 822463 100059999')).toBe('378282246310005')
    expect(cardDigits('4111-1111-1111-1111')).toBe('4111111111111111')
  })

  test('a card of an unknown network keeps up to 19 digits', () => {
    expect(brandOf('9999')).toBeNull()
    expect(cardDigits('9'.repeat(25))).toHaveLength(19)
  })

  test('the caret stays behind the same digit', () => {
    expect(placeBehind('4111 1111', 0)).toBe(0)
    expect(placeBehind('4111 1111', 4)).toBe(4)
    expect(placeBehind('4111 1111', 5)).toBe(6)
    expect(placeBehind('4111 1111', 9)).toBe(9)
  })
})
