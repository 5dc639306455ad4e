import { IconReceipt } from '@tabler/icons-react'
import { QuietButton } from '../components/quiet-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run } from '../stores/command-store.ts'
import { goToSales } from '../stores/place-store.ts'
import { whenAtRest } from '../stores/snapshot-store.ts'

/** Leaves the finished sale and opens its page, which has other receipts and can undo the sale. */
export function SoldButton({ number }: { readonly number: string }) {
  const { t } = useTranslation()
  const open = async () => {
    if ((await run('sale.finish', undefined)) === null) whenAtRest(() => goToSales(number))
  }
  return (
    <QuietButton
      icon={<IconReceipt size={22} aria-hidden />}
      label={t('sales.more')}
      onPress={() => void open()}
    />
  )
}
