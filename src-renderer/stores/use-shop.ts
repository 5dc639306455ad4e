import { useMemo } from 'react'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { shopOf } from '../../src-shared/receipt/shop-of.ts'
import { useSnapshot } from './snapshot-store.ts'

/** The shop's details as printed on its receipts, so that the screen shows what is printed. */
export function useShop(): ShopFacts {
  const merchant_name = useSnapshot((snapshot) => snapshot.merchant_name)
  const merchant_contact = useSnapshot((snapshot) => snapshot.merchant_contact)
  const real_money = useSnapshot((snapshot) => snapshot.real_money)
  const settings = useSnapshot((snapshot) => snapshot.settings)
  return useMemo(
    () => shopOf({ merchant_name, merchant_contact, real_money, settings }),
    [merchant_name, merchant_contact, real_money, settings],
  )
}
