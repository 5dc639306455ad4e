import { IconAlertTriangle, IconCircleX, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import type { SaleIn, StopReason } from '../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { BigWords, Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { TakeOverButton } from '../shell/terminal-actions.tsx'
import { useHolder } from '../shell/use-holder.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { OtherwiseButton, useIsPartOfBill, useOtherwiseKeys } from './otherwise-button.tsx'

/** Unintended stops: their cause has to be fixed first. */
const troubles: readonly StopReason[] = [
  'terminal_in_use',
  'taken_over',
  'terminal_not_connected',
  'service_unreachable',
  'hold_ended',
  'not_saved',
  'refused',
]

export function StoppedScreen({ state }: { readonly state: SaleIn<'stopped'> }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { sale, reason, detail } = state
  const amount = money(state.returned ?? chargedOf(sale))
  const over = useTroubleOver(reason)
  const trouble = troubles.includes(reason) && over === null
  const holder = useHolder()
  const { title, text } = useStoppedWords(reason, over)
  const Icon = iconOf(reason)
  if (state.released === true) {
    return (
      <>
        <Stage
          tone="calm"
          title={t('stopped.released.title')}
          icon={<Icon size={72} stroke={1.5} aria-hidden />}
        >
          <BigWords>{t('stopped.released.money')}</BigWords>
          <Words>{t('stopped.released.detail', { amount })}</Words>
        </Stage>
        <StoppedActions state={state} />
      </>
    )
  }
  // Only the money: the title of the reason and its text would say the same again.
  if (reason === 'voided' && state.money === 'voided') {
    return (
      <>
        <Stage
          tone="calm"
          title={t('stopped.money.voided')}
          icon={<Icon size={72} stroke={1.5} aria-hidden />}
        >
          <BigWords>{t('stopped.moneyDetail.voided', { amount })}</BigWords>
        </Stage>
        <StoppedActions state={state} />
      </>
    )
  }
  return (
    <>
      <Stage
        tone={trouble ? 'wait' : 'calm'}
        title={title}
        icon={<Icon size={72} stroke={1.5} aria-hidden />}
      >
        <Words>{text}</Words>
        {holder !== null && <Words>{holder}</Words>}
        <BigWords>{t(`stopped.money.${state.money}`)}</BigWords>
        <Words>{t(`stopped.moneyDetail.${state.money}`, { amount })}</Words>
        {/* The service's own reason. A network error does not help at the counter; it is in the log. */}
        {reason === 'refused' && detail !== '' && <Words>{t('stopped.detail', { detail })}</Words>}
      </Stage>
      <StoppedActions state={state} />
    </>
  )
}

/** @param over the cause that has been fixed since */
function useStoppedWords(reason: StopReason, over: 'terminal' | 'service' | null) {
  const { t } = useTranslation()
  const terminal = useSnapshot((snapshot) => snapshot.terminal.kind)
  if (over !== null) return { title: t(`stopped.over.${over}.title`), text: t(`stopped.over.${over}.text`) }
  if (reason === 'terminal_not_connected' && terminal === 'not_owned') {
    return { title: t('terminal.notice.not_owned.title'), text: t('stopped.notOwned') }
  }
  return { title: t(`stopped.reason.${reason}.title`), text: t(`stopped.reason.${reason}.text`) }
}

/** Returns the cause that has been fixed since: it was seen away, and then back. */
function useTroubleOver(reason: StopReason): 'terminal' | 'service' | null {
  const terminal = useSnapshot((snapshot) => snapshot.terminal.kind)
  const service = useSnapshot((snapshot) => snapshot.service.kind)
  const about = aboutOf(reason)
  const well = about === 'terminal' ? terminal === 'connected' : service === 'ready'
  const [wasAway, setWasAway] = useState(!well)
  useEffect(() => {
    if (!well) setWasAway(true)
  }, [well])
  return about !== null && well && wasAway ? about : null
}

function aboutOf(reason: StopReason): 'terminal' | 'service' | null {
  switch (reason) {
    case 'terminal_in_use':
    case 'taken_over':
    case 'terminal_not_connected':
      return 'terminal'
    case 'service_unreachable':
      return 'service'
    default:
      return null
  }
}

const iconOf = (reason: StopReason) => {
  if (reason === 'refused' || reason === 'not_saved' || reason === 'hold_ended') return IconAlertTriangle
  return troubles.includes(reason) ? IconPlugConnectedX : IconCircleX
}

const chooseTerminal = () => openDialog('terminal')

/** After the cashier's own cancel the primary action is a new sale; after any other stop, it is a retry if possible. */
function StoppedActions({ state }: { readonly state: SaleIn<'stopped'> }) {
  const { t } = useTranslation()
  const retrying = useRunning('sale.retry')
  const leaving = useRunning('sale.finish')
  const waiving = useRunning('sale.waive_surcharge')
  const isPartOfBill = useIsPartOfBill()
  // The tab's hold may have been captured and given back since.
  const isUnpaid = state.money === 'not_moved' || state.reason === 'hold_ended'
  const leavesTab = state.sale.tab?.stage === 'closing' && !isPartOfBill && isUnpaid
  const retry = () => send('sale.retry', { entry: state.sale.entry })
  const newSale = () => send('sale.finish', undefined)
  const terminal = useSnapshot((snapshot) => snapshot.terminal.kind)
  const isAway = aboutOf(state.reason) === 'terminal' && (terminal === 'offline' || terminal === 'not_owned')
  const retryFirst = state.can_retry && state.reason !== 'cancelled_by_cashier'
  // The terminal belongs to another shop now, so every retry on it would fail.
  const choosesFirst = retryFirst && isAway && terminal === 'not_owned'
  const first = choosesFirst ? chooseTerminal : retryFirst ? retry : newSale
  const otherwise = useOtherwiseKeys()
  useKeys({ ...(state.released !== true && otherwise), enter: first, escape: newSale })
  const again = choosesFirst ? (
    <ActionButton
      kind="primary"
      label={t('terminal.choices.title')}
      keyHint="Enter"
      onPress={chooseTerminal}
    />
  ) : (
    <ActionButton
      kind={retryFirst ? 'primary' : 'plain'}
      label={t('stopped.tryAgain')}
      {...(retryFirst ? { keyHint: 'Enter' } : {})}
      disabled={retrying}
      onPress={retry}
    />
  )
  const next = (
    <ActionButton
      kind={retryFirst ? 'plain' : 'primary'}
      label={t(leavesTab ? 'stopped.keepTab' : isPartOfBill ? 'bill.backToBalance' : 'stopped.newSale')}
      keyHint={retryFirst ? 'Esc' : 'Enter'}
      disabled={leaving}
      onPress={newSale}
    />
  )
  return (
    <Dock sale={state.sale} unasked>
      {terminal === 'in_use' && <TakeOverButton />}
      {isAway && !choosesFirst && (
        <ActionButton label={t('terminal.choices.title')} onPress={chooseTerminal} />
      )}
      {state.released !== true && <OtherwiseButton />}
      {state.reason === 'surcharge_declined' && (
        <ActionButton
          label={t('stopped.waiveSurcharge')}
          disabled={waiving}
          onPress={() => send('sale.waive_surcharge', undefined)}
        />
      )}
      {retryFirst ? next : state.can_retry && again}
      {retryFirst ? again : next}
    </Dock>
  )
}
