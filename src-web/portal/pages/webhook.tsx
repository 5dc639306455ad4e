import { useState } from 'preact/hooks'
import type { Event } from '../../../src-shared/api/schemas/event.ts'
import type { WebhookEndpoint } from '../../../src-shared/api/schemas/webhook-endpoint.ts'
import { ok } from '../../../src-shared/result.ts'
import type { PageFailure } from '../../components/ask-service.ts'
import type { NoticeKind } from '../../components/notice.tsx'
import { Notice } from '../../components/notice.tsx'
import { failureText, usePortal, whenIn } from '../context.ts'
import { deliveryFailure } from '../delivery-words.ts'
import { MadeBy } from '../made-by.tsx'
import { withMaker } from '../makers.ts'
import type { PageProps } from '../page-props.ts'
import { BreakableCode } from '../parts/breakable-code.tsx'
import { Chip } from '../parts/chip.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Facts } from '../parts/facts.tsx'
import { Select } from '../parts/fields.tsx'
import { Link } from '../parts/link.tsx'
import { PagedList } from '../parts/list.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { Shown } from '../parts/shown.tsx'
import { useLoad } from '../use-load.ts'
import { usePages } from '../use-pages.ts'
import { EndpointChip } from './endpoint-chip.tsx'

type Delivery = Event['deliveries'][number]
const kinds: { readonly [Status in Delivery['status']]: NoticeKind } = {
  pending: 'wait',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'plain',
}
const statuses = ['pending', 'delivered', 'failed', 'cancelled'] as const

type Step = 'none' | 'rotate' | 'status' | 'delete' | { readonly secret: string }

/** One endpoint: its state, its secret, and the delivery of each event. */
export function Webhook({ id }: PageProps) {
  const portal = usePortal()
  const { words, api, mayWrite, go } = portal
  const [step, setStep] = useState<Step>('none')
  const load = useLoad(async () => {
    const found = await api.call('webhook_endpoints.get', { params: { id } })
    return found.ok ? ok(await withMaker(portal, found.value)) : found
  }, id)
  const close = () => setStep('none')
  return (
    <>
      <p>
        <Link to="webhooks">{words('webhook.back')}</Link>
      </p>
      <Shown load={load}>
        {(endpoint) => (
          <>
            <section class="card">
              <div class="headline">
                <p class="strong">{endpoint.url}</p>
                <EndpointChip words={words} endpoint={endpoint} />
              </div>
              <Facts
                items={[
                  [words('webhook.description'), endpoint.description],
                  [
                    words('webhook.events'),
                    endpoint.event_types.includes('*')
                      ? words('webhook.everything')
                      : endpoint.event_types.join(', '),
                  ],
                  [words('key.made'), <MadeBy key="made" item={endpoint} />],
                  [
                    words('webhook.failingSince'),
                    endpoint.failing_since === null ? null : whenIn(words, endpoint.failing_since),
                  ],
                  [
                    words('webhook.oldSecret'),
                    endpoint.previous_secret_expires_at === null
                      ? null
                      : whenIn(words, endpoint.previous_secret_expires_at),
                  ],
                ]}
              />
              {mayWrite ? (
                <div class="row-actions">
                  <button type="button" class="secondary small" onClick={() => setStep('rotate')}>
                    {words('webhook.rotate')}
                  </button>
                  <button type="button" class="secondary small" onClick={() => setStep('status')}>
                    {words(endpoint.status === 'enabled' ? 'webhook.turnOff' : 'webhook.turnOn')}
                  </button>
                  <button type="button" class="secondary small" onClick={() => setStep('delete')}>
                    {words('webhook.delete')}
                  </button>
                </div>
              ) : null}
            </section>
            <Questions
              endpoint={endpoint}
              step={step}
              setStep={setStep}
              close={close}
              onChanged={() => {
                close()
                load.again()
              }}
              onDeleted={() => go('webhooks')}
            />
          </>
        )}
      </Shown>
      <Deliveries id={id} />
    </>
  )
}

