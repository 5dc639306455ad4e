import { usePortal, whenIn } from '../context.ts'
import { Link } from '../parts/link.tsx'
import { PagedList } from '../parts/list.tsx'
import { businessIn } from '../scope.ts'
import { usePages } from '../use-pages.ts'
import { ApplicationChip } from './application-chip.tsx'

/** The applications and their states. */
export function Applications() {
  const { words, api, scope, session } = usePortal()
  const businessId = businessIn(session, scope)
  const pages = usePages(
    (starting_after) => api.call('applications.list', { businessId, query: { limit: 20, starting_after } }),
    `applications ${businessId}`,
  )
  return (
    <PagedList
      label={words('page.applications')}
      pages={pages}
      empty={{ title: words('application.empty.title'), text: words('application.empty.text') }}
      columns={[
        {
          title: words('application.name'),
          isName: true,
          cell: ({ id, name }) => (
            <Link to="application" id={id}>
              {name ?? id}
            </Link>
          ),
        },
        {
          title: words('payment.status'),
          cell: ({ status }) => <ApplicationChip words={words} status={status} />,
        },
        { title: words('application.changed'), cell: ({ updated_at }) => whenIn(words, updated_at) },
      ]}
    />
  )
}
