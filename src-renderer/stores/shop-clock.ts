import type { ShopClock } from '../../src-shared/pos/report/business-day.ts'
import { shopTimeZone, useShopTimeZone } from './shop-time-zone.ts'
import { useSnapshot, useSnapshotStore } from './snapshot-store.ts'

/** The shop's time zone and the end of its business day; midnight until main has answered. */
export const shopClock = (): ShopClock => ({
  timeZone: shopTimeZone(),
  dayEndsAt: useSnapshotStore.getState().snapshot?.settings.day_ends_at ?? 0,
})

export const useShopClock = (): ShopClock => ({
  timeZone: useShopTimeZone(),
  dayEndsAt: useSnapshot(({ settings }) => settings.day_ends_at),
})
