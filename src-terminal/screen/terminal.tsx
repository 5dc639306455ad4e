import { useState, useSyncExternalStore } from 'react'
import { type TestCard, testCards } from '../cards.ts'
import { describeScreen } from '../describe-screen.ts'
import { CardTray } from './parts/card-tray.tsx'
import { DeviceBody } from './parts/device-body.tsx'
import { PaperRoll } from './parts/paper-roll.tsx'
import type { TerminalStore } from './terminal-store.ts'
import { useKeyboard } from './use-keyboard.ts'
import { usePad } from './use-pad.ts'

const firstCard = testCards[0] as TestCard

export function Terminal({ store }: { readonly store: TerminalStore }) {
  const view = useSyncExternalStore(store.subscribe, store.view)
  const [card, setCard] = useState<TestCard>(firstCard)
  const { pad, act } = usePad(view.screen, store.act)
  useKeyboard(act)
  return (
    <main className="stage" data-screen={view.screen.kind}>
      <h1 className="unseen">Virtual terminal {view.hsn}</h1>
      <p className="unseen" role="status">
        {describeScreen(view.screen).lines.join(' ')}
      </p>
      <div className="unit">
        <PaperRoll view={view} store={store} />
        <DeviceBody view={view} pad={pad} act={act} card={card} />
      </div>
      <CardTray view={view} act={act} chosen={card} onChoose={setCard} />
    </main>
  )
}
