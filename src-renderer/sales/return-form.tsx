import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import type { Cents } from '../../src-shared/money.ts'
import { cashStepIn } from '../../src-shared/pos/bill/cash.ts'
import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { partCents, returnCents } from '../../src-shared/pos/returns/return-sums.ts'
import {
  asStoreCredit,
  planReturn,
  type ReturnPlan,
  returnable,
  type Wanted,
} from '../../src-shared/pos/returns/returnable.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { exchangeInTheWay, worthOf } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { approvalTrouble, ManagerPinField } from '../components/manager-pin-field.tsx'
import { MoneyFacts } from '../components/money-facts.tsx'
import { ReasonField } from '../components/reason-field.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useRest } from '../keyboard/use-rest.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { ReturnedGoods } from './returned-goods.tsx'
import { partName } from './sale-words.ts'
import style from './sales.module.css'
import { leaveSales, openSale } from './sales-store.ts'
import { type StoreCredit, StoreCreditChoice } from './store-credit-choice.tsx'

interface ReturnFormProps {
  readonly sold: SoldSale
  readonly initial: Wanted
  /** Everything goes back, so no goods are chosen. */
  readonly isWhole: boolean
  /** The return has started, or the form was left. */
  readonly onEnd: () => void
}

/** Chooses the returned goods and the way to refund them, with the manager's PIN if it needs approval. */
export function ReturnForm({ sold: { bill, returns }, initial, isWhole, onEnd }: ReturnFormProps) {
  const { t } = useTranslation('sales')
  const { t: counter } = useTranslation()
  const money = useMoney()
  const step = useSnapshot(({ currency, settings }) => cashStepIn(currency, settings))
  const [quantities, setQuantities] = useState(
    () => new Map(initial.lines.map(({ line_id, quantity }) => [line_id, quantity])),
  )
  const [tips, setTips] = useState(initial.tips)
  const [reason, setReason] = useState('')
  const [pin, setPin] = useState('')
  const [refused, setRefused] = useState<RefusalCode | null>(null)
  /** More was refunded on a card than this counter's records show. */
  const [warned, setWarned] = useState(false)
  // The second press of a double tap must not confirm a warning that was not read.
  const isUnread = useRest(warned) && warned
  const [needsPin, setNeedsPin] = useState(false)
  /** What the PIN is needed for: Enter then exchanges the goods instead of refunding them. */
  const [isExchanging, setIsExchanging] = useState(false)
  const [busy, setBusy] = useState(false)
  const [credit, setCredit] = useState<StoreCredit | null>(null)
  const left = returnable(bill, returns)
  const lines = [...quantities]
    .filter(([, quantity]) => quantity > 0)
    .map(([line_id, quantity]) => ({ line_id, quantity }))
  const paid = planReturn(bill, returns, { lines, tips }, step)
  const plan = paid === null || credit === null ? paid : asStoreCredit(paid, credit)
  const total = plan === null ? 0 : returnCents(plan)
  /** The goods cost nothing. */
  const isFree = plan !== null && total === 0
  const worth = paid === null ? 0 : worthOf(paid.lines)
  /** The selection changed: the warning about the cards concerned other goods. */
  const comesBack = () => setWarned(false)
  const change = (id: string, quantity: number) => {
    setQuantities((before) => new Map(before).set(id, quantity))
    comesBack()
  }

  const exchange = () =>
    send({ number: bill.number, lines, tips: [], total: worth, exchange: true, reason: reason.trim() })
  const giveBack = () => {
    const asked = { number: bill.number, lines, tips: [...tips], total, reason: reason.trim() }
    return send(credit === null ? asked : { ...asked, store_credit: credit })
  }

  const send = async (asked: PosCommandPayload<'returns.begin'>) => {
    if (plan === null || busy || isUnread) return
    setBusy(true)
    const begun = await askMain('returns.begin', {
      ...asked,
      ...(pin !== '' && { pin }),
      ...(warned && { looked: true }),
    })
    setBusy(false)
    if (begun.ok) {
      onEnd()
      if (asked.exchange === true) leaveSales('counter')
      return
    }
    setRefused(begun.error.code)
    setIsExchanging(asked.exchange === true)
    // Main refuses this before it checks the PIN.
    if (begun.error.code === 'part_given_back') return setWarned(true)
    setPin('')
    if (begun.error.code === 'pin_needed' || begun.error.code === 'pin_wrong') setNeedsPin(true)
  }

  const refusedWords = (code: RefusalCode) => {
    if (code === 'not_now') return t('changed')
    // The sale itself is on the screen; its payment was not found.
    if (code === 'not_found') return t('notKnown')
    return code === 'service_away' ? t('unreachable') : approvalTrouble(code, counter)
  }

  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        void (isExchanging ? exchange() : giveBack())
      }}
    >
      <h2 className={style.heading}>{t(isWhole ? 'undo' : 'return')}</h2>
      {!isWhole && (
        <ReturnedGoods
          left={left}
          quantities={quantities}
          onQuantity={change}
          tips={tips}
          onTips={(next) => {
            setTips(next)
            comesBack()
          }}
        />
      )}
      <StoreCreditChoice credit={credit} onChange={setCredit} />
      {plan !== null && <GoesBack plan={plan} />}
      <ReasonField value={reason} onChange={setReason} />
      {needsPin && <ManagerPinField autoFocus value={pin} onChange={setPin} />}
      {refused !== null && (
        <p role="alert">
          <strong>{refusedWords(refused)}</strong>
        </p>
      )}
      <div className={style.pair}>
        <ActionButton label={t('leave')} onPress={onEnd} />
        <ActionButton
          kind="undo"
          submits={!isExchanging}
          {...(isExchanging && { onPress: () => void giveBack() })}
          label={isFree ? t(isWhole ? 'undo' : 'takeBack') : t('giveBack', { amount: money(total) })}
          disabled={plan === null || busy || isUnread}
        />
      </div>
      {/* Undoing the whole sale offers no exchange, because the customer keeps none of the goods. */}
      {!isWhole && (
        <ExchangeChoice
          worth={worth}
          isReady={tips.length === 0 && !busy}
          submits={isExchanging}
          onPress={() => void exchange()}
        />
      )}
    </form>
  )
}

