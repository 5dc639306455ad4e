import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useNewSale } from './use-new-sale.ts'

/**
 * Leads from the finished sale to the next customer, by this button or a key.
 * @param resting the screen has just appeared after a press that may come twice
 */
export function NewSaleButton({ resting = false }: { readonly resting?: boolean }) {
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
