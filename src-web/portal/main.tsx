import { chooseLanguage } from '../../src-shared/language.ts'
import { openPagePlace } from '../components/page-place.ts'
import { wordsOf } from '../i18n/words-of.ts'
import { App } from './app.tsx'
import { loadTexts, type PortalKey } from './context.ts'
import { createSessionMark } from './session-mark.ts'

const draw = openPagePlace()
const language = chooseLanguage(navigator.languages)
document.documentElement.lang = language

// The link works once: its token is removed from the browser's history.
const token = location.hash.slice(1)
if (token !== '') history.replaceState(null, '', location.pathname)

const words = wordsOf<PortalKey>(language, await loadTexts(language))
draw(<App words={words} token={token} mark={createSessionMark(storage())} />)
// Another link in the same tab differs only after the #, which does not make the browser load it.
window.addEventListener('hashchange', () => location.reload())

/** Reading localStorage throws in a browser that blocks storage. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
