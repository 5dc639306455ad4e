import { dateIn } from '../../src-shared/language.ts'
import { useShopTimeZone } from '../stores/shop-time-zone.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Writes instants in the screen's language as the shop's clocks show them, whatever zone this computer is set to. */
export function useShopDate(): (iso: string, options: Intl.DateTimeFormatOptions) => string {
  const language = useSnapshot(({ settings }) => settings.language)
  const timeZone = useShopTimeZone()
  return (iso, options) => dateIn(language, new Date(iso), { timeZone, ...options })
}
