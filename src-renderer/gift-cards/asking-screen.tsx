import { IconGift } from '@tabler/icons-react'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'

/** The service is charging a gift card. Stopping leaves the card unchanged. */
export function AskingScreen({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  const stopping = useRunning('gift_cards.stop')
  const tender = bill.tenders.find(({ status }) => status === 'asking')
  if (tender?.kind !== 'gift_card') return null
  return (
    <>
      <Stage tone="wait" title={t('giftCard.asking')} icon={<IconGift size={72} stroke={1.5} aria-hidden />}>
        <Amount text={money(tender.amount)} size="large" />
        <Words>{t('giftCard.named', { last_four: tender.last_four })}</Words>
        <Words>{t('giftCard.askingText')}</Words>
      </Stage>
      <Dock>
        <ActionButton
          label={t('giftCard.stop')}
          disabled={stopping}
          onPress={() => send('gift_cards.stop', undefined)}
        />
      </Dock>
    </>
  )
}
