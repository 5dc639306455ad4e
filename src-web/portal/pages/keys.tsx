import { useState } from 'preact/hooks'
import type { ApiKey } from '../../../src-shared/api/schemas/api-key.ts'
import { ok } from '../../../src-shared/result.ts'
import { usePortal } from '../context.ts'
import { MadeBy } from '../made-by.tsx'
import { withMakers } from '../makers.ts'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { PagedList } from '../parts/list.tsx'
import { usePages } from '../use-pages.ts'
import { KeyForm } from './key-form.tsx'

/** The API keys of the service. */
export function Keys() {
  const portal = usePortal()
  const { words, api, scope, mayWrite } = portal
  const [making, make] = useState(false)
  const [revoking, revoke] = useState<ApiKey | null>(null)
  const pages = usePages(async (starting_after) => {
    const found = await api.call('api_keys.list', { ...scope, query: { limit: 20, starting_after } })
    return found.ok ? ok(await withMakers(portal, found.value)) : found
  }, `keys ${scope.businessId}`)
  return (
    <>
      {mayWrite ? (
        <p class="actions">
          <button type="button" class="primary small" onClick={() => make(true)}>
            {words('key.add')}
          </button>
        </p>
      ) : null}
      <PagedList
        label={words('page.keys')}
        pages={pages}
        empty={{ title: words('key.empty.title'), text: words('key.empty.text') }}
        columns={[
          {
            title: words('contractor.name'),
            isName: true,
            cell: ({ name, hint }) => (
              <>
                {name}
                <span class="below">
                  <code>…{hint}</code>
                </span>
              </>
            ),
          },
          { title: words('key.level'), cell: ({ level }) => words(`keyLevel.${level}`) },
          { title: words('key.made'), cell: (key) => <MadeBy item={key} /> },
          {
            title: words('payment.status'),
            cell: ({ revoked_at }) => (
              <Chip
                kind={revoked_at === null ? 'good' : 'plain'}
                text={words(revoked_at === null ? 'key.good' : 'key.revoked')}
              />
            ),
          },
          {
            title: words('list.actions'),
            cell: (key) =>
              key.revoked_at === null ? (
                <button
                  type="button"
                  class="quiet small"
                  aria-label={words('key.revokeOne', { name: key.name })}
                  onClick={() => revoke(key)}
                >
                  {words('key.revoke')}
                </button>
              ) : (
                '–'
              ),
          },
        ]}
      />
      {making ? (
        <KeyForm
          onClose={(made) => {
            make(false)
            if (made) pages.again()
          }}
        />
      ) : null}
      {revoking === null ? null : (
        <Confirm
          title={words('key.revokeOne', { name: revoking.name })}
          text={words('key.revokeText')}
          action={words('key.revoke')}
          danger
          run={() => api.call('api_keys.revoke', { params: { id: revoking.id } })}
          onDone={() => {
            revoke(null)
            pages.again()
          }}
          onClose={() => revoke(null)}
        />
      )}
    </>
  )
}
