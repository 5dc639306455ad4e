import { dateIn } from '../../src-shared/language.ts'
import { useShopTimeZone } from '../stores/shop-time-zone.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Formats instants in the screen's language and the shop's time zone, whatever this computer's time zone. */
export function useShopDate(): (iso: string, options: Intl.DateTimeFormatOptions) => string {
  const language = useSnapshot(({ settings }) => settings.language)
  const timeZone = useShopTimeZone()
  return (iso, options) => dateIn(language, new Date(iso), { timeZone, ...options })
}
