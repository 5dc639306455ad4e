import { useState, useSyncExternalStore } from 'react'
import { type CardWear, type TestCard, testCards, withWear } from '../cards/test-cards.ts'
import { describeScreen } from '../device/describe-screen.ts'
import { CardTray } from './parts/card-tray.tsx'
import { DeviceBody } from './parts/device-body.tsx'
import { PaperRoll } from './parts/paper-roll.tsx'
import { withSampleSignature } from './sample-signature.ts'
import type { TerminalStore } from './terminal-store.ts'
import { useKeyboard } from './use-keyboard.ts'

const firstCard = testCards[0] as TestCard

export function Terminal({ store }: { readonly store: TerminalStore }) {
  const view = useSyncExternalStore(store.subscribe, store.view)
  const [card, setCard] = useState<TestCard>(firstCard)
  const act = withSampleSignature(view.screen, store.act)
  useKeyboard(act)
  const choose = (next: TestCard) => {
    if (next.number !== card.number) setCard(next)
  }
  const wear = (next: CardWear) => setCard(withWear(card, next))
  return (
    <main className="stage" data-screen={view.screen.kind}>
      <h1 className="unseen">Virtual terminal {view.hsn}</h1>
      <p className="unseen" role="status">
        {describeScreen(view.screen, view.words).lines.join(' ')}
      </p>
      <div className="unit">
        <PaperRoll view={view} store={store} />
        <DeviceBody view={view} ownTime={store.ownTime} act={act} card={card} />
      </div>
      <CardTray view={view} act={act} chosen={card} onChoose={choose} onWear={wear} />
    </main>
  )
}
