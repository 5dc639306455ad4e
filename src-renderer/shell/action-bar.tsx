import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { isAtRest, useSnapshot } from '../stores/snapshot-store.ts'
import style from './action-bar.module.css'

/**
 * Actions on past payments with an unknown outcome. Shown above every screen except during a sale, so that they are not
 * repeated.
 */
export function ActionBar() {
  const open = useSnapshot(({ manager }) => manager.actions)
  const atRest = useSnapshot(isAtRest)
  const unknown = open.filter(({ state }) => state === 'checking' || state === 'unresolved')
  if (!atRest || unknown.length === 0) return null
  return (
    <div className={style.bar} role="status">
      {unknown.map((action) => (
        <Line key={action.id} action={action} />
      ))}
    </div>
  )
}

function Line({ action }: { readonly action: ManagerAction }) {
  const { t } = useTranslation()
  const money = useMoney()
  const checking = action.state === 'checking'
  const Icon = checking ? IconHourglass : IconAlertTriangle
  const state = checking ? 'checking' : 'unresolved'
  // Cancelling an unpaid sale shows no amount.
  const kind = action.kind === 'cancel' && action.amount === 0 ? 'cancel_unpaid' : action.kind
  return (
    <p className={style.line}>
      <Icon size={26} aria-hidden />
      <span>
        <strong>{t(`staff.${state}.${kind}`, { amount: money(action.amount) })}</strong>{' '}
        <span className={style.more}>{t(`staff.${state}.text`)}</span>
      </span>
    </p>
  )
}
