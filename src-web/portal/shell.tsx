import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { CurrentUserSession } from '../../src-shared/api/schemas/user.ts'
import { Notice } from '../components/notice.tsx'
import { AccountSwitch } from './account-switch.tsx'
import { type Portal, PortalProvider, type PortalWords } from './context.ts'
import { LazyPage } from './lazy-page.tsx'
import { Link } from './parts/link.tsx'
import type { PortalApi } from './portal-api.ts'
import type { PageName, Route } from './route.ts'
import { isOneAccount, scopeOf, withFound } from './scope.ts'
import { UserMenu } from './user-menu.tsx'

interface ShellProps {
  readonly words: PortalWords
  readonly api: PortalApi
  readonly session: CurrentUserSession
  readonly route: Route
  readonly go: Portal['go']
  readonly onSignedOut: () => void
}

const sections = [
  'overview',
  'payments',
  'settlements',
  'contractors',
  'applications',
  'webhooks',
  'users',
  'keys',
] as const satisfies readonly PageName[]
/** The service refuses these pages to users who may only read. */
const forWriters: readonly PageName[] = ['users', 'keys']
/** The section of each page with an id. */
const sectionOf: { readonly [Page in PageName]?: PageName } = {
  payment: 'payments',
  contractor: 'contractors',
  application: 'applications',
  webhook: 'webhooks',
}

/** The frame of every page: the owner's name, the navigation, and the page. */
export function Shell({ words, api, session: begun, route, go, onSignedOut }: ShellProps) {
  const [chosen, choose] = useState('')
  const [found, setFound] = useState<CurrentUserSession['businesses']>([])
  const session = useMemo(() => withFound(begun, found), [begun, found])
  const mayWrite = session.level !== 'read_only'
  const portal = useMemo<Portal>(
    () => ({ words, api, session, scope: scopeOf(session, chosen), mayWrite, go }),
    [words, api, session, chosen, mayWrite, go],
  )
  const page = route.page ?? 'overview'
  const title = words(`page.${page}`)
  useEffect(() => {
    document.title = `${title} – ${words('portal.name')}`
  }, [title, words])
  const content = useRef<HTMLElement>(null)
  // A partner with one merchant is not that merchant.
  const own = session.user.type === 'PARTNER' ? undefined : session.businesses[0]
  return (
    <PortalProvider value={portal}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page, as a link to skip by does (WCAG 2.4.1) */}
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          // The part of an address after # is a sign-in link: changing it reloads the page.
          event.preventDefault()
          content.current?.focus()
        }}
      >
        {words('portal.skip')}
      </a>
      <div class="portal">
        <header>
          <p class="brand">
            {session.businesses.length === 1 && own !== undefined ? own.name : words('portal.name')}
          </p>
          {session.training ? <p class="test">{words('portal.training')}</p> : null}
          <UserMenu onSignedOut={onSignedOut} />
        </header>
        <nav class="sections" aria-label={words('portal.sections')}>
          <ul>
            {sections
              .filter((name) => mayWrite || !forWriters.includes(name))
              .map((name) => (
                <li key={name}>
                  <Link to={name} current={name === (sectionOf[page] ?? page)}>
                    {words(`page.${name}`)}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <main ref={content} id="content" tabIndex={-1}>
          {isOneAccount(session) ? null : (
            <AccountSwitch
              chosen={chosen}
              onChoose={choose}
              onFound={(businesses) =>
                setFound((former) => withFound({ businesses: former }, businesses).businesses)
              }
            />
          )}
          {mayWrite ? null : <p class="hint">{words('portal.readOnly')}</p>}
          {route.page === null ? (
            <Notice kind="wait">
              <p>{words('portal.noPage')}</p>
            </Notice>
          ) : null}
          <LazyPage key={`${page} ${route.id}`} page={page} id={route.id} account={route.account} />
        </main>
      </div>
    </PortalProvider>
  )
}
