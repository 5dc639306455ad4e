import { chooseLanguage } from '../../src-shared/language.ts'
import { openPagePlace } from '../components/page-place.ts'
import { wordsIn } from '../i18n/words.ts'
import { type Checkout, createCheckout } from './checkout.ts'
import { Page } from './page.tsx'
import { readPageAddress } from './page-address.ts'
import { createPageApi } from './page-api.ts'
import type { PageState } from './page-state.ts'

const drawPage = openPagePlace()
const words = wordsIn(chooseLanguage(navigator.languages))
document.documentElement.lang = words.language
document.title = words('page.loading')

const address = readPageAddress(location)
const draw = (checkout: Checkout, state: PageState) =>
  drawPage(<Page words={words} checkout={checkout} state={state} />)

const checkout = createCheckout({
  api: createPageApi(address ?? { id: '', clientSecret: '' }),
  onChange: (state) => draw(checkout, state),
  newKey: randomKey,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

if (address === null) {
  draw(checkout, { at: 'not_found' })
} else {
  draw(checkout, checkout.state())
  void checkout.look()
  window.addEventListener('online', () => void checkout.look())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkout.look()
  })
  // A page in the browser's back cache must not hold card data.
  window.addEventListener('pagehide', checkout.leave)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void checkout.look()
  })
}
// Another link in the same tab differs only after the #, which does not make the browser load it.
window.addEventListener('hashchange', () => location.reload())

/** crypto.randomUUID exists only on secure origins, and a shop's own network may use plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `page_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
