import { IconUser, IconUserCheck } from '@tabler/icons-react'
import { phoneText } from '../../src-shared/pos/customer/phone-text.ts'
import { QuietButton } from '../components/quiet-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { type OrderToPay, useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** The customer of the next sale, or a button to choose one. Optional. */
export function CustomerButton({ order }: { readonly order: OrderToPay | null }) {
  const { t } = useTranslation()
  const customer = useSnapshot((snapshot) => snapshot.customer)
  const up = useSnapshot(({ service }) => service.kind === 'ready')
  const open = () => {
    useEntryStore.setState({ order })
    openDialog('customer')
  }
  if (customer === null && !up) return null
  const Icon = customer === null ? IconUser : IconUserCheck
  const name = customer === null ? '' : customer.name || phoneText(customer.phone) || customer.email
  return (
    <QuietButton
      icon={<Icon size={22} aria-hidden />}
      label={customer === null ? t('ready.customer') : t('ready.customerIs', { name })}
      keepFocus={false}
      brief
      onPress={open}
    />
  )
}
