import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SurchargeRule } from '../../../src-shared/pos/sale/surcharge.ts'
import { shopPlaceIn, surchargePercentIn } from '../../../src-shared/pos/sale/surcharge-entry.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send } from '../../stores/command-store.ts'

/** For managers only: the surcharge on credit cards. Saved when both fields are valid, or the percentage is cleared. */
export function SurchargeFields({ rule }: { readonly rule: SurchargeRule | null }) {
  const { t } = useTranslation()
  const [percent, setPercent] = useState(rule === null ? '' : String(rule.percent))
  const [place, setPlace] = useState(rule?.postal_code ?? '')
  const typed = surchargePercentIn(percent)
  const code = shopPlaceIn(place)
  const off = percent.trim() === ''

  function save() {
    if (off && rule !== null) send('settings.surcharge', { surcharge: null })
    if (off || typed === null || code === null) return
    if (typed === rule?.percent && code === rule.postal_code) return
    send('settings.surcharge', { surcharge: { percent: typed, postal_code: code } })
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
        error={!off && typed === null && t('settings.surchargeTrouble')}
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
          error={place !== '' && code === null && t('settings.surchargePlaceTrouble')}
          onChange={(event) => setPlace(event.currentTarget.value)}
          onBlur={save}
        />
      )}
    </>
  )
}
