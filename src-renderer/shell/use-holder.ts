import { useShopDate } from '../i18n/use-shop-date.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Which counter holds the terminal that this counter needs, and since when, as text; null if not known. */
export function useHolder(): string | null {
  const { t } = useTranslation()
  const terminal = useSnapshot((snapshot) => snapshot.terminal)
  const write = useShopDate()
  if (terminal.kind !== 'in_use' || terminal.held_by === null) return null
  const { held_by, taken } = terminal
  return t(`terminal.held.${taken === null ? 'since' : taken.stopped ? 'taken' : 'takenIdle'}`, {
    name: held_by.name ?? t('terminal.held.somebody'),
    time: write(held_by.since, { timeStyle: 'short' }),
  })
}
