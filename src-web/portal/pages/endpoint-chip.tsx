import type { WebhookEndpoint } from '../../../src-shared/api/schemas/webhook-endpoint.ts'
import type { PortalWords } from '../context.ts'
import { Chip } from '../parts/chip.tsx'

export function EndpointChip({
  words,
  endpoint: { status, disabled_reason, failing_since },
}: {
  readonly words: PortalWords
  readonly endpoint: WebhookEndpoint
}) {
  if (status === 'disabled') {
    return <Chip kind="bad" text={words(`webhookOff.${disabled_reason ?? 'requested'}`)} />
  }
  return failing_since === null ? (
    <Chip kind="good" text={words('webhook.on')} />
  ) : (
    <Chip kind="wait" text={words('webhook.failing')} />
  )
}
