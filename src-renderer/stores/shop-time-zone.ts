import { ownTimeZone } from '../../src-shared/local-time.ts'
import { useSnapshot, useSnapshotStore } from './snapshot-store.ts'

/** The shop's time zone, whatever zone this computer uses; this computer's zone until main has answered. */
export const shopTimeZone = (): string =>
  useSnapshotStore.getState().snapshot?.settings.time_zone ?? ownTimeZone()

export const useShopTimeZone = (): string => useSnapshot(({ settings }) => settings.time_zone)
