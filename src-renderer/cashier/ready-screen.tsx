import {
  IconArrowsSplit2,
  IconCash,
  IconCashRegister,
  IconKeyboard,
  IconLink,
  IconPlugConnected,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PaymentEntry } from '../../src-shared/pos/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { Keypad } from '../components/keypad.tsx'
import { QuietButton } from '../components/quiet-button.tsx'
import { Spoken } from '../components/spoken.tsx'
import { Dock } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { type KeyMap, useKeys } from '../keyboard/use-keys.ts'
import { openCash } from '../stores/cash-store.ts'
import { requestCharge } from '../stores/charge.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { pressAmountKey, useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { digitKeys } from './amount-entry.ts'
import billStyle from './bill-screens.module.css'
import { NoteField, openNote } from './note-field.tsx'
import { ReadyNotice } from './ready-notice.tsx'
import style from './ready-screen.module.css'

const reasonId = 'why-charge-rests'

const digits: KeyMap = {
  ...Object.fromEntries(digitKeys.map((digit) => [digit, () => pressAmountKey(digit)])),
  backspace: () => pressAmountKey('backspace'),
  delete: () => pressAmountKey('clear'),
  escape: () => pressAmountKey('clear'),
  f3: openNote,
}

export function ReadyScreen() {
  const { t } = useTranslation()
  const money = useMoney()
  const amount = useEntryStore((entry) => entry.amount)
  const charging = useRunning('sale.charge')
  const waitsFor = useWaitsFor()
  const canSendLink = useSnapshot(({ service }) => service.kind === 'ready') && amount > 0
  const cash = useSnapshot(({ settings }) => settings.cash)
  // Cash needs no service; before the first start of it, it is not known whose counter this is.
  const isUp = useSnapshot(({ service }) => service.kind !== 'starting')
  const canPayCash = cash && isUp && amount > 0
  const split = () => {
    const { note } = useEntryStore.getState()
    send('bill.open', { amount, note })
  }
  const canCharge = waitsFor === null && !charging
  const charge = (entry: PaymentEntry) => {
    if (canCharge) requestCharge(entry)
  }
  useKeys({
    ...digits,
    enter: () => charge('card'),
    f2: () => charge('manual'),
    f8: canPayCash ? openCash : undefined,
    f10: cash && isUp ? () => openDialog('drawer') : undefined,
    f9: canPayCash ? split : undefined,
    f5: canSendLink ? () => openDialog('send_link') : undefined,
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
                onPress={() => openDialog('send_link')}
              />
            )}
            {cash && isUp && amount === 0 && (
              <QuietButton
                icon={<IconCashRegister size={22} aria-hidden />}
                label={t('drawer.title')}
                onPress={() => openDialog('drawer')}
              />
            )}
            {canPayCash && (
              <QuietButton
                icon={<IconArrowsSplit2 size={22} aria-hidden />}
                label={t('bill.split')}
                onPress={split}
              />
            )}
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
        <ActionButton
          kind="primary"
          label={t('ready.charge', { amount: money(amount) })}
          keyHint="Enter"
          disabled={!canCharge}
          describedBy={waitsFor === null ? undefined : reasonId}
          onPress={() => charge('card')}
        />
        <div className={cash ? billStyle.pair : undefined}>
          {waitsFor === null ? (
            <ActionButton
              kind="quiet"
              icon={<IconKeyboard size={26} aria-hidden />}
              label={t('ready.byHand')}
              {...(cash ? {} : { keyHint: 'F2' })}
              disabled={!canCharge}
              onPress={() => charge('manual')}
            />
          ) : (
            <WhyItWaits waitsFor={waitsFor} />
          )}
          {cash && (
            <ActionButton
              icon={<IconCash size={26} aria-hidden />}
              label={t('cash.pay')}
              disabled={!canPayCash}
              onPress={openCash}
            />
          )}
        </div>
      </Dock>
    </>
  )
}

/** Why Charge rests; the terminal's reason leads to what can be done about it. */
function WhyItWaits({ waitsFor }: { readonly waitsFor: WaitsFor }) {
  const { t } = useTranslation()
  const words = t(`ready.${waitsFor}`)
  return (
    <div id={reasonId} className={style.reason}>
      {waitsFor === 'waitTerminal' ? (
        <ActionButton
          kind="quiet"
          icon={<IconPlugConnected size={26} aria-hidden />}
          label={words}
          onPress={() => openDialog('terminal')}
        />
      ) : (
        <p>{words}</p>
      )}
    </div>
  )
}

type WaitsFor = 'waitService' | 'waitTerminal' | 'waitAmount'

/** What is missing before a charge can be asked for; main checks it again. */
function useWaitsFor(): WaitsFor | null {
  const service = useSnapshot((snapshot) => snapshot.service.kind)
  const terminal = useSnapshot((snapshot) => snapshot.terminal.kind)
  const amount = useEntryStore((entry) => entry.amount)
  if (service !== 'ready') return 'waitService'
  if (terminal !== 'connected') return 'waitTerminal'
  return amount === 0 ? 'waitAmount' : null
}
