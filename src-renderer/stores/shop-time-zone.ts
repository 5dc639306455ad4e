import { ownTimeZone } from '../../src-shared/local-time.ts'
import { useSnapshot, useSnapshotStore } from './snapshot-store.ts'

/** By which the shop's clocks go, whatever zone this computer is set to; its own until main has answered. */
export const shopTimeZone = (): string =>
  useSnapshotStore.getState().snapshot?.settings.time_zone ?? ownTimeZone()

export const useShopTimeZone = (): string => useSnapshot(({ settings }) => settings.time_zone)
