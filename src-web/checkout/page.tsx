import { useRef, useState } from 'preact/hooks'
import type { CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import { MessageScreen } from '../components/message-screen.tsx'
import { Notice } from '../components/notice.tsx'
import type { MethodType } from '../components/payment-details.ts'
import type { Words } from '../i18n/words.ts'
import type { Checkout } from './checkout.ts'
import { dueWith } from './due.ts'
import { type PageState, type Screen, screenOf } from './page-state.ts'
import { ConfirmScreen } from './screens/confirm-screen.tsx'
import { DetailsScreen } from './screens/details-screen.tsx'
import { methodName, PaidScreen } from './screens/paid-screen.tsx'
import { ShopLink } from './screens/shop-link.tsx'
import { Summary } from './summary.tsx'

interface PageProps {
  readonly words: Words
  readonly checkout: Checkout
  readonly state: PageState
}
type Shown = Extract<PageState, { at: 'shown' }>

/** The whole page, drawn only from its state. */
export function Page({ words, checkout, state }: PageProps) {
  const screen = screenOf(state)
  const first = useRef<Screen | null>(null)
  // The first screen is read from its top; later ones focus their title.
  if (first.current === null && screen !== 'loading') first.current = screen
  const takesFocus = first.current !== null && first.current !== screen
  return (
    <div class="page" data-screen={screen}>
      {state.at === 'shown' ? <Header words={words} view={state.view} /> : null}
      <main>
        {state.at === 'shown' && state.offline ? (
          <Notice kind="wait">
            <p>{words('banner.offline')}</p>
          </Notice>
        ) : null}
        {state.at === 'shown' ? (
          <ShownScreen
            words={words}
            checkout={checkout}
            state={state}
            screen={screen}
            takesFocus={takesFocus}
          />
        ) : (
          <PlainScreen words={words} checkout={checkout} at={state.at} takesFocus={takesFocus} />
        )}
      </main>
    </div>
  )
}

const Header = ({ words, view }: { words: Words; view: CheckoutPage }) => (
  <header>
    <p class="merchant">{view.merchant_name}</p>
    {view.training ? <p class="test">{words('page.testHint')}</p> : null}
  </header>
)

/** Shown before the payment is loaded. */
function PlainScreen({
  words,
  checkout,
  at,
  takesFocus,
}: {
  words: Words
  checkout: Checkout
  at: Exclude<PageState['at'], 'shown'>
  takesFocus: boolean
}) {
  switch (at) {
    case 'loading':
      return (
        <p class="loading" role="status">
          {words('page.loading')}
        </p>
      )
    case 'not_found':
      return (
        <MessageScreen kind="plain" title={words('notFound.title')} takesFocus={takesFocus}>
          <p>{words('notFound.text')}</p>
        </MessageScreen>
      )
    case 'unreachable':
      return (
        <MessageScreen kind="busy" title={words('unreachable.title')} takesFocus={takesFocus}>
          <p>{words('unreachable.text')}</p>
          <button type="button" class="secondary" onClick={() => void checkout.look()}>
            {words('action.tryNow')}
          </button>
        </MessageScreen>
      )
  }
}

function ShownScreen({
  words,
  checkout,
  state,
  screen,
  takesFocus,
}: {
  words: Words
  checkout: Checkout
  state: Shown
  screen: Screen
  takesFocus: boolean
}) {
  const { view, step, form } = state
  const merchant = view.merchant_name
  const [chosen, choose] = useState<MethodType | null>(null)
  const type = chosen ?? view.payment_method_types[0] ?? 'card'
  const due = dueWith(view, type)
  switch (screen) {
    case 'details':
    case 'declined':
      if (step.name !== 'details' && step.name !== 'reading') return null
      return (
        <div class={view.mode === 'save' ? 'single' : 'columns'}>
          {view.mode === 'save' ? null : <Summary words={words} view={view} {...due} isExpected />}
          <DetailsScreen
            {...{ words, checkout, view, step, form, type, due, takesFocus }}
            onChoose={choose}
          />
        </div>
      )
    case 'confirm':
      if (step.name !== 'confirm') return null
      return (
        <div class="columns">
          <Summary
            words={words}
            view={view}
            surcharge={step.collected.amount - step.collected.page.amount}
            total={step.collected.amount}
            isExpected={false}
          />
          <ConfirmScreen
            words={words}
            view={view}
            step={step}
            onConfirm={() => void checkout.confirm()}
            onBack={checkout.startOver}
          />
        </div>
      )
    case 'paying': {
      const isLost = step.name === 'paying' && step.lost
      const title = words(view.mode === 'save' ? 'paying.saving' : 'paying.title')
      return (
        <MessageScreen kind="busy" title={title} takesFocus>
          <p role="status">{words(isLost ? 'paying.lost' : 'paying.hint')}</p>
        </MessageScreen>
      )
    }
    case 'unknown':
      return (
        <MessageScreen kind="wait" title={words('unknown.title')} takesFocus={takesFocus}>
          <p class="strong">{words('unknown.text')}</p>
          <p>{words('unknown.hint')}</p>
        </MessageScreen>
      )
    case 'paid':
    case 'already_paid':
      return <PaidScreen words={words} view={view} followed={screen === 'paid'} takesFocus={takesFocus} />
    case 'saved':
      return (
        <MessageScreen kind="good" title={words('saved.title')} takesFocus={takesFocus}>
          {view.saved === null ? null : <p class="strong">{methodName(words, view.saved)}</p>}
          <p>{words('saved.text', { merchant })}</p>
        </MessageScreen>
      )
    case 'expired':
      return (
        <MessageScreen kind="plain" title={words('expired.title')} takesFocus={takesFocus}>
          <p>{words('expired.text', { merchant })}</p>
          <ShopLink href={view.cancel_url} text={words('page.back', { merchant })} />
        </MessageScreen>
      )
    case 'cancelled':
      return (
        <MessageScreen kind="plain" title={words('cancelled.title')} takesFocus={takesFocus}>
          <p>{words('cancelled.text', { merchant })}</p>
          {view.payment === null ? <p class="strong">{words('cancelled.notCharged')}</p> : null}
          <ShopLink href={view.cancel_url} text={words('page.back', { merchant })} />
        </MessageScreen>
      )
    default:
      return null
  }
}
