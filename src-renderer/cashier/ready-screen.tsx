import { IconLink, IconX } from '@tabler/icons-react'
import { Amount } from '../components/amount.tsx'
import { Keypad } from '../components/keypad.tsx'
import { late } from '../components/late.tsx'
import { QuietButton } from '../components/quiet-button.tsx'
import { Spoken } from '../components/spoken.tsx'
import { Dock } from '../components/stage.tsx'
import { CustomerButton } from '../customers/customer-button.tsx'
import { GiftCardButton } from '../gift-cards/gift-card-button.tsx'
import { speakSelling } from '../i18n/i18n.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { type KeyMap, useKeys } from '../keyboard/use-keys.ts'
import { pressAmountKey, useEntryStore } from '../stores/entry-store.ts'
import { sendLink } from '../stores/link-store.ts'
import { sellsItems } from '../stores/sells-items.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { TabButton } from '../tabs/tab-button.tsx'
import { digitKeys } from './amount-entry.ts'
import { useExchange } from './exchange-button.tsx'
import { NoteField, openNote } from './note-field.tsx'
import { DrawerButton, PayButtons, SalesButton, SplitButton } from './pay-buttons.tsx'
import { ReadyNotice } from './ready-notice.tsx'
import style from './ready-screen.module.css'

const digits: KeyMap = {
  ...Object.fromEntries(digitKeys.map((digit) => [digit, () => pressAmountKey(digit)])),
  backspace: () => pressAmountKey('backspace'),
  delete: () => pressAmountKey('clear'),
  escape: () => pressAmountKey('clear'),
  f3: openNote,
}

/** Loaded late: a shop without items never loads it. */
const CartScreen = late(async () => {
  const [{ CartScreen: screen }] = await Promise.all([import('./cart/cart-screen.tsx'), speakSelling()])
  return { default: screen }
})

/** No sale is under way: the cashier types an amount or, if there are items, adds items to an order. */
export function ReadyScreen() {
  const sells = useSnapshot(sellsItems)
  // The keypad is shown until the cart screen is loaded and is not redrawn for it: an amount can be typed and charged.
  const Cart = CartScreen.useLoaded(sells)
  return sells && Cart !== null ? <Cart /> : <KeypadScreen />
}

function KeypadScreen() {
  const { t } = useTranslation()
  const money = useMoney()
  const amount = useEntryStore((entry) => entry.amount)
  const isExchange = useExchange() !== null
  const canSendLink = useSnapshot(({ service }) => service.kind === 'ready') && amount > 0 && !isExchange
  useKeys({
    ...digits,
    f5: canSendLink ? () => sendLink(null) : undefined,
  })
  return (
    <>
      <section className={style.stage}>
        <h1>
          <Spoken>{t('ready.state')}</Spoken>
        </h1>
        <div className={style.entry}>
          <p className={style.label}>{t('ready.amount')}</p>
          <Amount text={money(amount)} faint={amount === 0} live />
          <div className={style.offers}>
            <NoteField />
            {canSendLink && (
              <QuietButton
                icon={<IconLink size={22} aria-hidden />}
                label={t('ready.sendLink')}
                onPress={() => sendLink(null)}
              />
            )}
            {amount === 0 && <DrawerButton />}
            {amount === 0 && <SalesButton />}
            <CustomerButton order={null} />
            {!isExchange && <GiftCardButton order={null} />}
            {!isExchange && <SplitButton amount={amount} order={null} />}
            {!isExchange && <TabButton amount={amount} order={null} />}
            {amount > 0 && (
              <QuietButton
                icon={<IconX size={22} aria-hidden />}
                label={t('ready.clear')}
                onPress={() => pressAmountKey('clear')}
              />
            )}
          </div>
        </div>
        <div className={style.notice}>
          <ReadyNotice untouched={amount === 0} />
        </div>
      </section>
      <Dock>
        <Keypad onPress={pressAmountKey} />
        <PayButtons amount={amount} order={null} />
      </Dock>
    </>
  )
}
