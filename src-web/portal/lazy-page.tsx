import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '../components/notice.tsx'
import { Spinner } from '../components/spinner.tsx'
import { usePortal } from './context.ts'
import type { PageProps } from './page-props.ts'
import type { PageName } from './route.ts'

/** Each page is loaded when it is first shown, so that the first one does not wait for the others. */
const loaders: { readonly [Page in PageName]: () => Promise<ComponentType<PageProps>> } = {
  'sign-in': async () => (await import('./pages/overview.tsx')).Overview,
  overview: async () => (await import('./pages/overview.tsx')).Overview,
  payments: async () => (await import('./pages/payments.tsx')).Payments,
  payment: async () => (await import('./pages/payment.tsx')).Payment,
  settlements: async () => (await import('./pages/settlements.tsx')).Settlements,
  contractors: async () => (await import('./pages/contractors.tsx')).Contractors,
  contractor: async () => (await import('./pages/contractor.tsx')).Contractor,
  applications: async () => (await import('./pages/applications.tsx')).Applications,
  application: async () => (await import('./pages/application.tsx')).ApplicationPage,
  users: async () => (await import('./pages/users.tsx')).Users,
  keys: async () => (await import('./pages/keys.tsx')).Keys,
  webhooks: async () => (await import('./pages/webhooks.tsx')).Webhooks,
  webhook: async () => (await import('./pages/webhook.tsx')).Webhook,
}

/** The first page of a visit is read from its top; later ones focus their title. */
let shown = 0

export function LazyPage({ page, ...about }: PageProps & { readonly page: PageName }) {
  const { words } = usePortal()
  const heading = useRef<HTMLHeadingElement>(null)
  const [Page, setPage] = useState<ComponentType<PageProps> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    loaders[page]().then(
      (loaded) => current && setPage(() => loaded),
      () => current && setFailed(true),
    )
    shown += 1
    if (shown > 1) heading.current?.focus()
    return () => {
      current = false
    }
  }, [page])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {words(`page.${page}`)}
      </h1>
      {failed ? (
        <Notice kind="bad">
          <p>{words('problem.noAnswer')}</p>
          <button type="button" class="secondary small" onClick={() => location.reload()}>
            {words('action.again')}
          </button>
        </Notice>
      ) : Page === null ? (
        <p class="waiting">
          <Spinner /> {words('portal.loading')}
        </p>
      ) : (
        <Page {...about} />
      )}
    </>
  )
}
