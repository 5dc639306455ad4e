import i18next from 'i18next'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'

const amounts = new Set(['amount', 'tip_amount', 'total', 'paid', 'ask_above', 'cash_step', 'unit_amount'])
const instants = new Set(['clocked_at', 'before'])

/** Text for a name in the log. A name from another version is shown unchanged. */
export const wordFor = (key: string, otherwise: string): string =>
  i18next.exists(`audit:${key}`) ? i18next.t(`audit:${key}` as 'audit:title') : otherwise

/** Returns a function that formats a value by its name. */
export function useValue(): (name: string, value: unknown) => string {
  const money = useMoney()
  const dates = useDates()
  return (name, value) => {
    if (instants.has(name)) return dates.moment(String(value))
    if (typeof value === 'number') return amounts.has(name) ? money(value) : String(value)
    if (typeof value === 'object' && value !== null) {
      return Array.isArray(value) && value.every((one) => typeof one !== 'object')
        ? value.join(', ')
        : JSON.stringify(value)
    }
    const text = String(value ?? null)
    return wordFor(`value.${text}`, text)
  }
}
