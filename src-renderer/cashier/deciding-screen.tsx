import { IconHelpCircle } from '@tabler/icons-react'
import { chargedIn, chargedOf, leftOfBill } from '../../src-shared/pos/sale/charged.ts'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { type MoneyFact, MoneyFacts } from '../components/money-facts.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { cardName } from './card-name.ts'
import { decidingBecause, decidingWords } from './deciding-words.ts'
import { VoidButton } from './void-button.tsx'

/** A person has to decide here, so there is no keyboard shortcut: neither choice is the default. */
export function DecidingScreen({ state }: { readonly state: SaleIn<'deciding'> }) {
  const { t } = useTranslation()
  const money = useMoney()
  const deciding = useRunning('sale.decide')
  const because = useSnapshot(({ bill }) => decidingBecause(state, bill))
  const { sale, payment } = state
  const due = chargedOf(sale)
  const left = leftOfBill(sale, payment)
  const { amount, returned = 0 } = payment
  const charged = chargedIn(payment)
  const paid: readonly MoneyFact[] =
    returned === 0
      ? [{ label: t('facts.approved'), value: money(amount), strong: true }]
      : [
          { label: t('facts.charged'), value: money(charged) },
          { label: t('facts.givenBack'), value: money(returned), strong: true },
        ]
  const facts: readonly MoneyFact[] = [
    { label: t('facts.due'), value: money(due) },
    ...paid,
    ...(left > 0 ? [{ label: t('facts.remaining'), value: money(left), strong: true }] : []),
    { label: t('facts.card'), value: cardName(payment.brand, payment.last_four) },
  ]
  return (
    <>
      <Stage
        tone="wait"
        title={t(`deciding.${decidingWords[because]}.title`)}
        icon={<IconHelpCircle size={72} stroke={1.5} aria-hidden />}
      >
        <Words>
          {t(`deciding.${decidingWords[because]}.text`, {
            amount: money(amount),
            charged: money(charged),
            returned: money(returned),
          })}
        </Words>
        <MoneyFacts facts={facts} />
      </Stage>
      <Dock sale={sale} unasked>
        <VoidButton
          disabled={false}
          label={returned > 0 ? t('deciding.giveBack', { amount: money(amount) }) : undefined}
        />
        <ActionButton
          label={t(keepWords(state), { amount: money(amount) })}
          disabled={deciding}
          onPress={() => send('sale.decide', { choice: 'keep' })}
        />
      </Dock>
    </>
  )
}

function keepWords({ sale, payment }: SaleIn<'deciding'>) {
  if (sale.tab?.stage === 'opening') return 'deciding.keepHold'
  return leftOfBill(sale, payment) > 0 ? 'deciding.keepPartial' : 'deciding.keep'
}
