import { IconArrowsExchange, IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { cashStepIn } from '../../src-shared/pos/bill/cash.ts'
import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { oneUnit } from '../../src-shared/pos/order/limits.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { partCents, returnCents } from '../../src-shared/pos/returns/return-sums.ts'
import {
  amountLineId,
  asStoreCredit,
  planReturn,
  type ReturnableLine,
  returnable,
  type Wanted,
} from '../../src-shared/pos/returns/returnable.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { exchangeInTheWay, worthOf } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { askMain } from '../bridge.ts'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { approvalTrouble, ManagerPinField } from '../components/manager-pin-field.tsx'
import { MoneyFacts } from '../components/money-facts.tsx'
import { ReasonField } from '../components/reason-field.tsx'
import { typedAmount } from '../i18n/typed-amount.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useNumbers } from '../i18n/use-numbers.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useRest } from '../keyboard/use-rest.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { partName } from './sale-words.ts'
import style from './sales.module.css'
import { leaveSales, openSale } from './sales-store.ts'
import { type StoreCredit, StoreCreditChoice } from './store-credit-choice.tsx'

interface ReturnFormProps {
  readonly sold: SoldSale
  readonly initial: Wanted
  /** Everything goes back: nothing is chosen. */
  readonly isWhole: boolean
  /** It has begun, or was left. */
  readonly onEnd: () => void
}

/** What comes back, what the customer gets for it and how, and the manager's PIN where one must approve it. */
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
  /** More went back of a card than this counter knows of. */
  const [warned, setWarned] = useState(false)
  // The second half of the press that was refused has read nothing.
  const isUnread = useRest(warned) && warned
  const [needsPin, setNeedsPin] = useState(false)
  /** What the PIN was asked for: Enter after it does that, and gives nothing back that was to be exchanged. */
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
  /** It had cost nothing. */
  const isFree = plan !== null && total === 0
  const worth = paid === null ? 0 : worthOf(paid.lines)
  const another = useSnapshot(exchangeInTheWay)
  /** Something else comes back: what was said of the cards was said of other goods. */
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
    // Nobody has looked at the PIN by then.
    if (begun.error.code === 'part_given_back') return setWarned(true)
    setPin('')
    if (begun.error.code === 'pin_needed' || begun.error.code === 'pin_wrong') setNeedsPin(true)
  }

  const refusedWords = (code: RefusalCode) => {
    if (code === 'not_now') return t('changed')
    // The sale is in front of whoever reads this: it is its payment that nobody finds.
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
      {!isWhole &&
        left.lines
          .filter(({ sold: all, returned }) => all > returned)
          .map((line) =>
            line.id === amountLineId ? (
              <AmountLine key={line.id} line={line} onChange={(cents) => change(line.id, cents)} />
            ) : (
              <LineStepper
                key={line.id}
                line={line}
                quantity={quantities.get(line.id) ?? 0}
                onChange={(quantity) => change(line.id, quantity)}
              />
            ),
          )}
      {!isWhole &&
        left.tenders
          .filter(({ tip, tipBack }) => tip > tipBack)
          .map(({ id, card, tip }) => (
            <label key={id} className={style.tip}>
              <input
                type="checkbox"
                checked={tips.includes(id)}
                onChange={(event) => {
                  setTips(event.currentTarget.checked ? [...tips, id] : tips.filter((one) => one !== id))
                  comesBack()
                }}
              />
              {t('tip', {
                amount: money(tip),
                card: cardName(card?.brand ?? '', card?.last_four ?? ''),
              })}
            </label>
          ))}
      <StoreCreditChoice credit={credit} onChange={setCredit} />
      {plan !== null && (
        <MoneyFacts
          facts={[
            ...plan.parts.map((part) => ({
              label: part.kind === 'cash' ? t('goesCash') : t('goesTo', { name: partName(part, t) }),
              value: money(partCents(part)),
            })),
            { label: t('goesBack'), value: money(total), strong: true },
          ]}
        />
      )}
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
      {/* What was undone is not taken in exchange: the customer has none of it any more. */}
      {!isWhole && (
        <>
          <ActionButton
            icon={<IconArrowsExchange size={26} aria-hidden />}
            label={t('exchange')}
            submits={isExchanging}
            hint={worth === 0 ? t('exchangeHint') : t('exchangeWorth', { amount: money(worth) })}
            disabled={worth === 0 || tips.length > 0 || busy || another !== null}
            {...(!isExchanging && { onPress: () => void exchange() })}
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
      )}
    </form>
  )
}

interface LineProps {
  readonly line: ReturnableLine
  readonly onChange: (quantity: number) => void
}

/** Of a bill whose amount was typed: any part of it. */
function AmountLine({ line, onChange }: LineProps) {
  const { t } = useTranslation('sales')
  const money = useMoney()
  const most = line.sold - line.returned
  const [text, setText] = useState('')
  const amount = text.trim() === '' ? 0 : typedAmount(text.trim())
  const isWrong = amount === null || amount > most
  return (
    <Field
      label={t('amount')}
      value={text}
      inputMode="decimal"
      maxLength={14}
      hint={t('amountHint', { amount: money(most) })}
      trouble={isWrong ? t('amountWrong', { amount: money(most) }) : null}
      onChange={(typed) => {
        setText(typed)
        const cents = typed.trim() === '' ? 0 : typedAmount(typed.trim())
        onChange(cents === null || cents > most ? 0 : cents)
      }}
    />
  )
}

/** How many come back. What is sold by weight comes back as a whole. */
function LineStepper({ line, quantity, onChange }: LineProps & { readonly quantity: number }) {
  const { t } = useTranslation('sales')
  const numbers = useNumbers()
  const most = line.sold - line.returned
  const step = most % oneUnit === 0 ? oneUnit : most
  const press = (by: number) => onChange(Math.min(most, Math.max(0, quantity + by)))
  return (
    <fieldset className={style.line}>
      <legend className={style.name}>{line.name}</legend>
      <span className={style.soft}>{t('sold', { count: most / oneUnit })}</span>
      <button
        type="button"
        className={style.step}
        aria-label={t('fewer', { name: line.name })}
        disabled={quantity === 0}
        onClick={() => press(-step)}
      >
        <IconMinus size={24} aria-hidden />
      </button>
      <output className={style.count}>{numbers.quantity(quantity / oneUnit)}</output>
      <button
        type="button"
        className={style.step}
        aria-label={t('more', { name: line.name })}
        disabled={quantity === most}
        onClick={() => press(step)}
      >
        <IconPlus size={24} aria-hidden />
      </button>
    </fieldset>
  )
}
