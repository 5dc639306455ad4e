import { chooseLanguage } from '../../src-shared/language.ts'
import { dayAt, ownTimeZone } from '../../src-shared/local-time.ts'
import { MessageScreen } from '../components/message-screen.tsx'
import { openPagePlace } from '../components/page-place.ts'
import { type Categories, readCategories } from './fields/options.ts'
import { createForm, type Form, type FormState } from './form/form.ts'
import { shrinkPhoto } from './form/shrink-photo.ts'
import { Page } from './page.tsx'
import { readPageAddress } from './page-address.ts'
import { createPageApi } from './page-api.ts'
import { readWords, type Words } from './words.ts'

const drawPage = openPagePlace()
const language = chooseLanguage(navigator.languages)
document.documentElement.lang = language
const address = readPageAddress(location)
const words = await readWords(language)
document.title = words('page.loading')

if (address === null) {
  drawPage(<NoForm words={words} />)
} else {
  open(address, words)
}
// Another link in the same tab differs only after the #, which does not make the browser load it.
window.addEventListener('hashchange', () => location.reload())

function NoForm({ words: own }: { readonly words: Words }) {
  return (
    <div class="page" data-screen="not_found">
      <main>
        <MessageScreen kind="plain" title={own('notFound.title')} takesFocus={false}>
          <p>{own('notFound.text')}</p>
        </MessageScreen>
      </main>
    </div>
  )
}

function open({ kind, ...link }: NonNullable<typeof address>, own: Words): void {
  let categories: Categories = []
  let shown = -1
  const draw = (state: FormState): void => {
    follow(state.step)
    const isContractor = kind.name === 'contractor'
    drawPage(
      <Page words={own} form={form} state={state} categories={categories} isContractor={isContractor} />,
    )
  }
  /** Keeps the browser's history in step, so that its back button leads to the previous step. */
  const follow = (step: number): void => {
    if (step === shown) return
    const isFirst = shown < 0
    shown = step
    if (isFirst) history.replaceState({ step }, '')
    else if (history.state?.step !== step) history.pushState({ step }, '')
    if (!isFirst) window.scrollTo(0, 0)
  }
  const form: Form = createForm({
    kind,
    api: createPageApi({ kind, ...link }),
    language: own.language,
    onChange: draw,
    newKey: randomKey,
    shrink: shrinkPhoto,
    today: () => dayAt(Date.now(), ownTimeZone()),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  const before = Number(history.state?.step ?? 0)
  draw(form.state())
  void form.look().then(() => {
    if (before > 0) form.showStep(before)
  })
  if (kind.name === 'application') {
    void readCategories(own).then((read) => {
      categories = read
      draw(form.state())
    })
  }
  window.addEventListener('popstate', ({ state }) => form.showStep(Number(state?.step ?? 0)))
  window.addEventListener('online', () => {
    form.flush()
    void form.look()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') form.flush()
    else void form.look()
  })
  window.addEventListener('beforeunload', (event) => {
    if (form.isUnsaved()) event.preventDefault()
  })
}

/** crypto.randomUUID exists only on secure origins, and a partner's own network may use plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `form_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
