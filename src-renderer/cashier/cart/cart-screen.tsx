import { IconLink, IconPlus } from '@tabler/icons-react'
import i18next from 'i18next'
import { useEffect } from 'react'
import { hasGiftCard } from '../../../src-shared/pos/order/has-gift-card.ts'
import { followCatalogue } from '../../catalogue/catalogue-store.ts'
import { ItemGrid } from '../../catalogue/item-grid.tsx'
import { Amount } from '../../components/amount.tsx'
import { Keypad } from '../../components/keypad.tsx'
import { QuietButton } from '../../components/quiet-button.tsx'
import { Spoken } from '../../components/spoken.tsx'
import { CustomerButton } from '../../customers/customer-button.tsx'
import { GiftCardButton } from '../../gift-cards/gift-card-button.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type KeyMap, useKeys } from '../../keyboard/use-keys.ts'
import { pressAmountKey, useEntryStore } from '../../stores/entry-store.ts'
import { sendLink, sendLinkOfOrder } from '../../stores/link-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { TabButton } from '../../tabs/tab-button.tsx'
import { digitKeys } from '../amount-entry.ts'
import { useExchange } from '../exchange-button.tsx'
import { NoteField, openNote } from '../note-field.tsx'
import { DrawerButton, PayButtons, SalesButton, SplitButton } from '../pay-buttons.tsx'
import { ReadyNotice } from '../ready-notice.tsx'
import { CartFoot, CartLines, CartTotal } from './cart-list.tsx'
import style from './cart-screen.module.css'
import { requestOrder, useDraft, useIsRungUp } from './cart-store.ts'
import { useKeptNote } from './use-kept-note.ts'

const digits: KeyMap = {
  ...Object.fromEntries(digitKeys.map((digit) => [digit, () => pressAmountKey(digit)])),
  backspace: () => pressAmountKey('backspace'),
  delete: () => pressAmountKey('clear'),
  escape: () => pressAmountKey('clear'),
  f3: openNote,
}

/**
 * The counter of a shop with items, which stand beside the keypad. An amount typed while an order has lines becomes a
 * line of its own; with no lines, it is charged directly. A tap on an item redraws only the order.
 */
export function CartScreen() {
  const { t } = useTranslation()
  useEffect(followCatalogue, [])
  useKeptNote()
  return (
    <div className={style.screen}>
      <h1 className={style.heading}>
        <Spoken>{t('ready.state')}</Spoken>
      </h1>
      <div className={style.choose}>
        <div className={style.goods}>
          <ItemGrid />
        </div>
        <Typing />
      </div>
      <OrderToCharge />
    </div>
  )
}

/** Turns the typed amount into a line of the order. */
function addTyped(): void {
  const { amount } = useEntryStore.getState()
  if (amount === 0) return
  void requestOrder({
    kind: 'add_amount',
    unit_amount: amount,
    name: i18next.t('customAmount', { ns: 'sell' }),
  })
  useEntryStore.setState({ amount: 0 })
}

function Typing() {
  const { t } = useTranslation()
  const { t: sell } = useTranslation('sell')
  const money = useMoney()
  const typed = useEntryStore((entry) => entry.amount)
  const rungUp = useIsRungUp()
  return (
    <section className={style.typing} aria-label={t('ready.amount')}>
      <Offers />
      <Amount text={money(typed)} size="large" faint={typed === 0} live />
      <Keypad onPress={pressAmountKey} />
      <div className={typed > 0 && !rungUp ? undefined : style.kept}>
        <QuietButton icon={<IconPlus size={22} aria-hidden />} label={sell('addTyped')} onPress={addTyped} />
      </div>
    </section>
  )
}

/** The amount due: the order's total if it has lines, else the typed amount. */
function useDue() {
  const typed = useEntryStore((entry) => entry.amount)
  const { draft, totals } = useDraft()
  const rungUp = draft.lines.length > 0
  const due = rungUp ? totals.total : typed
  const order = rungUp ? { id: draft.id, total: totals.total } : null
  return { typed, rungUp, due, order, draft, isAdding: rungUp && typed > 0 }
}

/** The other actions of the sale, above the keypad: below the order they would leave no room for its lines. */
function Offers() {
  const { t } = useTranslation()
  const { typed, rungUp, due, order, draft, isAdding } = useDue()
  const isExchange = useExchange() !== null
  const hasOtherWays = !isAdding && !isExchange
  const askForLink = () =>
    order !== null && hasGiftCard(draft) ? void sendLinkOfOrder(order) : sendLink(order)
  const canSendLink = useSnapshot(({ service }) => service.kind === 'ready') && hasOtherWays && due > 0
  useKeys({ f5: canSendLink ? askForLink : undefined })
  return (
    <div className={style.offers}>
      <NoteField />
      {!rungUp && typed === 0 && <DrawerButton />}
      {!rungUp && typed === 0 && <SalesButton />}
      {!isAdding && <CustomerButton order={order} />}
      {hasOtherWays && <GiftCardButton order={order} />}
      {hasOtherWays && <SplitButton amount={due} order={order} />}
      {hasOtherWays && <TabButton amount={due} order={order} />}
      {canSendLink && (
        <QuietButton
          icon={<IconLink size={22} aria-hidden />}
          label={t('ready.sendLink')}
          onPress={askForLink}
        />
      )}
    </div>
  )
}

/** The lines of the order and the ways to pay it. */
function OrderToCharge() {
  const { t: sell } = useTranslation('sell')
  const money = useMoney()
  const { typed, rungUp, due, order, draft, isAdding } = useDue()
  const hasDiscount = draft.discounts.length > 0
  useKeys({ ...digits, '+': addTyped })
  return (
    <section className={style.order} aria-label={sell('order')}>
      <div className={style.cart}>
        <div className={style.lines}>
          <CartLines />
          {!rungUp && (
            <div className={style.notice}>
              <ReadyNotice untouched={typed === 0} />
            </div>
          )}
        </div>
        <div className={style.foot}>
          <CartFoot />
        </div>
        {(rungUp || hasDiscount) && (
          <div className={style.total}>
            <CartTotal />
          </div>
        )}
      </div>
      <div className={style.actions}>
        <PayButtons
          amount={due}
          order={order}
          first={
            isAdding ? { label: sell('addAmount', { amount: money(typed) }), onPress: addTyped } : undefined
          }
        />
      </div>
    </section>
  )
}
