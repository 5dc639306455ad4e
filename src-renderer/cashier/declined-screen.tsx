import { IconCreditCardOff, IconKeyboard } from '@tabler/icons-react'
import type { PaymentEntry, SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { AmountWithoutTicket, Dock, Stage, Words } from '../components/stage.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { cardName } from './card-name.ts'
import { declineReason } from './decline-words.ts'
import { OtherwiseButton, useIsPartOfBill, useOtherwiseKeys } from './otherwise-button.tsx'

/** A decline leaves the intent open (section 7): another card pays the same sale. */
export function DeclinedScreen({ state }: { readonly state: SaleIn<'declined'> }) {
  const { t } = useTranslation()
  const retrying = useRunning('sale.retry')
  const leaving = useRunning('sale.finish')
  const isPartOfBill = useIsPartOfBill()
  const { sale, decline } = state
  const reason = declineReason(decline.category)
  const card = cardName(decline.brand, decline.last_four)
  const retry = (entry: PaymentEntry) => send('sale.retry', { entry })
  const giveUp = () => send('sale.finish', undefined)
  const otherwise = useOtherwiseKeys()
  useKeys({ ...otherwise, enter: () => retry('card'), f2: () => retry('manual'), escape: giveUp })
  return (
    <>
      <Stage
        tone="bad"
        title={t('declined.title')}
        icon={<IconCreditCardOff size={72} stroke={1.5} aria-hidden />}
      >
        <AmountWithoutTicket sale={sale} />
        <Words strong>{t('declined.notCharged')}</Words>
        {/* In normal size, so that the queue behind the customer cannot easily read it. */}
        <Words>{t(`decline.${reason}.why`)}</Words>
        <Words>{t(`decline.${reason}.next`)}</Words>
        {card !== '' && <Words>{card}</Words>}
      </Stage>
      <Dock sale={sale} unasked>
        <ActionButton
          kind="quiet"
          label={t(isPartOfBill ? 'bill.backToBalance' : 'declined.giveUp')}
          keyHint="Esc"
          disabled={leaving}
          onPress={giveUp}
        />
        <OtherwiseButton />
        <ActionButton
          icon={<IconKeyboard size={26} aria-hidden />}
          label={t('declined.byHand')}
          keyHint="F2"
          disabled={retrying}
          onPress={() => retry('manual')}
        />
        <ActionButton
          kind="primary"
          label={t('declined.anotherCard')}
          keyHint="Enter"
          disabled={retrying}
          onPress={() => retry('card')}
        />
      </Dock>
    </>
  )
}
