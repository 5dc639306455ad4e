import { err, ok, type Result } from '../../src-shared/result.ts'

/** Options of `webhooks listen`. */
export interface WebhookListening {
  readonly serviceUrl: string
  readonly apiKey: string
  /** URL of the developer's program. */
  readonly forwardUrl: string
}

export function readListening(
  { forward, service }: { readonly forward?: string | undefined; readonly service: string },
  environment: Readonly<Record<string, string | undefined>>,
): Result<WebhookListening, string> {
  const apiKey = environment.COUNTERTOP_PRIVATE_KEY
  if (forward === undefined || !URL.canParse(forward)) {
    return err('webhooks listen needs --forward URL, such as http://127.0.0.1:3000/webhooks')
  }
  if (!URL.canParse(service)) return err(`--service must be the address of the service, not ${service}`)
  if (!apiKey) return err('webhooks listen needs the private key of the service in COUNTERTOP_PRIVATE_KEY')
  return ok({ serviceUrl: service.replace(/\/+$/, ''), apiKey, forwardUrl: forward })
}
