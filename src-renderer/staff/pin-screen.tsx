import { useEffect, useEffectEvent, useState } from 'react'
import type { StaffRole } from '../../src-shared/pos/staff/staff.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import {
  confirmPin,
  type PinAsk,
  type PinStep,
  type PinTrouble,
  pinTroubleOf,
  pressPin,
  refusedPin,
  scannedPin,
  startPin,
} from './pin-entry.ts'
import { PinStage, useRoleLock } from './pin-stage.tsx'

interface PinScreenProps {
  readonly role: StaffRole
  /** Opens the role, changes its PIN, or confirms an important action. */
  readonly purpose: 'open' | 'change' | 'confirm'
  /** What is confirmed; replaces the role's own title and text. */
  readonly title?: string
  readonly words?: string
  /** Handles a complete PIN that does not open the role. @returns why it was refused; null if it was accepted. */
  readonly send?: (ask: PinAsk) => Promise<PinTrouble | null>
  readonly onLeave: () => void
  /** Opens the form for a forgotten PIN; missing if there is none. */
  readonly onForgotten?: () => void
  /** The PIN was accepted. */
  readonly onDone: () => void
}

/** Guards a role's page. The first person to open it chooses the PIN. */
export function PinScreen(props: PinScreenProps) {
  const { role, purpose, onLeave, onForgotten, onDone } = props
  const { t } = useTranslation('staff')
  const chosen = useSnapshot(({ staff }) => staff.pins[role])
  const voucher = useSnapshot(({ staff }) => staff.vouches[role])
  const lock = useRoleLock(voucher ?? role)
  const unchosen: PinStep = voucher === null ? 'choose' : 'current'
  // A confirmation always has a PIN, even if it is a person's own: the role has none if people are set up.
  const isEntered = chosen || purpose === 'confirm'
  const first: PinStep = isEntered ? (purpose === 'change' ? 'current' : 'enter') : unchosen
  const [entry, setEntry] = useState(() => startPin(first))
  const [asking, setAsking] = useState(false)
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  // Digits do not wait with the page while the counter is locked.
  const clear = useEffectEvent(() => setEntry(startPin(first)))
  useEffect(() => () => clear(), [])

  const confirm = async () => {
    const next = confirmPin(entry)
    setEntry(next.entry)
    if (next.ask === null) return
    setAsking(true)
    const trouble = await (props.send?.(next.ask) ?? askStaff(role, next.ask, setTriesLeft))
    setAsking(false)
    if (trouble === null) onDone()
    else setEntry((before) => refusedPin(before, trouble))
  }
  const page = t(`page.${role}`)
  const isVouching = voucher !== null && entry.step === 'current'
  const words =
    entry.step === 'enter'
      ? (props.words ?? t(`pin.words.${role}`))
      : t(`pin.words.${isVouching ? 'vouch' : entry.step}`, { page })
  const title = isVouching
    ? t(`pin.title.${voucher}`)
    : (props.title ?? t(`pin.title.${entry.step === 'enter' ? role : entry.step}`))
  return (
    <PinStage
      {...{ title, words, entry, triesLeft, asking, lock, onLeave }}
      confirmLabel={t(purpose === 'confirm' ? 'pin.confirm' : confirmLabels[entry.step])}
      onPress={(key) => setEntry((before) => pressPin(before, key))}
      onConfirm={() => void confirm()}
      onScan={() => setEntry(scannedPin)}
    >
      {onForgotten !== undefined && (chosen || voucher !== null) && (
        <ActionButton kind="quiet" label={t('people.forgotten')} onPress={onForgotten} />
      )}
    </PinStage>
  )
}

const confirmLabels = {
  enter: 'pin.open',
  repeat: 'pin.keep',
  choose: 'pin.next',
  current: 'pin.next',
} as const satisfies Readonly<Record<PinStep, string>>

async function askStaff(
  role: StaffRole,
  ask: PinAsk,
  onTriesLeft: (tries: number | null) => void,
): Promise<PinTrouble | null> {
  const result =
    ask.kind === 'enter'
      ? await askMain('staff.enter', { role, pin: ask.pin })
      : await askMain('staff.choose_pin', { role, current: ask.current, pin: ask.pin })
  if (result.ok) return null
  const { code } = result.error
  onTriesLeft(result.error.tries_left ?? null)
  return pinTroubleOf(code)
}