/** The parts of the refund, and their sum. */
function GoesBack({ plan }: { readonly plan: ReturnPlan }) {
  const { t } = useTranslation('sales')
  const money = useMoney()
  return (
    <MoneyFacts
      facts={[
        ...plan.parts.map((part) => ({
          label: part.kind === 'cash' ? t('goesCash') : t('goesTo', { name: partName(part, t) }),
          value: money(partCents(part)),
        })),
        { label: t('goesBack'), value: money(returnCents(plan)), strong: true },
      ]}
    />
  )
}

interface ExchangeChoiceProps {
  /** Value of the goods in cents. */
  readonly worth: Cents
  readonly isReady: boolean
  /** Enter presses this button. */
  readonly submits: boolean
  readonly onPress: () => void
}

/** Exchanges the goods for others; one exchange at a time. */
function ExchangeChoice({ worth, isReady, submits, onPress }: ExchangeChoiceProps) {
  const { t } = useTranslation('sales')
  const money = useMoney()
  const another = useSnapshot(exchangeInTheWay)
  return (
    <>
      <ActionButton
        icon={<IconArrowsExchange size={26} aria-hidden />}
        label={t('exchange')}
        submits={submits}
        hint={worth === 0 ? t('exchangeHint') : t('exchangeWorth', { amount: money(worth) })}
        disabled={worth === 0 || !isReady || another !== null}
        {...(!submits && { onPress })}
      />
      {another !== null && (
        <>
          <p className={style.note}>{t('exchangeAnother', { number: another.number })}</p>
          <ActionButton
            label={t('openSale', { number: another.number })}
            onPress={() => void openSale(another.number)}
          />
        </>
      )}
    </>
  )
}
