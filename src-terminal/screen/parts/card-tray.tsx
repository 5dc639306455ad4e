import { useState } from 'react'
import { type CardWear, cardTitle, cardWears, type TestCard, testCards } from '../../cards/test-cards.ts'
import type { Action } from '../../device/actions.ts'
import type { Screen } from '../../device/screen-state.ts'
import type { TerminalView } from '../terminal-store.ts'
import { CheckIcon, ContactlessIcon, CrossIcon, InsertIcon, RemoveCardIcon, SwipeIcon } from './icons.tsx'
import { PlasticCard } from './plastic-card.tsx'
import { cardDragType } from './use-drop-zone.ts'

interface CardTrayProps {
  readonly view: TerminalView
  readonly act: (action: Action) => void
  readonly chosen: TestCard
  readonly onChoose: (card: TestCard) => void
  readonly onWear: (wear: CardWear) => void
}

/** The customer's cards: choose one and its wear, then insert, tap or swipe it, or drag it there. */
export function CardTray({ view, act, chosen, onChoose, onWear }: CardTrayProps) {
  const [hint, setHint] = useState('')
  const { screen, slot } = view
  const waits = screen.kind === 'waiting_for_card' && slot === null ? screen : null
  const plastic = chosen.wear !== 'in a phone'
  const wanted = {
    insert: plastic && waits?.insert === true,
    tap: waits?.tap === true,
    swipe: plastic && waits?.swipe === true,
  }
  const present = (action: Action, asked: boolean) => {
    const early = action.kind === 'insert_card' && slot === null
    const onlyTaps = !plastic && action.kind !== 'tap_card'
    if (onlyTaps) setHint('A phone can only be tapped')
    else setHint(asked || early ? '' : 'The terminal is not asking for that now')
    act(action)
  }
  return (
    <section className="tray" aria-label="Test cards">
      <p className="tray-hint" aria-live="polite">
        {hint}
      </p>
      <ul className="cards" onWheel={scrollSideways}>
        {testCards.map((card) => (
          <TrayCard
            key={card.number}
            card={card.number === chosen.number ? chosen : card}
            chosen={card.number === chosen.number}
            away={slot?.number === card.number}
            onChoose={() => onChoose(card)}
          />
        ))}
      </ul>
      <Wears chosen={chosen} onWear={onWear} />
      <div className="ways">
        {slot === null ? (
          <button
            type="button"
            className={wanted.insert ? 'way wanted' : 'way'}
            onClick={() => present({ kind: 'insert_card', card: chosen }, wanted.insert)}
          >
            <InsertIcon /> Insert<span className="unseen"> card</span>
          </button>
        ) : (
          <button
            type="button"
            className={wantsCardOut(screen) ? 'way wanted' : 'way'}
            onClick={() => act({ kind: 'remove_card' })}
          >
            <RemoveCardIcon /> Remove<span className="unseen"> card</span>
          </button>
        )}
        <button
          type="button"
          className={wanted.tap ? 'way wanted' : 'way'}
          onClick={() => present({ kind: 'tap_card', card: chosen }, wanted.tap)}
        >
          <ContactlessIcon /> Tap<span className="unseen"> card</span>
        </button>
        <button
          type="button"
          className={wanted.swipe ? 'way wanted' : 'way'}
          onClick={() => present({ kind: 'swipe_card', card: chosen }, wanted.swipe)}
        >
          <SwipeIcon /> Swipe<span className="unseen"> card</span>
        </button>
      </div>
    </section>
  )
}

/** Chooses the wear of the chosen card. */
function Wears({ chosen, onWear }: Pick<CardTrayProps, 'chosen' | 'onWear'>) {
  return (
    <fieldset className="wears">
      <legend className="unseen">The chosen card is</legend>
      {cardWears.map((wear) => (
        <button
          key={wear}
          type="button"
          className="wear"
          aria-pressed={chosen.wear === wear}
          onClick={() => onWear(wear)}
        >
          {wear.charAt(0).toUpperCase() + wear.slice(1)}
        </button>
      ))}
    </fieldset>
  )
}

/** Short text beside a tick or cross: "Insufficient funds" for "Declined — insufficient funds". */
function shortOutcome({ outcome }: TestCard): string {
  const short = outcome.replace('Declined — ', '')
  return short.charAt(0).toUpperCase() + short.slice(1)
}

/** Lets a mouse wheel, which scrolls vertically, scroll the row of cards sideways. */
function scrollSideways(event: React.WheelEvent<HTMLElement>): void {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
}

/** The chip could not be read, or the sale is over. */
const wantsCardOut = (screen: Screen): boolean =>
  ['remove_card', 'outcome', 'waiting_for_card'].includes(screen.kind)

interface TrayCardProps {
  readonly card: TestCard
  readonly chosen: boolean
  /** The card is in the slot. */
  readonly away: boolean
  readonly onChoose: () => void
}

function TrayCard({ card, chosen, away, onChoose }: TrayCardProps) {
  return (
    <li>
      <button
        type="button"
        className={away ? 'tray-card away' : 'tray-card'}
        aria-label={cardTitle(card)}
        aria-description={card.outcome}
        aria-pressed={chosen}
        draggable
        onClick={onChoose}
        onDragStart={(event) => {
          onChoose()
          event.dataTransfer.setData(cardDragType, 'card')
          event.dataTransfer.effectAllowed = 'copy'
        }}
      >
        <PlasticCard card={card} />
        <span className={card.approves ? 'outcome-good' : 'outcome-bad'}>
          {card.approves ? <CheckIcon /> : <CrossIcon />}
          {shortOutcome(card)}
        </span>
      </button>
    </li>
  )
}