function Questions({
  endpoint,
  step,
  setStep,
  close,
  onChanged,
  onDeleted,
}: {
  readonly endpoint: WebhookEndpoint
  readonly step: Step
  readonly setStep: (step: Step) => void
  readonly close: () => void
  readonly onChanged: () => void
  readonly onDeleted: () => void
}) {
  const { words, api } = usePortal()
  const params = { id: endpoint.id }
  if (typeof step === 'object') {
    return (
      <SecretDialog
        title={words('webhook.rotate')}
        label={words('webhook.secret')}
        value={step.secret}
        hint={words('webhook.once')}
        close={words('key.kept')}
        onClose={onChanged}
      />
    )
  }
  switch (step) {
    case 'none':
      return null
    case 'rotate':
      return (
        <Confirm
          title={words('webhook.rotate')}
          text={words('webhook.rotateText')}
          action={words('webhook.rotate')}
          run={() => api.call('webhook_endpoints.update', { params, body: { rotate_secret: {} } })}
          onDone={({ secret }) => setStep({ secret: secret ?? '' })}
          onClose={close}
        />
      )
    case 'status': {
      const isOn = endpoint.status === 'enabled'
      return (
        <Confirm
          title={words(isOn ? 'webhook.turnOff' : 'webhook.turnOn')}
          text={words(isOn ? 'webhook.turnOffText' : 'webhook.turnOnText')}
          action={words(isOn ? 'webhook.turnOff' : 'webhook.turnOn')}
          danger={isOn}
          run={() =>
            api.call('webhook_endpoints.update', { params, body: { status: isOn ? 'disabled' : 'enabled' } })
          }
          onDone={onChanged}
          onClose={close}
        />
      )
    }
    case 'delete':
      return (
        <Confirm
          title={words('webhook.delete')}
          text={words('webhook.deleteText')}
          action={words('webhook.delete')}
          danger
          run={() => api.call('webhook_endpoints.delete', { params })}
          onDone={onDeleted}
          onClose={close}
        />
      )
  }
}

/** The delivery log, newest first. */
function Deliveries({ id }: { readonly id: string }) {
  const { words, api, mayWrite } = usePortal()
  const [status, setStatus] = useState<Delivery['status'] | ''>('')
  const [sent, setSent] = useState<PageFailure | 'sent' | null>(null)
  const pages = usePages(
    (starting_after) =>
      api.call('events.list', {
        query: {
          limit: 20,
          starting_after,
          webhook_endpoint_id: id,
          ...(status === '' ? {} : { delivery_status: status }),
        },
      }),
    `events ${id} ${status}`,
  )
  const redeliver = async (event: Event) => {
    const answer = await api.call('events.redeliver', {
      params: { id: event.id },
      body: { webhook_endpoint_id: id },
    })
    setSent(answer.ok ? 'sent' : answer.error)
    if (answer.ok) pages.again()
  }
  const own = ({ deliveries }: Event) =>
    deliveries.find(({ webhook_endpoint_id }) => webhook_endpoint_id === id)
  return (
    <section class="block">
      <h2>{words('delivery.title')}</h2>
      <div class="filters">
        <Select
          label={words('payment.status')}
          value={status}
          onChange={(value) => setStatus(statuses.find((one) => one === value) ?? '')}
        >
          <option value="">{words('filter.any')}</option>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {words(`delivery.${one}`)}
            </option>
          ))}
        </Select>
        <button type="button" class="secondary small" onClick={pages.again}>
          {words('action.refresh')}
        </button>
      </div>
      {sent === null ? null : (
        <Notice kind={sent === 'sent' ? 'good' : 'bad'}>
          <p>{sent === 'sent' ? words('delivery.again') : failureText(words, sent)}</p>
        </Notice>
      )}
      <PagedList
        label={words('delivery.title')}
        pages={pages}
        empty={{ title: words('delivery.empty.title'), text: words('delivery.empty.text') }}
        columns={[
          { title: words('payment.when'), isName: true, cell: ({ created_at }) => whenIn(words, created_at) },
          { title: words('delivery.event'), cell: ({ type }) => <BreakableCode text={type} /> },
          {
            title: words('payment.status'),
            cell: (event) => {
              const delivery = own(event)
              const last = delivery?.attempts.at(-1)
              const failure = last === undefined ? null : deliveryFailure(words, last)
              return delivery === undefined ? (
                '–'
              ) : (
                <>
                  <Chip kind={kinds[delivery.status]} text={words(`delivery.${delivery.status}`)} />
                  {last === undefined ? null : (
                    <span class="below">
                      {words.counted('delivery.tries', delivery.attempts.length)}
                      {failure === null ? '' : ` · ${failure}`}
                    </span>
                  )}
                </>
              )
            },
          },
          ...(mayWrite
            ? [
                {
                  title: words('list.actions'),
                  cell: (event: Event) => (
                    <button type="button" class="quiet small" onClick={() => void redeliver(event)}>
                      {words('delivery.redeliver')}
                    </button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}
