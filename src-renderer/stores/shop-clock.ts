import type { ShopClock } from '../../src-shared/pos/report/business-day.ts'
import { shopTimeZone, useShopTimeZone } from './shop-time-zone.ts'
import { useSnapshot, useSnapshotStore } from './snapshot-store.ts'

/** When the shop's business day ends; at midnight until main has answered. */
export const shopClock = (): ShopClock => ({
  timeZone: shopTimeZone(),
  dayEndsAt: useSnapshotStore.getState().snapshot?.settings.day_ends_at ?? 0,
})

export const useShopClock = (): ShopClock => ({
  timeZone: useShopTimeZone(),
  dayEndsAt: useSnapshot(({ settings }) => settings.day_ends_at),
})
