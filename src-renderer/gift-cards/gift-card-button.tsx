import { IconGift } from '@tabler/icons-react'
import type { Cents } from '../../src-shared/money.ts'
import { QuietButton } from '../components/quiet-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { type OrderToPay, useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** The way to gift cards, where the service keeps any: to pay with one, to sell and to load one, and to see what is on it. */
export function GiftCardButton({
  order,
  part = 0,
}: {
  readonly order: OrderToPay | null
  /** Of the open bill, cents; 0 for all that is left of it. */
  readonly part?: Cents
}) {
  const { t } = useTranslation()
  const offered = useSnapshot(({ gift_cards }) => gift_cards.offered)
  const up = useSnapshot(({ service }) => service.kind === 'ready')
  if (!(offered && up)) return null
  const open = () => {
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
