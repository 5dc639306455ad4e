import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { type Resting, useNewSale } from './use-new-sale.ts'

/**
 * Leads from the finished sale to the next customer, by this button or a key.
 * @param resting for a screen that has just appeared
 */
export function NewSaleButton({ resting }: { readonly resting: Resting }) {
  const { t } = useTranslation()
  const { newSale, leaving } = useNewSale(resting)
  return (
    <ActionButton
      kind="primary"
      label={t('approved.newSale')}
      keyHint="Enter"
      disabled={leaving}
      onPress={newSale}
    />
  )
}
