import { describe, expect, test } from 'vitest'
import { cardSummary } from '../../../../src-service/authorize/card-brand.ts'
import { emvTagData, type IssuerAnswer, issuerAnswered } from '../../../../src-service/authorize/emv-tags.ts'
import { newPayment } from '../../../../src-service/intents/documents.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { ChipData } from '../../../../src-shared/terminal/messages.ts'
import { visa } from './cards.ts'

describe('what the API shows of a card (section 2.4)', () => {
  test.each([
    ['4111111111111111', 'Visa', 'credit'],
    ['4000056655665556', 'Visa', 'debit'],
    ['5555555555554444', 'Mastercard', 'credit'],
    ['2223003122003222', 'Mastercard', 'unknown'],
    ['5200828282828210', 'Mastercard', 'debit'],
    ['5105105105105100', 'Mastercard', 'prepaid'],
    ['378282246310005', 'Amex', 'credit'],
    ['6011111111111117', 'Discover', 'credit'],
    ['6200000000000005', 'UnionPay', 'unknown'],
    ['3566002020360505', 'JCB', 'unknown'],
    ['30569309025904', 'Diners Club', 'unknown'],
    ['9999999999999995', 'Card', 'unknown'],
  ])('the card %s is of the brand %s with the funding %s', (number, brand, funding) => {
    expect(cardSummary({ ...visa, number })).toMatchObject({ brand, funding })
  })

  test('the summary of a card holds its first six and last four digits and its expiry, never the digits between', () => {
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
    arc: '',
    cryptogram: '8F2A51B3D4C5E6F7',
    verification: 'pin',
  }
  const declinedFor = (response_code: string, category: string): IssuerAnswer => ({
    outcome: 'declined',
    response_code,
    category,
  })
  const begun = (emv_tag_data: string): Payment =>
    newPayment(
      {
        id: 'pmt_1',
        amount: 100,
        currency: 'USD',
        payment_intent_id: 'pi_1',
        payment_method_id: 'pm_1',
        account_id: 'acct_1',
        payment_method: null,
        payment_provider_type: 'sandbox',
        created_at: '2026-01-01T00:00:00.000Z',
      },
      { emv_tag_data },
    )
  const answered = (emvTags: string, answer: IssuerAnswer = { outcome: 'approved' }) =>
    JSON.parse(issuerAnswered(begun(emvTags), answer).emv_tag_data ?? '{}') as Record<string, string>

  test("emv_tag_data is a JSON string of the chip's data and the issuer's answer", () => {
    expect(answered(emvTagData(chip, 'EMVContact', visa.number))).toEqual({
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

  test('emv_tag_data states the PIN only when it was entered and the payment was approved', () => {
    const entered = emvTagData(chip, 'EMVContact', visa.number)
    expect(JSON.parse(entered)).not.toHaveProperty('PIN')
    const declined = answered(entered, declinedFor('117', 'incorrect_pin'))
    expect(declined).not.toHaveProperty('PIN')
    expect(declined).not.toHaveProperty('CVM')
    const unasked = emvTagData({ ...chip, verification: 'signature' }, 'EMVContact', visa.number)
    expect(answered(unasked)).not.toHaveProperty('PIN')
  })

  test.each([
    ['none', 'No signature required'],
    ['device', 'Verified by device'],
    ['signature', undefined],
  ] as const)('emv_tag_data of a tap verified by %s has the CVM %s', (verification, statement) => {
    const tags = answered(emvTagData({ ...chip, verification }, 'Contactless', visa.number))
    expect(tags.CVM).toBe(statement)
    expect(tags.PIN).toBeUndefined()
    expect(tags.Mode).toBe('Contactless')
  })

  test.each([
    ['05', 'do_not_honor', '05'],
    ['116', 'insufficient_funds', '51'],
    ['117', 'incorrect_pin', '55'],
    ['208', 'lost_card', '41'],
    ['999', 'something_new', '05'],
    ['Z3', 'issuer_unavailable', 'Z3'],
    ['z3', 'issuer_unavailable', '91'],
    ['5', 'lost_card', '41'],
    ['051', 'lost_card', '41'],
    ['', 'lost_card', '41'],
  ])('emv_tag_data holds a decline %s (%s) as ARC %s', (code, category, arc) => {
    const tags = emvTagData(chip, 'EMVContact', visa.number)
    expect(answered(tags, declinedFor(code, category)).ARC).toBe(arc)
  })

  test('emv_tag_data is the same in terminal_details', () => {
    const payment = begun(emvTagData(chip, 'EMVContact', visa.number))
    const terminal_details = {
      entry_mode: 'EMVContact',
      signature: null,
      emv_tag_data: payment.emv_tag_data ?? '',
      receipt_data: {},
    } as Payment['terminal_details']
    const answered = issuerAnswered({ ...payment, terminal_details }, { outcome: 'approved' })
    expect(answered.terminal_details?.emv_tag_data).toBe(answered.emv_tag_data)
  })

  test('emv_tag_data of a swipe holds the PIN when one was entered; otherwise it is empty, as for keyed cards', () => {
    expect(answered(emvTagData(null, 'Swipe', visa.number, true))).toEqual({
      ARC: '00',
      PIN: 'Verified by PIN',
      'Network Label': 'Visa',
      Mode: 'Issuer',
    })
    expect(issuerAnswered(begun(emvTagData(null, 'Swipe', visa.number)), { outcome: 'approved' })).toEqual({
      emv_tag_data: '',
      terminal_details: null,
    })
  })
})
