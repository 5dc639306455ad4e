import { useState } from 'react'
import { balanceOf } from '../../src-shared/pos/bill/balance.ts'
import type { FoundGiftCard } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { requestOrder } from '../cashier/cart/cart-store.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog, DialogText } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { MoneyFacts } from '../components/money-facts.tsx'
import { Notice } from '../components/notice.tsx'
import { amountToType, typedAmount } from '../i18n/typed-amount.ts'
import { useMoney, useMoneyIn } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { payable } from '../stores/charge.ts'
import { run } from '../stores/command-store.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { clearEntry, useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { BlockCard } from './block-card.tsx'
import { CardHistory } from './card-history.tsx'
import { CodeField } from './code-field.tsx'
import { FindCards } from './find-cards.tsx'
import style from './gift-cards.module.css'

/** A scanned or typed card: its balance and its actions. Without a card, sells a new one. */
export function GiftCardDialog() {
  const { t } = useTranslation('giftCards')
  const [card, setCard] = useState<FoundGiftCard | null>(null)
  // Only a person with the whole code may spend the balance.
  const [hasCode, setHasCode] = useState(true)
  const [lastFour, setLastFour] = useState<string | null>(null)
  const isOpen = useSnapshot(({ bill }) => bill !== null)
  return (
    <Dialog title={card === null ? t('title') : t('named', { last_four: card.last_four })}>
      {card === null ? (
        <>
          <CodeField label={t('code')} hint={t('codeOrLast')} onFound={setCard} onLastFour={setLastFour} />
          {lastFour !== null && (
            <FindCards
              lastFour={lastFour}
              onChosen={(chosen) => {
                setHasCode(false)
                setCard(chosen)
              }}
            />
          )}
          {!isOpen && lastFour === null && <SellCard />}
        </>
      ) : (
        <>
          {hasCode || card.status === 'blocked' ? <FoundCard card={card} /> : <LookedAt card={card} />}
          <CardHistory card={card} />
          <BlockCard card={card} onChanged={(status) => setCard({ ...card, status })} />
        </>
      )}
    </Dialog>
  )
}

/** Without its code the card cannot pay. */
function LookedAt({ card: { balance, currency } }: { readonly card: FoundGiftCard }) {
  const { t } = useTranslation('giftCards')
  const money = useMoneyIn(currency)
  return (
    <>
      <MoneyFacts facts={[{ label: t('onCard'), value: money(balance), strong: true }]} />
      <DialogText>{t('noCode')}</DialogText>
    </>
  )
}

function FoundCard({ card }: { readonly card: FoundGiftCard }) {
  const { t } = useTranslation('giftCards')
  const money = useMoney()
  const bill = useSnapshot((snapshot) => snapshot.bill)
  const currency = useSnapshot((snapshot) => snapshot.currency)
  const { note, part } = useEntryStore()
  const [busy, setBusy] = useState(false)
  const toPay = payable()
  const due = bill === null ? toPay.amount : balanceOf(bill)
  const wanted = bill === null || part === 0 ? due : Math.min(part, due)
  const amount = Math.min(wanted, card.balance)
  const isUsable = card.status === 'active' && card.currency === currency
  const pay = async () => {
    if (busy || amount === 0) return
    setBusy(true)
    const { order_id } = toPay
    const order = bill === null && order_id !== undefined ? { order_id } : {}
    const { card_id } = card
    const asked = { card_id, amount, balance: due, note: bill?.note ?? note.trim(), ...order }
    const refusal = await run('gift_cards.pay', asked)
    setBusy(false)
    if (refusal === null) closeDialog()
  }
  if (card.status === 'blocked') return <Notice tone="bad" title={t('blocked')} text={t('blockedText')} />
  if (!isUsable) return <Notice tone="wait" title={t('otherCurrency', { currency: card.currency })} />
  return (
    <>
      <MoneyFacts
        facts={[
          { label: t('onCard'), value: money(card.balance), strong: true },
          ...(due === 0 ? [] : [{ label: t('due'), value: money(due) }]),
          ...(due === 0 || card.balance === 0
            ? []
            : [{ label: t('leftOnCard'), value: money(card.balance - amount) }]),
        ]}
      />
      {card.balance === 0 && <DialogText>{t('empty')}</DialogText>}
      {amount > 0 && amount < due && <DialogText>{t('rest', { amount: money(due - amount) })}</DialogText>}
      {amount > 0 && (
        <ActionButton
          kind="primary"
          label={t('pay', { amount: money(amount) })}
          disabled={busy}
          onPress={() => void pay()}
        />
      )}
      {bill === null && <LoadCard card={card} />}
    </>
  )
}

/** Adds a line to the order; the card is loaded when the sale is paid. */
async function ringUp(cents: number, name: string, gift_card: { card_id: string | null; last_four: string }) {
  await requestOrder({ kind: 'add_gift_card', unit_amount: cents, name, gift_card })
  clearEntry()
  closeDialog()
}

function SellCard() {
  const { t } = useTranslation('giftCards')
  const { amount, order } = useEntryStore()
  return (
    <AmountForm
      heading={t('sellTitle')}
      initial={order === null && amount > 0 ? amountToType(amount) : ''}
      action={(value) => t('sell', { amount: value })}
      empty={t('sellEmpty')}
      onAmount={(cents) => void ringUp(cents, t('lineName'), { card_id: null, last_four: '' })}
    />
  )
}

function LoadCard({ card: { card_id, last_four } }: { readonly card: FoundGiftCard }) {
  const { t } = useTranslation('giftCards')
  return (
    <AmountForm
      heading={t('loadTitle')}
      initial=""
      action={(value) => t('load', { amount: value })}
      empty={t('loadEmpty')}
      onAmount={(cents) => void ringUp(cents, t('lineLoaded', { last_four }), { card_id, last_four })}
    />
  )
}

interface AmountFormProps {
  readonly heading: string
  readonly initial: string
  readonly action: (amount: string) => string
  /** Label of the button while no amount is typed. */
  readonly empty: string
  readonly onAmount: (cents: number) => void
}

function AmountForm({ heading, initial, action, empty, onAmount }: AmountFormProps) {
  const { t } = useTranslation('giftCards')
  const money = useMoney()
  const [typed, setTyped] = useState(initial)
  const amount = typed.trim() === '' ? 0 : typedAmount(typed)
  const isReady = amount !== null && amount > 0
  const done = () => {
    if (isReady) onAmount(amount)
  }
  return (
    <section className={style.form}>
      <h3 className={style.heading}>{heading}</h3>
      <Field
        label={t('amount')}
        value={typed}
        inputMode="decimal"
        maxLength={14}
        trouble={amount === null ? t('amountWrong') : null}
        onChange={setTyped}
        onEnter={done}
      />
      <ActionButton label={isReady ? action(money(amount)) : empty} disabled={!isReady} onPress={done} />
    </section>
  )
}
