import { describe, expect, it } from 'vitest'
import { cardSummary } from '../../../../src-service/payments/card-brand.ts'
import { emvTagData } from '../../../../src-service/payments/emv-tags.ts'
import type { ChipData } from '../../../../src-shared/terminal/messages.ts'
import { visa } from './cards.ts'

describe('what is told of a card (section 2.4)', () => {
  it.each([
    ['4111111111111111', 'Visa', 'credit'],
    ['4000056655665556', 'Visa', 'debit'],
    ['5555555555554444', 'Mastercard', 'credit'],
    ['2223003122003222', 'Mastercard', 'credit'],
    ['5200828282828210', 'Mastercard', 'debit'],
    ['5105105105105100', 'Mastercard', 'prepaid'],
    ['378282246310005', 'Amex', 'credit'],
    ['6011111111111117', 'Discover', 'credit'],
    ['6200000000000005', 'UnionPay', 'credit'],
    ['3566002020360505', 'JCB', 'credit'],
    ['30569309025904', 'Diners Club', 'credit'],
    ['9999999999999995', 'Card', 'credit'],
  ])('%s is %s %s', (number, brand, funding) => {
    expect(cardSummary({ ...visa, number })).toMatchObject({ brand, funding })
  })

  it('is its first six and last four digits and its expiry, never the digits between', () => {
    const summary = cardSummary({ ...visa, cvv: '987', pin: '4321' })
    expect(summary).toMatchObject({ first_six_digits: '411111', last_four_digits: '1111', exp_year: '2049' })
    expect(JSON.stringify(summary)).not.toMatch(/987|4321|\d{7}/)
  })
})

describe('emv_tag_data (section 2.3)', () => {
  const chip: ChipData = {
    aid: 'A0000000031010',
    application_label: 'VISA CREDIT',
    application_preferred_name: 'Visa',
    tvr: '8000008000',
    tsi: '6800',
    iad: '06010A03A0A000',
    arc: '00',
    cryptogram: '8F2A51B3D4C5E6F7',
    verification: 'pin',
  }

  it('is a JSON string with what the chip told', () => {
    expect(JSON.parse(emvTagData(chip, 'EMVContact', visa.number))).toEqual({
      TVR: '8000008000',
      TSI: '6800',
      AID: 'A0000000031010',
      IAD: '06010A03A0A000',
      ARC: '00',
      'Application Label': 'VISA CREDIT',
      'Application Preferred Name': 'Visa',
      'Application Cryptogram': '8F2A51B3D4C5E6F7',
      PIN: 'Verified by PIN',
      'Network Label': 'Visa',
      Mode: 'Issuer',
    })
  })

  it('has no statement of verification when the customer is to sign', () => {
    const tags = JSON.parse(emvTagData({ ...chip, verification: 'signature' }, 'Contactless', visa.number))
    expect(tags).not.toHaveProperty('PIN')
    expect(tags.Mode).toBe('Contactless')
  })

  it('is empty for swiped and keyed cards', () => {
    expect(emvTagData(null, 'Swipe', visa.number)).toBe('')
  })
})
