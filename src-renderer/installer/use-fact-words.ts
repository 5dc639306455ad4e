import type { EntryMode } from '../../src-shared/api/schemas/payment.ts'
import type { DiagnosticFact } from '../../src-shared/pos/terminals/installer.ts'
import { cardName } from '../cashier/card-name.ts'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { yesNoKey } from './fact-keys.ts'

/** Formats each fact by its kind. */
export function useFactWords(): (fact: DiagnosticFact) => string {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const dates = useDates()
  return ({ name, kind, value }) => {
    switch (kind) {
      case 'yes_no':
        return t(yesNoKey({ name, value }))
      case 'cents':
        return money(Number(value))
      case 'ms':
        return t('latency.ms', { ms: Number(value) })
      case 'time':
        return dates.moment(value)
      case 'text':
        return name === 'brand' ? cardName(value, '') : (known(name, value, t) ?? value)
    }
  }
}

type Translate = ReturnType<typeof useTranslation<'staff'>>['t']

const entryModes = [
  'EMVContact',
  'Contactless',
  'Swipe',
  'FallbackSwipe',
  'FallbackKeyed',
  'keyed',
  'DigitalWallet',
] as const satisfies readonly EntryMode[]
const statuses = { captured: 'paid', uncaptured: 'authorized', voided: 'voided', failed: 'declined' } as const

/** Replaces the service's own names by familiar ones; null if there is no text for the value. */
function known(name: DiagnosticFact['name'], value: string, t: Translate): string | null {
  if (name === 'entry_mode') {
    const mode = entryModes.find((one) => one === value)
    return mode === undefined ? null : t(`entry.${mode}`)
  }
  if (name !== 'status') return null
  const status = Object.entries(statuses).find(([one]) => one === value)
  return status === undefined ? null : t(`status.${status[1]}`)
}
