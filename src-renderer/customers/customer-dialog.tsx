import { Dialog } from '../components/dialog.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { ChosenCustomer } from './chosen-customer.tsx'
import { FindCustomer } from './find-customer.tsx'

/** Finds or creates the customer of the sale, and shows their saved cards. */
export function CustomerDialog() {
  const { t } = useTranslation('customers')
  const customer = useSnapshot((snapshot) => snapshot.customer)
  return (
    <Dialog title={t('title')}>
      {customer === null ? <FindCustomer /> : <ChosenCustomer customer={customer} />}
    </Dialog>
  )
}
