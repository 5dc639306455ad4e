import { useState } from 'preact/hooks'
import type { EventFilter } from '../../../src-shared/api/schemas/event.ts'
import { ok } from '../../../src-shared/result.ts'
import { usePortal } from '../context.ts'
import { Field, Select } from '../parts/fields.tsx'
import { SecretForm } from '../parts/secret-form.tsx'
import { businessIn } from '../scope.ts'

const filters = [
  '*',
  'v2.payment.*',
  'v2.refund.*',
  'v2.settlement.*',
  'v2.application.*',
] as const satisfies readonly EventFilter[]
const filterWords = {
  '*': 'everything',
  'v2.payment.*': 'payments',
  'v2.refund.*': 'refunds',
  'v2.settlement.*': 'settlements',
  'v2.application.*': 'applications',
} as const

/** Creates a webhook endpoint, and shows its signing secret once. */
export function EndpointForm({ onClose }: { readonly onClose: (made: boolean) => void }) {
  const { words, api, session, scope } = usePortal()
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [filter, setFilter] = useState<(typeof filters)[number]>('*')
  const create = async (idempotencyKey: string) => {
    const business_id = businessIn(session, scope)
    const answer = await api.call('webhook_endpoints.create', {
      body: {
        url,
        event_types: [filter],
        ...(description.trim() === '' ? {} : { description: description.trim() }),
        ...(scope.accountId === null ? {} : { account_id: scope.accountId }),
        ...(scope.accountId !== null || business_id === null ? {} : { business_id }),
      },
      idempotencyKey,
    })
    return answer.ok ? ok(answer.value.secret ?? '') : answer
  }
  return (
    <SecretForm
      title={words('webhook.add')}
      made={{ title: words('webhook.ready'), label: words('webhook.secret'), hint: words('webhook.once') }}
      create={create}
      onClose={onClose}
    >
      <Field
        label={words('webhook.url')}
        hint={words('webhook.urlHint')}
        type="url"
        value={url}
        onChange={setUrl}
        required
      />
      <Field label={words('webhook.description')} value={description} onChange={setDescription} />
      <Select
        label={words('webhook.events')}
        value={filter}
        onChange={(value) => setFilter(filters.find((one) => one === value) ?? '*')}
      >
        {filters.map((one) => (
          <option key={one} value={one}>
            {words(`webhook.${filterWords[one]}`)}
          </option>
        ))}
      </Select>
    </SecretForm>
  )
}
