import { IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '../../src-shared/money.ts'
import { ActionButton } from '../components/action-button.tsx'
import { openDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './ready-screen.module.css'

export const whyItWaitsId = 'why-charge-rests'

export type WaitsFor = 'waitService' | 'waitTerminal' | 'waitAmount'

/** What is missing before a charge of `amount` cents can be asked for; main checks it again. */
export function useWaitsFor(amount: Cents): WaitsFor | null {
  const service = useSnapshot((snapshot) => snapshot.service.kind)
  const terminal = useSnapshot((snapshot) => snapshot.terminal.kind)
  if (service !== 'ready') return 'waitService'
  if (terminal !== 'connected') return 'waitTerminal'
  return amount === 0 ? 'waitAmount' : null
}

/** Why Charge rests; the terminal's reason leads to what can be done about it. */
export function WhyItWaits({ waitsFor }: { readonly waitsFor: WaitsFor }) {
  const { t } = useTranslation()
  const updating = useSnapshot(({ service }) => service.kind === 'starting' && service.updating === true)
  const words = t(waitsFor === 'waitService' && updating ? 'service.updating.title' : `ready.${waitsFor}`)
  return (
    <div id={whyItWaitsId} className={style.reason}>
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
