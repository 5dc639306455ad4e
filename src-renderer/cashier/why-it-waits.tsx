import { IconPlugConnected } from '@tabler/icons-react'
import type { Cents } from '../../src-shared/money.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { type WaitsFor, waitsFor, waitsForWords } from '../stores/charge.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './ready-screen.module.css'

export const whyItWaitsId = 'why-charge-rests'

export const useWaitsFor = (amount: Cents): WaitsFor | null =>
  useSnapshot((snapshot) => waitsFor(snapshot, amount))

/** Where the service is up, or comes up later than usual, "waiting for it" would be wrong, or not all of it. */
function serviceWords({ service }: Pick<Snapshot, 'service'>) {
  if (service.kind === 'starting' && service.updating === true) return 'service.updating.title'
  if (service.kind === 'books_unopened') return 'service.booksUnopened.title'
  return service.kind === 'other_currency' ? 'ready.otherCurrency' : null
}

/** Why Charge is disabled. A terminal's reason opens the dialog about the terminal. */
export function WhyItWaits({ waitsFor: missing }: { readonly waitsFor: WaitsFor }) {
  const { t } = useTranslation()
  const own = useSnapshot(serviceWords)
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
