import { useState } from 'preact/hooks'
import type { Contractor } from '../../../src-shared/api/schemas/contractor.ts'
import { usePortal, whenIn } from '../context.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Link } from '../parts/link.tsx'
import { PagedList } from '../parts/list.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { businessIn } from '../scope.ts'
import { usePages } from '../use-pages.ts'
import { ContractorChip, contractorName } from './contractor-chip.tsx'

/** The contractors who get shares of sales: activate, deactivate, and invite by link. */
export function Contractors() {
  const { words, api, scope, session, mayWrite } = usePortal()
  const [asked, ask] = useState<Contractor | null>(null)
  const [inviting, invite] = useState(false)
  const businessId = businessIn(session, scope)
  const pages = usePages(
    (starting_after) => api.call('contractors.list', { businessId, query: { limit: 20, starting_after } }),
    `contractors ${businessId}`,
  )
  return (
    <>
      {mayWrite ? (
        <p class="actions">
          <button
            type="button"
            class="primary small"
            disabled={businessId === null}
            onClick={() => invite(true)}
          >
            {words('contractor.invite')}
          </button>
          {businessId === null ? <span class="hint">{words('contractor.chooseBusiness')}</span> : null}
        </p>
      ) : null}
      <PagedList
        label={words('page.contractors')}
        pages={pages}
        empty={{
          title: words('contractor.empty.title'),
          text: words(mayWrite ? 'contractor.empty.text' : 'contractor.empty.view'),
        }}
        columns={[
          {
            title: words('contractor.name'),
            isName: true,
            cell: (one) => (
              <Link to="contractor" id={one.id}>
                {contractorName(one)}
              </Link>
            ),
          },
          { title: words('user.email'), cell: ({ email }) => email ?? '–' },
          {
            title: words('payment.status'),
            cell: ({ contractor_status }) => <ContractorChip words={words} status={contractor_status} />,
          },
          { title: words('contractor.since'), cell: ({ created_at }) => whenIn(words, created_at) },
          ...(mayWrite
            ? [
                {
                  title: words('contractor.paid'),
                  cell: (one: Contractor) =>
                    one.contractor_status === 'APPROVED' || one.contractor_status === 'INACTIVE' ? (
                      <button
                        type="button"
                        class="switch-button"
                        role="switch"
                        aria-checked={one.status === 'ACTIVE'}
                        aria-label={words('contractor.toggle', { name: contractorName(one) })}
                        onClick={() => ask(one)}
                      >
                        {words(one.status === 'ACTIVE' ? 'contractor.on' : 'contractor.off')}
                      </button>
                    ) : (
                      '–'
                    ),
                },
              ]
            : []),
        ]}
      />
      {asked === null ? null : (
        <Confirm
          title={contractorName(asked)}
          text={words(asked.status === 'ACTIVE' ? 'contractor.turnOffText' : 'contractor.turnOnText')}
          action={words(asked.status === 'ACTIVE' ? 'contractor.turnOff' : 'contractor.turnOn')}
          danger={asked.status === 'ACTIVE'}
          run={() =>
            api.call('contractors.set_status', {
              params: { id: asked.id },
              body: { status: asked.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE' },
            })
          }
          onDone={() => {
            ask(null)
            pages.again()
          }}
          onClose={() => ask(null)}
        />
      )}
      {inviting && businessId !== null ? (
        <Invite
          businessId={businessId}
          onClose={() => {
            invite(false)
            pages.again()
          }}
        />
      ) : null}
    </>
  )
}

function Invite({ businessId, onClose }: { readonly businessId: string; readonly onClose: () => void }) {
  const { words, api } = usePortal()
  const [link, setLink] = useState<string | null>(null)
  if (link === null) {
    return (
      <Confirm
        title={words('contractor.invite')}
        text={words('contractor.inviteText')}
        action={words('contractor.makeLink')}
        run={() => api.call('contractors.link', { body: { parent_id: businessId, parent_type: 'BUSINESS' } })}
        onDone={(made) => setLink(made.link)}
        onClose={onClose}
      />
    )
  }
  return (
    <SecretDialog
      title={words('contractor.invite')}
      label={words('contractor.link')}
      value={link}
      hint={words('contractor.linkHint')}
      close={words('action.close')}
      onClose={onClose}
    />
  )
}
