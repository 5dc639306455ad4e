import type { TestCard } from '../../cards/test-cards.ts'
import type { Action } from '../../device/actions.ts'
import type { Screen } from '../../device/screen-state.ts'
import type { TerminalView } from '../terminal-store.ts'
import { ScreenView } from '../views/screen-view.tsx'
import { DeviceMenu } from './device-menu.tsx'
import { ContactlessIcon } from './icons.tsx'
import { Keypad } from './keypad.tsx'
import { PlasticCard } from './plastic-card.tsx'
import { useDropZone } from './use-drop-zone.ts'

interface DeviceBodyProps {
  readonly view: TerminalView
  readonly ownTime: () => number
  readonly act: (action: Action) => void
  /** The card that a drop inserts, taps or swipes. */
  readonly card: TestCard
}

/** The device: lights and contactless mark, screen, keypad, stripe reader at the side, slot at the bottom. */
export function DeviceBody({ view, ownTime, act, card }: DeviceBodyProps) {
  const tap = useDropZone(() => act({ kind: 'tap_card', card }))
  const swipe = useDropZone(() => act({ kind: 'swipe_card', card }))
  const insert = useDropZone(() => act({ kind: 'insert_card', card }))
  const { screen, slot } = view
  const waits = screen.kind === 'waiting_for_card' && slot === null ? screen : null
  return (
    <div className="device-and-slot">
      <div className="device">
        <div className={`tap-zone ${tap.className}`} {...tap.handlers}>
          <div className="device-head">
            <span className="device-name">Countertop</span>
            <Lights screen={screen} />
            <ContactlessIcon className={waits?.tap ? 'contactless wanted' : 'contactless'} />
          </div>
          <div className="glass">
            <ScreenView view={view} ownTime={ownTime} act={act} />
          </div>
        </div>
        <Keypad act={act} />
        <div className={`stripe ${swipe.className} ${waits?.swipe ? 'wanted' : ''}`} {...swipe.handlers} />
        <DeviceMenu view={view} ownTime={ownTime} act={act} />
        <div className={`slot ${waits?.insert ? 'wanted' : ''}`} />
      </div>
      <div className={`below-slot ${insert.className}`} {...insert.handlers}>
        {slot === null ? null : (
          // For keyboards and screen readers, the tray's button "Remove card" does the same.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <div className="card-in-slot" onClick={() => act({ kind: 'remove_card' })}>
            <PlasticCard card={slot} />
          </div>
        )}
      </div>
    </div>
  )
}

const lights = ['first', 'second', 'third', 'fourth'] as const

/** One light: ready for a card. All four: the card has been read. */
function Lights({ screen }: { readonly screen: Screen }) {
  const tap = screen.kind === 'waiting_for_card' && screen.tap
  const read = ['reading_card', 'processing'].includes(screen.kind)
  const on = read ? 4 : tap ? 1 : 0
  return (
    <span className="lights" aria-hidden="true">
      {lights.map((light, at) => (
        <i key={light} className={at < on ? 'on' : ''} />
      ))}
    </span>
  )
}
