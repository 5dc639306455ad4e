import { TextInput } from '@mantine/core'
import type { Cents } from '../../../src-shared/money.ts'
import { amountToType, typedAmount } from '../../i18n/typed-amount.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send } from '../../stores/command-store.ts'

/** For managers only: charges above this amount need a confirmation. Empty means none do. */
export function AskAboveField({ limit }: { readonly limit: Cents | null }) {
  const { t } = useTranslation()
  return (
    <TextInput
      size="lg"
      label={t('settings.askAbove')}
      description={t('settings.askAboveHint')}
      inputMode="decimal"
      maxLength={14}
      defaultValue={limit === null ? '' : amountToType(limit)}
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim()
        const ask_above = typed === '' ? null : typedAmount(typed)
        if (ask_above === limit || ask_above === 0 || (ask_above === null && typed !== '')) return
        send('settings.ask_above', { ask_above })
      }}
    />
  )
}
