import { IconPlugConnected } from '@tabler/icons-react'
import type { Cents } from '../../src-shared/money.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { type WaitsFor, waitsFor, waitsForWords } from '../stores/charge.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './ready-screen.module.css'

export const whyItWaitsId = 'why-charge-rests'

export const useWaitsFor = (amount: Cents): WaitsFor | null =>
  useSnapshot((snapshot) => waitsFor(snapshot, amount))

/** Why Charge is disabled. A terminal's reason opens the dialog about the terminal. */
export function WhyItWaits({ waitsFor: missing }: { readonly waitsFor: WaitsFor }) {
  const { t } = useTranslation()
  const updating = useSnapshot(({ service }) => service.kind === 'starting' && service.updating === true)
  const unopened = useSnapshot(({ service }) => service.kind === 'books_unopened')
  const own = updating ? 'service.updating.title' : unopened ? 'service.booksUnopened.title' : null
  const words = t((missing === 'waitService' ? own : null) ?? waitsForWords[missing])
  return (
    <div id={whyItWaitsId} className={style.reason}>
      {missing === 'waitTerminal' || missing === 'otherTerminal' ? (
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
