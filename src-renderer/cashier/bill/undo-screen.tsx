import { IconArrowBackUp, IconCircleCheckFilled } from '@tabler/icons-react'
import { cashHeld } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../components/amount.tsx'
import { Dock, Stage, Words } from '../../components/stage.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRest } from '../../keyboard/use-rest.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { NewSaleButton } from '../new-sale-button.tsx'
import { TenderList } from './tender-list.tsx'

/** All card payments are given back. The cashier hands the cash back and confirms it here. */
export function HandBackScreen({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  const returning = useRunning('bill.cash_returned')
  return (
    <>
      <Stage
        tone="wait"
        title={t('bill.handBack')}
        icon={<IconArrowBackUp size={72} stroke={1.5} aria-hidden />}
      >
        <Amount text={money(cashHeld(bill))} />
        <Words>{t('bill.handBackText')}</Words>
        <TenderList bill={bill} />
      </Stage>
      <Dock>
        {/* No keyboard shortcut: the money must have changed hands. */}
        <ActionButton
          kind="primary"
          label={t('bill.handedBack', { amount: money(cashHeld(bill)) })}
          disabled={returning}
          onPress={() => send('bill.cash_returned', undefined)}
        />
      </Dock>
    </>
  )
}

export function GivenBackScreen({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const resting = useRest()
  return (
    <>
      <Stage title={t('bill.givenBack')} icon={<IconCircleCheckFilled size={72} aria-hidden />}>
        <Words strong>{t('bill.givenBackText')}</Words>
        <TenderList bill={bill} />
      </Stage>
      <Dock>
        <NewSaleButton resting={resting ? 'all' : 'none'} />
      </Dock>
    </>
  )
}
