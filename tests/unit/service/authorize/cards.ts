import type { ReceiptData } from '../../../../src-shared/api/schemas/payment.ts'
import type { CardData } from '../../../../src-shared/terminal/card-encryption.ts'

export const visa: CardData = { number: '4111111111111111', exp_month: '12', exp_year: '2049' }
export const doNotHonor = { number: '4000000000000002' }
export const insufficientFunds = { number: '4000000000009995' }
/** A card whose outcome is unknown for 30 seconds; then it is approved. */
export const silentCard = { number: '4000000000050015' }

export const emptyReceipt: ReceiptData = {
  dba: 'Training Store',
  address1: '',
  address_1: '',
  address2: '',
  address_2: '',
  phone: '',
  header: '',
  order_note: '',
  date_time: '20260102030405',
  items: '',
  name_on_card: '',
  footer: '',
}
