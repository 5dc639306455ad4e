import { useState } from 'preact/hooks'
import { ok } from '../../../src-shared/result.ts'
import { usePortal } from '../context.ts'
import { MadeBy } from '../made-by.tsx'
import { withMakers } from '../makers.ts'
import { Link } from '../parts/link.tsx'
import { PagedList } from '../parts/list.tsx'
import { usePages } from '../use-pages.ts'
import { EndpointChip } from './endpoint-chip.tsx'
import { EndpointForm } from './endpoint-form.tsx'

/** The endpoints where the merchant's programs receive events. */
export function Webhooks() {
  const portal = usePortal()
  const { words, api, scope, mayWrite } = portal
  const [making, make] = useState(false)
  const pages = usePages(async (starting_after) => {
    const found = await api.call('webhook_endpoints.list', { ...scope, query: { limit: 20, starting_after } })
    return found.ok ? ok(await withMakers(portal, found.value)) : found
  }, `webhooks ${scope.businessId}`)
  return (
    <>
      {mayWrite ? (
        <p class="actions">
          <button type="button" class="primary small" onClick={() => make(true)}>
            {words('webhook.add')}
          </button>
        </p>
      ) : null}
      <PagedList
        label={words('page.webhooks')}
        pages={pages}
        empty={{
          title: words('webhook.empty.title'),
          text: words(mayWrite ? 'webhook.empty.text' : 'webhook.empty.view'),
        }}
        columns={[
          {
            title: words('webhook.url'),
            isName: true,
            cell: ({ id, url, description }) => (
              <>
                <Link to="webhook" id={id}>
                  {url}
                </Link>
                {description === null ? null : <span class="below">{description}</span>}
              </>
            ),
          },
          {
            title: words('payment.status'),
            cell: (endpoint) => <EndpointChip words={words} endpoint={endpoint} />,
          },
          {
            title: words('webhook.events'),
            cell: ({ event_types }) =>
              event_types.includes('*') ? words('webhook.everything') : event_types.join(', '),
          },
          { title: words('key.made'), cell: (endpoint) => <MadeBy item={endpoint} /> },
        ]}
      />
      {making ? (
        <EndpointForm
          onClose={(made) => {
            make(false)
            if (made) pages.again()
          }}
        />
      ) : null}
    </>
  )
}
