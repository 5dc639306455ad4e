import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type SurchargeRule, shopSurchargeSchema } from '../../src-shared/pos/surcharge.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send } from '../stores/command-store.ts'

const { percent: percentSchema, postal_code: postalCodeSchema } = shopSurchargeSchema.shape

/** Only the manager's: what credit cards pay besides. Saved when both are right, or the percentage is emptied. */
export function SurchargeFields({ rule }: { readonly rule: SurchargeRule | null }) {
  const { t } = useTranslation()
  const [percent, setPercent] = useState(rule === null ? '' : String(rule.percent))
  const [place, setPlace] = useState(rule?.postal_code ?? '')
  const typed = percentSchema.safeParse(Number(percent.trim().replace(',', '.')))
  const code = postalCodeSchema.safeParse(place)
  const off = percent.trim() === ''

  function save() {
    if (off && rule !== null) send('settings.surcharge', { surcharge: null })
    if (off || !typed.success || !code.success) return
    if (typed.data === rule?.percent && code.data === rule.postal_code) return
    send('settings.surcharge', { surcharge: { percent: typed.data, postal_code: code.data } })
  }
  return (
    <>
      <TextInput
        size="lg"
        label={t('settings.surcharge')}
        description={t('settings.surchargeHint')}
        inputMode="decimal"
        maxLength={5}
        value={percent}
        error={!off && !typed.success && t('settings.surchargeTrouble')}
        onChange={(event) => setPercent(event.currentTarget.value)}
        onBlur={save}
      />
      {!off && (
        <TextInput
          size="lg"
          label={t('settings.surchargePlace')}
          description={t('settings.surchargePlaceHint')}
          maxLength={10}
          value={place}
          error={place !== '' && !code.success && t('settings.surchargePlaceTrouble')}
          onChange={(event) => setPlace(event.currentTarget.value)}
          onBlur={save}
        />
      )}
    </>
  )
}
