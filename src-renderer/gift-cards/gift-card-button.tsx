import { IconGift } from '@tabler/icons-react'
import type { Cents } from '../../src-shared/money.ts'
import { QuietButton } from '../components/quiet-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { type OrderToPay, useEntryStore } from '../stores/entry-store.ts'
import { comesTooLate } from '../stores/keys-ahead.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Opens gift cards, if the service offers them: to pay with one, sell or load one, and see its balance. */
export function GiftCardButton({
  order,
  part = 0,
}: {
  readonly order: OrderToPay | null
  /** Part of the open bill in cents; 0 for its whole balance. */
  readonly part?: Cents
}) {
  const { t } = useTranslation()
  const offered = useSnapshot(({ gift_cards }) => gift_cards.offered)
  const up = useSnapshot(({ service }) => service.kind === 'ready')
  if (!(offered && up)) return null
  const open = () => {
    if (comesTooLate()) return
    useEntryStore.setState({ order, part })
    openDialog('gift_card')
  }
  return (
    <QuietButton
      icon={<IconGift size={22} aria-hidden />}
      label={t('giftCard.title')}
      keepFocus={false}
      brief
      onPress={open}
    />
  )
}
