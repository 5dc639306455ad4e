import { chooseLanguage } from '../../src-shared/language.ts'
import { openPagePlace } from '../components/page-place.ts'
import { wordsOf } from '../i18n/words-of.ts'
import { App } from './app.tsx'
import { loadTexts, type PortalKey } from './context.ts'
import { createSessionMark } from './session-mark.ts'

const draw = openPagePlace()
const language = chooseLanguage(navigator.languages)
document.documentElement.lang = language

// The link is good once: nothing of it stays in the history of the browser.
const token = location.hash.slice(1)
if (token !== '') history.replaceState(null, '', location.pathname)

const words = wordsOf<PortalKey>(language, await loadTexts(language))
draw(<App words={words} token={token} mark={createSessionMark(storage())} />)
// Another link in the same tab differs behind the # alone: the browser would not load it.
window.addEventListener('hashchange', () => location.reload())

/** A browser that keeps nothing for a page throws at the mere look. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
