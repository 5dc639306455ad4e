import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { CurrentUserSession } from '../../src-shared/api/schemas/user.ts'
import type { PageFailure } from '../components/ask-service.ts'
import { MessageScreen } from '../components/message-screen.tsx'
import { failureText, type PortalWords } from './context.ts'
import { SignIn } from './pages/sign-in.tsx'
import { createPortalApi } from './portal-api.ts'
import { hrefOf, type PageName, routeOf } from './route.ts'
import type { SessionMark, SignInReason } from './session-mark.ts'
import { Shell } from './shell.tsx'

type State =
  | { readonly at: 'starting' }
  | { readonly at: 'unreachable'; readonly failure: PageFailure }
  | { readonly at: 'signed_out'; readonly reason: SignInReason }
  | { readonly at: 'signed_in'; readonly session: CurrentUserSession }

/** Shows the sign-in page, or the portal to a signed-in user. */
export function App({
  words,
  token: given,
  mark,
}: {
  readonly words: PortalWords
  readonly token: string
  readonly mark: SessionMark
}) {
  const [state, setState] = useState<State>(
    given === '' ? { at: 'starting' } : { at: 'signed_out', reason: 'first' },
  )
  const [token, setToken] = useState(given)
  const [route, setRoute] = useState(() => routeOf(location))

  const signedOut = useCallback(
    (reason: SignInReason) => {
      mark.forget()
      setToken('')
      setState({ at: 'signed_out', reason })
    },
    [mark],
  )
  const api = useMemo(() => createPortalApi(() => signedOut(mark.reason(Date.now()))), [mark, signedOut])
  const go = useCallback((page: PageName, id?: string, account?: string) => {
    history.pushState(null, '', hrefOf(page, id, account))
    setRoute(routeOf(location))
    window.scrollTo(0, 0)
  }, [])
  const start = useCallback(async () => {
    setState({ at: 'starting' })
    const answer = await api.call('user_sessions.current', {})
    if (answer.ok) {
      mark.remember(answer.value.expires_at)
      setState({ at: 'signed_in', session: answer.value })
    } else if (answer.error.kind === 'no_answer' || answer.error.code !== 'session_ended') {
      setState({ at: 'unreachable', failure: answer.error })
    }
  }, [api, mark])

  useEffect(() => {
    if (given === '') void start()
    const onMove = () => setRoute(routeOf(location))
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [given, start])
  // A signed-in user does not need the sign-in page.
  useEffect(() => {
    if (state.at !== 'signed_in' || route.page !== 'sign-in') return
    history.replaceState(null, '', hrefOf('overview'))
    setRoute(routeOf(location))
  }, [state.at, route.page])

  switch (state.at) {
    case 'starting':
      return <p class="loading">{words('portal.loading')}</p>
    case 'unreachable':
      return (
        <main>
          <p class="brand">{words('portal.name')}</p>
          <MessageScreen kind="bad" title={words('problem.title')} takesFocus>
            <p>{failureText(words, state.failure)}</p>
            <button type="button" class="secondary" onClick={() => void start()}>
              {words('action.again')}
            </button>
          </MessageScreen>
        </main>
      )
    case 'signed_out':
      return (
        <main>
          <p class="brand">{words('portal.name')}</p>
          <SignIn
            key={token}
            words={words}
            api={api}
            token={token}
            reason={state.reason}
            onSignedIn={() => {
              setToken('')
              void start()
            }}
          />
        </main>
      )
    case 'signed_in':
      return (
        <Shell
          words={words}
          api={api}
          session={state.session}
          route={route}
          go={go}
          onSignedOut={() => signedOut('signed_out')}
        />
      )
  }
}
