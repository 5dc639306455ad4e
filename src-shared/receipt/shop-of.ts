import type { Snapshot } from '../pos/snapshot.ts'
import type { ShopFacts } from './return-receipt.ts'

/** The shop's current facts for its papers. */
export const shopOf = ({
  merchant_name: merchant,
  merchant_contact: contact,
  real_money,
  settings: { language, time_zone: timeZone },
}: Pick<Snapshot, 'merchant_name' | 'merchant_contact' | 'real_money' | 'settings'>): ShopFacts => ({
  merchant,
  contact,
  language,
  timeZone,
  training: real_money === false,
})
